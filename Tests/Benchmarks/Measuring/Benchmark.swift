// SPDX-License-Identifier: Apache-2.0

/// Something to measure, beside the loop that a program would write by hand for the same work.
struct Benchmark: Sendable {
  /// What `--filter` looks in; unique.
  let name: String
  /// What one operation is, and what it is compared with.
  let description: String
  /// What one call's repetitions are divided by: the layers of a frame, say.
  var unitsPerRepetition = 1
  /// Builds both contenders: not before they are measured, so that a filtered run stays quick.
  let makeContenders: @Sendable () -> Contenders
}

/// The two loops that are measured in turn; each returns a sum, so that nothing can be left out.
struct Contenders {
  /// Does its work that many times with this package.
  let ours: (Int) -> Double
  /// Does it by hand; `nil` where nobody would.
  var byHand: ((Int) -> Double)?
}
