// SPDX-License-Identifier: Apache-2.0

/// A strategy's figures in words, for the choice between strategies: one line of at most 61
/// characters.
///
/// Equal figures give equal words. The gravest fault comes first: a jump shows immediately, a drift
/// only after a while.
package struct Verdict: Hashable, Sendable {
  /// The text.
  package let text: String

  /// The smallest visible jump: 1/200 of the value's range.
  package static let visibleJump = 0.005
  /// The smallest noticeable drift in cycles per hour, at which two motions visibly get out of
  /// step.
  static let noticedDrift = 0.5
  /// The smallest audible error of a sound's start, in milliseconds.
  static let audibleError = 1.0
  /// The shortest delay that counts, in seconds: three frames of 60 Hz.
  static let noticedDelay = 0.05
  /// The smallest jump of the speed that shows in a chart, in ranges per second.
  static let visibleKink = 0.05
  /// The largest distance of a strategy from its own rule, in cycles, that counts as exact.
  static let exactness = 1e-9

  /// The verdict on these figures; a missing figure counts as 0.
  /// - Parameters:
  ///   - figures: The measures of one run.
  ///   - seesFrames: Whether the strategy applies each rate change at the next frame, and is
  ///     therefore exact only if rates change on frames.
  package init(_ figures: Figures, seesFrames: Bool = false) {
    func size(_ measure: Measure) -> Double { abs(figures[measure] ?? 0) }
    let drift = figures[.driftPerHour] ?? 0
    let driftText =
      "\(drift < 0 ? "loses" : "gains") \(FigureText.text(abs(drift))) cycles an hour"
    let drifts = abs(drift) > Self.noticedDrift
    let miscounted = size(.eventsMissed) + size(.eventsDoubled)
    let delay = FigureText.text(figures[.delayWorst])
    let waits = size(.delayWorst) > Self.noticedDelay
    if size(.valueJump) > Self.visibleJump {
      let jump = "Jumps up to \(FigureText.text(100 * size(.valueJump))) % of the range"
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
          "Exact if rates change on frames; only the speed jumps."
        case (false, true): "Immediate, \(exact); only the speed jumps."
        case (true, true): "Waits up to \(delay) s, \(exact); the speed jumps."
        case (false, false): "Smooth, immediate, \(exact)."
        }
    }
  }
}

extension StrategyResult {
  /// The figures in words, for the choice between strategies.
  package var verdict: Verdict { Verdict(figures, seesFrames: strategy.seesChangesAtFrames) }
}
