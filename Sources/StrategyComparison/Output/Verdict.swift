// SPDX-License-Identifier: Apache-2.0

/// The meaning of a strategy's figures for the choice between strategies: a line of at most 61
/// characters.
///
/// The same figures give the same words. The gravest fault comes first: a jump is seen at once, a
/// drift only after a while.
public struct Verdict: Hashable, Sendable {
  /// The line.
  public let text: String

  /// A jump is visible from 1/200 of the way on.
  static let visibleJump = 0.005
  /// Cycles an hour: from here on, two motions in step are seen to part.
  static let noticedDrift = 0.5
  /// Milliseconds: a sound that begins so far off is heard as early or late.
  static let audibleError = 1.0
  /// Seconds: three frames of 60 Hz; a shorter delay counts as none.
  static let noticedDelay = 0.05
  /// Whole ways per second: a bend of the value's line that can be seen in a chart.
  static let visibleKink = 0.05
  /// Cycles: the largest distance from its own rule that counts as exact.
  static let exactness = 1e-9

  /// The verdict on these figures; a missing figure counts as 0.
  /// - Parameters:
  ///   - figures: The measures of one run.
  ///   - seesFrames: Whether the strategy sees a rate change at the next frame only, so that it is exact
  ///     only while rates change on frames.
  public init(_ figures: Figures, seesFrames: Bool = false) {
    func size(_ measure: Measure) -> Double { abs(figures[measure] ?? 0) }
    let drift = figures[.driftPerHour] ?? 0
    let driftText =
      "\(drift < 0 ? "loses" : "gains") \(FigureText.text(abs(drift))) cycles an hour"
    let drifts = abs(drift) > Self.noticedDrift
    let miscounted = size(.eventsMissed) + size(.eventsDoubled)
    let delay = FigureText.text(figures[.delayWorst])
    let waits = size(.delayWorst) > Self.noticedDelay
    if size(.valueJump) > Self.visibleJump {
      let jump = "Jumps up to \(FigureText.text(100 * size(.valueJump))) % of the way"
      text = "\(jump)\(drifts ? ", \(driftText)" : "")."
    } else if drifts {
      text = "No jumps, \(driftText)\(waits ? "; waits up to \(delay) s" : "")."
    } else if size(.boundaryError) > Self.audibleError {
      text = "No jumps, but cycles begin up to \(FigureText.text(size(.boundaryError))) ms off."
    } else if miscounted > 0 {
      text = "No jumps, but \(FigureText.text(miscounted)) cycle events are wrong."
    } else {
      let exact =
        size(.endPhaseError) <= Self.exactness
        ? "exact" : "off by \(FigureText.text(size(.endPhaseError))) cycle"
      text =
        switch (waits, size(.slopeKink) > Self.visibleKink) {
        case (true, false): "Smooth, \(exact); a change takes up to \(delay) s."
        case (false, true) where seesFrames && exact == "exact":
          "No jumps, exact if rates change on frames only; has corners."
        case (false, true): "No jumps, at once, \(exact); speed has corners."
        case (true, true): "No jumps, \(exact); corners; takes up to \(delay) s."
        case (false, false): "Smooth, at once, \(exact)."
        }
    }
  }
}

extension StrategyResult {
  /// What its figures mean for the choice between strategies.
  public var verdict: Verdict { Verdict(figures, seesFrames: strategy.seesChangesAtFrames) }
}
