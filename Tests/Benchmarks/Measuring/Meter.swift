// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A contender with the number of repetitions that takes one run's length.
struct Meter {
  private let contender: Contender
  private let units: Double
  private var repetitions = 1

  /// Work that takes no time at all is not doubled for ever.
  private static let mostRepetitions = 1 << 40

  init(_ contender: Contender, units: Int, effort: Effort) {
    self.contender = contender
    self.units = Double(units)
    // Doubling also warms up caches, branch predictors and the clock of the processor.
    while let elapsed = elapsed(), elapsed < effort.runLength, repetitions < Self.mostRepetitions {
      repetitions *= 2
    }
  }

  /// Nanoseconds of one run; `nil` where nothing runs.
  private func elapsed() -> Double? {
    switch contender {
    case .timed(let loop):
      let start = threadNanoseconds()
      let sum = loop(repetitions)
      let end = threadNanoseconds()
      precondition(sum.isFinite, "a benchmark's sum must be finite, but is \(sum)")
      return end - start
    case .clocked(let loop): return loop(repetitions)
    case .counted, .missing: return nil
    }
  }

  /// Nanoseconds of one unit, from one run; or what else is counted; `nil` where that is missing.
  func figure() -> Double? {
    if case .counted(let figure, _) = contender { return figure }
    return elapsed().map { $0 / Double(repetitions) / units }
  }

  /// What ``figure()`` counts.
  var unit: String {
    if case .counted(_, let unit) = contender { return unit }
    return MeasuredRow.nanoseconds
  }

  /// What would have to be there, if something is missing.
  var missing: String? {
    switch contender {
    case .missing(let what): what
    case .clocked: elapsed() == nil ? "it has stopped answering" : nil
    case .timed, .counted: nil
    }
  }
}

/// Processor time of this thread: what other programs take on a busy machine is no part of it.
func threadNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return 1e9 * Double(time.tv_sec) + Double(time.tv_nsec)
}
