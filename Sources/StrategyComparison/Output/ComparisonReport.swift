// SPDX-License-Identifier: Apache-2.0

/// The results of a comparison, with its inputs.
package struct ComparisonReport: Hashable, Sendable {
  /// The schedule and the trace.
  package let comparison: Comparison
  /// The seed of the random inputs.
  package let seed: UInt64
  /// One result for each strategy; not empty.
  package let results: [StrategyResult]

  /// - Precondition: `results` is not empty.
  package init(_ comparison: Comparison, seed: UInt64, results: [StrategyResult]) {
    precondition(!results.isEmpty, "a report must have a result, but results is empty")
    self.comparison = comparison
    self.seed = seed
    self.results = results
  }

  /// The number of frames and rate changes, and the length in seconds; equal for all strategies.
  package var extent: (frames: Int, changes: Int, seconds: Double) {
    (results[0].frames, results[0].changes, results[0].end)
  }

  /// The names of the schedule and the trace.
  package var title: String {
    "schedule \(comparison.schedule.name), frames \(comparison.trace.name)"
  }

  /// The extent as text, such as `601 frames, 1 rate change, 10 s`.
  package var extentText: String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let (frames, changes, seconds) = extent
    return "\(counted(frames, "frame")), \(counted(changes, "rate change")),"
      + " \(FigureText.text(seconds)) s"
  }

  /// For recorded frames, their number and lengths, and which strategies jump on them.
  package var ownFramesText: String? {
    guard let (mean, longest) = comparison.trace.frameLengths else { return nil }
    func jump(_ result: StrategyResult) -> Double { result.figures[.valueJump] ?? 0 }
    let jumps = results.filter { jump($0) > Verdict.visibleJump }.map {
      "\($0.strategy.rawValue) jumps up to \(FigureText.text(100 * jump($0))) % of the range"
    }
    let others = results.filter { jump($0) <= Verdict.visibleJump }.map(\.strategy.rawValue)
    let answers = jumps + (others.isEmpty ? [] : ["\(others.joined(separator: ", ")): no jump"])
    return "On your \(FigureText.grouped(extent.frames)) frames (mean"
      + " \(FigureText.milliseconds(mean)), worst \(FigureText.milliseconds(longest))),"
      + " \(answers.joined(separator: "; "))."
  }

  /// The strategies with the worst figure of a measure, that is, the largest magnitude.
  ///
  /// The list is empty if all figures are equal, or the largest is below ``FigureText/noise``.
  package func worst(of measure: Measure) -> Set<ComparisonStrategy> {
    let worst = FigureText.worst(of: results.map { $0.figures[measure] })
    return Set(zip(results, worst).filter(\.1).map(\.0.strategy))
  }
}
