// SPDX-License-Identifier: Apache-2.0

/// The results of a comparison, with what they are results of.
public struct ComparisonReport: Hashable, Sendable {
  /// The schedule's name.
  public let schedule: String
  /// The trace's name.
  public let trace: String
  /// What the random parts were made from.
  public let seed: UInt64
  /// One for each strategy; not empty.
  public let results: [StrategyResult]

  /// - Precondition: there is a result.
  public init(_ comparison: Comparison, seed: UInt64, results: [StrategyResult]) {
    precondition(!results.isEmpty, "a report must have a result, but results is empty")
    schedule = comparison.schedule.name
    trace = comparison.trace.name
    self.seed = seed
    self.results = results
  }

  /// What was run, in order.
  public var strategies: [ComparisonStrategy] { results.map(\.strategy) }

  /// The measures that were taken: the cost only where it was requested, those of a lock where the
  /// leader jumps.
  public var measures: [Measure] {
    Measure.allCases.filter { measure in
      !measure.isOccasional || results.contains { $0.figures[measure] != nil }
    }
  }

  /// Frames, rate changes and seconds, which are the same for all.
  public var extent: (frames: Int, changes: Int, seconds: Double) {
    (results[0].frames, results[0].changes, results[0].end)
  }

  /// The extent in words, as `601 frames, 1 rate change, 10 s`.
  public var extentText: String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let (frames, changes, seconds) = extent
    return "\(counted(frames, "frame")), \(counted(changes, "rate change")),"
      + " \(FigureText.text(seconds)) s"
  }

  /// The strategies with the worst figure of a measure: the largest, whatever its sign.
  ///
  /// None where all figures are equal, or where the largest is below ``FigureText/noise``.
  public func worst(of measure: Measure) -> Set<ComparisonStrategy> {
    let worst = FigureText.worst(of: results.map { $0.figures[measure] })
    return Set(zip(strategies, worst).filter(\.1).map(\.0))
  }
}
