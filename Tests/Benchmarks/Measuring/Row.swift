// SPDX-License-Identifier: Apache-2.0

import Glibc
import RepeatBanks

/// Something to measure, beside other code for the same work.
struct Row: Sendable {
  /// Unique; `--filter` looks in it.
  let name: String
  /// One operation, and the code beside it.
  let description: String
  /// The operations in one repetition of a contender.
  var units = 1
  /// Builds both contenders: not before they are measured, so that a filtered run stays quick.
  let contenders: @Sendable () -> (ours: Contender, other: Contender)

  /// Every row, in the order in which it is measured and printed.
  /// - Parameter set: The instructions of both sides of the banks' rows.
  static func all(on set: KernelSet = .best) -> [Row] {
    controllerRows + cRows + bankRows.map { $0(set) } + peerRows
  }
}

/// One side of a row.
enum Contender {
  /// Does its work a number of times on this thread, whose processor time is taken, and returns a
  /// sum, so that nothing can be left out.
  case timed((Int) -> Double)
  /// Does its work a number of times in another process, and returns the nanoseconds that it took;
  /// `nil` when it has broken.
  case clocked((Int) -> Double?)
  /// Cannot be measured here: the missing part and how to get it.
  case missing(String)

  /// Nanoseconds of a number of repetitions; `nil` if nothing runs.
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

/// How long and how often each contender runs.
struct Effort {
  /// Nanoseconds that one timed run takes at least: far above the clock's grain and its own cost.
  let runLength: Double
  /// Timed runs of each contender; odd, so that the median is one of them.
  let rounds: Int

  /// 31 runs of 4 ms: the quarters of the runs that a busy machine spoils move no median.
  static let full = Effort(runLength: 4_000_000, rounds: 31)
  /// Shows that everything works; rough figures.
  static let quick = Effort(runLength: 50_000, rounds: 3)
}

/// The middle of some figures, and how far the middle half of them spreads.
struct Summary {
  let median: Double
  /// The distance between the quartiles, as a share of the median.
  let spread: Double

  /// `nil` of no figures.
  init?(_ figures: [Double]) {
    guard !figures.isEmpty else { return nil }
    let sorted = figures.sorted()
    median = sorted[sorted.count / 2]
    let quartiles = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
    spread = median > 0 ? (quartiles.1 - quartiles.0) / median : 0
  }
}

/// The figures of a row, in nanoseconds of one unit of work.
struct MeasuredRow {
  let name: String
  let description: String
  let ours: Summary?
  let other: Summary?
  /// Of ours / the other, each taken from two runs that were side by side.
  let ratio: Summary?
  /// The missing part, and how to get it.
  let missing: String?

  /// Runs both contenders in turn, A B A B, so that a busy moment meets both.
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

  /// The repetitions that take a run's length.
  ///
  /// Doubling also warms up caches, branch predictors and the clock of the processor.
  private static func repetitions(of contender: Contender, _ effort: Effort) -> Int {
    var count = 1
    // Work that takes no time at all is not doubled for ever.
    while let time = contender.time(count), time < effort.runLength, count < 1 << 40 { count *= 2 }
    return count
  }
}

/// Processor time of this thread: the time of other programs on a busy machine is no part of it.
func threadNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return 1e9 * Double(time.tv_sec) + Double(time.tv_nsec)
}
