// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// How long and how often each contender runs.
struct Effort {
  /// Nanoseconds that one timed run takes at least: far above the clock's grain and its own cost.
  let runLength: Int64
  /// Timed runs of each contender; odd, so that the median is one of them.
  let rounds: Int

  /// 31 runs of 4 ms: the quarters of the runs that a busy machine spoils move no median.
  static let full = Effort(runLength: 4_000_000, rounds: 31)
  /// Whether everything works, and roughly what it costs.
  static let quick = Effort(runLength: 50_000, rounds: 3)
}

/// The middle of some figures, and how far the middle half of them spreads.
struct Summary {
  let median: Double
  /// The distance between the quartiles, as a share of the median.
  let spread: Double

  /// - Precondition: `figures` is not empty.
  init(_ figures: [Double]) {
    let sorted = figures.sorted()
    median = sorted[sorted.count / 2]
    let quartiles = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
    spread = median > 0 ? (quartiles.1 - quartiles.0) / median : 0
  }
}

/// The times of a benchmark, in nanoseconds for one unit of work.
struct MeasuredRow {
  let name: String
  let description: String
  let ours: Summary
  let byHand: Summary?
  /// The median of ours / by hand, each taken from two runs that stood side by side.
  let ratio: Summary?
}

extension MeasuredRow {
  /// Runs both contenders in turn, A B A B, so that a busy moment meets both.
  init(of benchmark: Benchmark, effort: Effort) {
    let contenders = benchmark.makeContenders()
    let units = Double(benchmark.unitsPerRepetition)
    let ours = TimedLoop(contenders.ours, effort: effort)
    let byHand = contenders.byHand.map { TimedLoop($0, effort: effort) }
    var times: (ours: [Double], byHand: [Double]) = ([], [])
    for _ in 0..<effort.rounds {
      times.ours.append(ours.nanoseconds() / units)
      if let byHand { times.byHand.append(byHand.nanoseconds() / units) }
    }
    self.init(
      name: benchmark.name, description: benchmark.description, ours: Summary(times.ours),
      byHand: byHand.map { _ in Summary(times.byHand) },
      ratio: byHand.map { _ in Summary(zip(times.ours, times.byHand).map { $0 / $1 }) })
  }

  /// The part of the name that rows of one kind share.
  var group: String { String(name.prefix { $0 != "/" }) }
}

/// A loop with the number of repetitions that takes one run's length.
private struct TimedLoop {
  private let loop: (Int) -> Double
  private var repetitions = 1

  init(_ loop: @escaping (Int) -> Double, effort: Effort) {
    self.loop = loop
    // Doubling also warms up caches, branch predictors and the clock of the processor.
    while elapsed() < effort.runLength { repetitions *= 2 }
  }

  private func elapsed() -> Int64 {
    let clock = SystemClock()
    let start = clock.now()
    let sum = loop(repetitions)
    let end = clock.now()
    precondition(sum.isFinite, "a benchmark's sum must be finite, but is \(sum)")
    return end - start
  }

  /// Nanoseconds of one repetition, from one run.
  func nanoseconds() -> Double { Double(elapsed()) / Double(repetitions) }
}
