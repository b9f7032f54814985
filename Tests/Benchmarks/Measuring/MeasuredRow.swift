// SPDX-License-Identifier: Apache-2.0

/// How long and how often each contender runs.
struct Effort {
  /// Nanoseconds that one timed run takes at least: far above the clock's grain and its own cost.
  let runLength: Double
  /// Timed runs of each contender; odd, so that the median is one of them.
  let rounds: Int
  /// Frames that are timed one by one.
  var frames = 10_000

  /// 31 runs of 4 ms: the quarters of the runs that a busy machine spoils move no median.
  static let full = Effort(runLength: 4_000_000, rounds: 31)
  /// Whether everything works, and roughly what it costs.
  static let quick = Effort(runLength: 50_000, rounds: 3, frames: 200)
}

/// The middle of some figures, and how far the middle half of them spreads.
struct Summary {
  let median: Double
  /// The distance between the quartiles, as a share of the median.
  let spread: Double

  /// `nil` where there are no figures.
  init?(ifAny figures: [Double]) {
    guard !figures.isEmpty else { return nil }
    self.init(figures)
  }

  /// - Precondition: `figures` is not empty.
  init(_ figures: [Double]) {
    let sorted = figures.sorted()
    median = sorted[sorted.count / 2]
    let quartiles = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
    spread = median > 0 ? (quartiles.1 - quartiles.0) / median : 0
  }
}

/// The figures of a benchmark, for one unit of work.
struct MeasuredRow {
  let name: String
  let description: String
  var goals: [Goal] = []
  /// What ``ours`` and ``byHand`` count.
  var unit = Self.nanoseconds
  let ours: Summary?
  /// The other's, which mostly is a loop by hand.
  let byHand: Summary?
  /// The median of ours / by hand, each taken from two runs that stood side by side.
  let ratio: Summary?
  /// What could not be measured, and what would have to be there.
  var missing: String?
  /// What decides the figures, such as which loops ran.
  var detail: String?

  static let nanoseconds = "ns"
}

extension MeasuredRow {
  /// Runs both contenders in turn, A B A B, so that a busy moment meets both.
  init(of benchmark: Benchmark, effort: Effort) {
    let contenders = benchmark.makeContenders(effort)
    let ours = Meter(contenders.ours, units: benchmark.unitsPerRepetition, effort: effort)
    let other = contenders.other.map {
      Meter($0, units: benchmark.unitsPerRepetition, effort: effort)
    }
    var figures: (ours: [Double], other: [Double], ratios: [Double]) = ([], [], [])
    for _ in 0..<effort.rounds {
      let figure = ours.figure()
      let otherFigure = other?.figure()
      if let figure { figures.ours.append(figure) }
      if let otherFigure { figures.other.append(otherFigure) }
      if let figure, let otherFigure { figures.ratios.append(figure / otherFigure) }
    }
    self.init(
      name: benchmark.name, description: benchmark.description, goals: benchmark.goals,
      unit: ours.unit, ours: Summary(ifAny: figures.ours), byHand: Summary(ifAny: figures.other),
      ratio: Summary(ifAny: figures.ratios), missing: ours.missing ?? other?.missing,
      detail: contenders.detail)
  }

  /// A line that says what could not be measured; `nil` where all was.
  var missingNote: String? { missing.map { "NOT MEASURED \(name): \($0)" } }

  /// The part of the name that rows of one kind share.
  var group: String { String(name.prefix { $0 != "/" }) }
}
