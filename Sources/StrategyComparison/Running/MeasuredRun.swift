// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A run of one model, measured by a meter and compared with two references.
struct MeasuredRun<M: StrategyModel>: RunningStrategy {
  private var model: M
  private var meter: Meter
  private var ideal: IdealIntegral
  private var exact: ExactRule
  private var rates: RequestedRates

  /// The figures and the distance from the strategy's own rule at the last frame.
  ///
  /// Both are saved at a rate change, because `ideal` and `exact` then advance to the change and
  /// cannot return positions of earlier times.
  private var beforeChange: (figures: Figures, off: Double)?
  /// The part of the distance from the strategy's own rule that arose in frames with rate changes,
  /// in cycles, and the total length of these frames in seconds.
  private var offByChanges = 0.0
  private var changeSeconds = 0.0

  init(rule: ComparisonStrategy.Rule, at rate: RepeatRate) {
    let rate = SignedRate(rate, direction: 1)
    model = M(at: rate)
    meter = Meter(at: rate)
    ideal = IdealIntegral(at: rate)
    exact = ExactRule(rule, at: rate)
    rates = RequestedRates()
  }

  /// The method is not inlined, because rate changes are rare compared with frames.
  @inline(never)
  mutating func apply(_ change: RateChange) {
    if beforeChange == nil {
      beforeChange = (figures, meter.last.cycles(since: exact.position(at: meter.lastTime)))
    }
    let rate = rates.take(change)
    ideal.apply(rate, at: change.time)
    exact.apply(rate, ramp: change.ramp, at: change.time)
    model.apply(rate, ramp: change.ramp, at: change.time, &meter)
  }

  /// Draws and measures a frame.
  @inline(__always)
  mutating func draw(at time: Double) -> DrawnFrame {
    let shown = model.show(at: time, &meter)
    if let off = beforeChange?.off { settleChanges(shown.position, at: time, offBefore: off) }
    meter.drew(shown, at: time, by: model, hasChange: beforeChange != nil)
    beforeChange = nil
    return shown
  }

  @inline(never)
  private mutating func settleChanges(
    _ position: FramePosition, at time: Double, offBefore: Double
  ) {
    offByChanges += position.cycles(since: exact.position(at: time)) - offBefore
    changeSeconds += time - meter.lastTime
  }

  func position(at time: Double) -> FramePosition { model.position(at: time) }

  mutating func frame(at time: Double) -> StrategyFrame {
    let shown = draw(at: time)
    return StrategyFrame(
      time: time, cycle: shown.position.cycle, phase: shown.position.phase,
      value: ValueCurve.value(atPhase: shown.position.phase),
      hertz: model.hertz(at: time), reported: shown.reported)
  }

  /// The value just before and after the latest jump since the previous call.
  mutating func takeJump() -> (before: Double, after: Double)? { meter.takeJump() }

  var figures: Figures {
    if let beforeChange { return beforeChange.figures }
    let end = meter.lastTime
    var exact = exact
    let off = meter.last.cycles(since: exact.position(at: end))
    let delays = meter.delays.result(end: end, inEffect: model.hertz(at: end))
    let hours = (end - changeSeconds) / 3600
    var figures = Figures()
    figures[.valueJump] = meter.largestJump
    figures[.slopeKink] = meter.largestKink
    figures[.delayMean] = delays?.mean
    figures[.delayWorst] = delays?.worst
    figures[.boundaryError] = 1000 * meter.largestBoundaryError
    figures[.largestStep] = meter.largestStep
    figures[.cyclesGained] = meter.last.cycles(since: ideal.position(at: end))
    figures[.driftPerHour] = hours > 0 ? (off - offByChanges) / hours : nil
    figures[.endPhaseError] = off - off.rounded()
    figures[.eventsMissed] = Double(meter.events.missed)
    figures[.eventsDoubled] = Double(meter.events.doubled)
    return figures
  }
}
