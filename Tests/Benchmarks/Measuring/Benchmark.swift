// SPDX-License-Identifier: Apache-2.0

/// Something to measure, beside something else that does the same work.
struct Benchmark: Sendable {
  /// What `--filter` looks in; unique.
  let name: String
  /// What one operation is, and what it is compared with.
  let description: String
  /// What one call's repetitions are divided by: the layers of a frame, say.
  var unitsPerRepetition = 1
  /// What the figures should be.
  var goals: [Goal] = []
  /// Builds both contenders: not before they are measured, so that a filtered run stays quick.
  let makeContenders: @Sendable (Effort) -> Contenders
}

extension Benchmark {
  /// One whose contenders do not measure themselves.
  init(
    name: String, description: String, unitsPerRepetition: Int = 1, goals: [Goal] = [],
    makeContenders: @escaping @Sendable () -> Contenders
  ) {
    self.init(
      name: name, description: description, unitsPerRepetition: unitsPerRepetition, goals: goals
    ) { (_: Effort) in makeContenders() }
  }
}

/// One side of a benchmark.
enum Contender {
  /// Does its work that many times on this thread, whose processor time is taken, and returns a
  /// sum, so that nothing can be left out.
  case timed((Int) -> Double)
  /// Does its work that many times, here or elsewhere, and returns the nanoseconds that it took by
  /// its own clock; `nil` when it has broken.
  case clocked((Int) -> Double?)
  /// A figure that is no time, such as bytes.
  case counted(Double, unit: String)
  /// Cannot be measured here; the text says what is missing and how to get it.
  case missing(String)
}

/// The two that are measured in turn.
struct Contenders {
  /// This package.
  let ours: Contender
  /// The other; `nil` where there is nothing to compare with.
  let other: Contender?
  /// What decides the figures, such as which loops ran; printed below the table.
  var detail: String?

  /// Ours beside any other.
  init(_ ours: Contender, beside other: Contender? = nil, detail: String? = nil) {
    self.ours = ours
    self.other = other
    self.detail = detail
  }

  /// Ours beside a loop by hand; `nil` where nobody would write one.
  init(
    ours: @escaping (Int) -> Double, byHand: ((Int) -> Double)? = nil, detail: String? = nil
  ) {
    self.init(.timed(ours), beside: byHand.map { .timed($0) }, detail: detail)
  }
}
