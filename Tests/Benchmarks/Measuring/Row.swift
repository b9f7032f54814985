// SPDX-License-Identifier: Apache-2.0

import Glibc
import RepeatBanks

/// A measurement of the package and of other code for the same work.
struct Row: Sendable {
  /// A unique name, which `--filter` searches.
  let name: String
  /// A description of one operation, and of the other code.
  let description: String
  /// The number of operations in one repetition of a contender.
  var units = 1
  /// Builds both contenders; called only when they are measured, so that a filtered run is quick.
  let contenders: @Sendable () -> (ours: Contender, other: Contender)

  /// All rows in the order of measuring and printing.
  /// - Parameter set: The instruction set of both contenders in the rows of banks.
  static func all(on set: KernelSet = .best) -> [Row] {
    controllerRows + cRows + bankRows.map { $0(set) } + peerRows
  }
}

/// One side of a row: the package or the other code.
enum Contender {
  /// Repeats the contender's work on this thread, whose processor time is measured. The function
  /// returns a sum, so that the compiler cannot omit the work.
  case timed((Int) -> Double)
  /// Repeats the contender's work in another process, and returns the nanoseconds taken; `nil`
  /// after a failure.
  case clocked((Int) -> Double?)
  /// The contender cannot be measured here; the text names the missing part, and how to get it.
  case missing(String)

  /// The nanoseconds that a number of repetitions take; `nil` if the contender does not run.
  func time(_ repetitions: Int) -> Double? {
    switch self {
    case .timed(let loop):
      let start = threadNanoseconds()
      let sum = loop(repetitions)
      let end = threadNanoseconds()
      precondition(sum.isFinite, "a benchmark's sum must be finite, but is \(sum)")
      return end - start
    case .clocked(let loop): return loop(repetitions)
    case .missing: return nil
    }
  }
}

/// The length and the number of runs per contender.
struct Effort {
  /// The minimum length of a timed run in nanoseconds, far above the clock's resolution and cost.
  let runLength: Double
  /// The number of timed runs of each contender; odd, so that the median is one of them.
  let rounds: Int

  /// 31 runs of 4 ms: a busy machine that disturbs a quarter of them hardly changes the median.
  static let full = Effort(runLength: 4_000_000, rounds: 31)
  /// For a quick check that everything works; the figures are rough.
  static let quick = Effort(runLength: 50_000, rounds: 3)
}

/// The median of a list of numbers, and the spread of their middle half.
struct Summary {
  let median: Double
  /// The distance between the quartiles, relative to the median.
  let spread: Double

  /// `nil` for an empty list.
  init?(_ figures: [Double]) {
    guard !figures.isEmpty else { return nil }
    let sorted = figures.sorted()
    median = sorted[sorted.count / 2]
    let quartiles = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
    spread = median > 0 ? (quartiles.1 - quartiles.0) / median : 0
  }
}

/// The figures of a row, in nanoseconds per unit of work.
struct MeasuredRow {
  let name: String
  let description: String
  let ours: Summary?
  let other: Summary?
  /// The ratio ours / the other; each value comes from two adjacent runs.
  let ratio: Summary?
  /// The missing part, and how to get it.
  let missing: String?

  /// Runs both contenders in turn, A B A B, so that a busy machine affects both.
  init(of row: Row, effort: Effort) {
    (name, description) = (row.name, row.description)
    let (ours, other) = row.contenders()
    let counts = (Self.repetitions(of: ours, effort), Self.repetitions(of: other, effort))
    var figures: (ours: [Double], other: [Double], ratios: [Double]) = ([], [], [])
    for _ in 0..<effort.rounds {
      let one = ours.time(counts.0).map { $0 / Double(counts.0 * row.units) }
      let two = other.time(counts.1).map { $0 / Double(counts.1 * row.units) }
      if let one { figures.ours.append(one) }
      if let two { figures.other.append(two) }
      if let one, let two { figures.ratios.append(one / two) }
    }
    self.ours = Summary(figures.ours)
    self.other = Summary(figures.other)
    ratio = Summary(figures.ratios)
    missing =
      if case .missing(let what) = other { what } else {
        figures.other.isEmpty ? "it has stopped answering" : nil
      }
  }

  /// The number of repetitions that take at least a run's length.
  ///
  /// Doubling also warms up caches, branch predictors and the processor's clock rate.
  private static func repetitions(of contender: Contender, _ effort: Effort) -> Int {
    var count = 1
    // The limit ends the doubling for work that takes no time.
    while let time = contender.time(count), time < effort.runLength, count < 1 << 40 { count *= 2 }
    return count
  }
}

/// This thread's processor time, which excludes other programs on a busy machine.
func threadNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return 1e9 * Double(time.tv_sec) + Double(time.tv_nsec)
}
