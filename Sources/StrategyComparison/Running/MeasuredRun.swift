// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A follower, its meter, and the references that it is held against.
struct MeasuredRun<F: Follower>: StrategyCourse {
  private var follower: F
  private var meter: Meter
  private var ideal: IdealIntegral
  private var exact: ExactRule
  private var direction: Int

  /// Whether an order was given since the last frame, and how far off the own rule that frame was.
  private var hasOrder = false
  private var offBefore = 0.0
  /// Cycles by which frames with orders have changed that, and the seconds that they took.
  private var offByOrders = 0.0
  private var orderSeconds = 0.0

  init(rule: ComparisonStrategy.Rule, at rate: RepeatRate) {
    let rate = SignedRate(rate, direction: 1)
    follower = F(at: rate)
    meter = Meter(at: rate)
    ideal = IdealIntegral(at: rate)
    exact = ExactRule(rule, at: rate)
    direction = 1
  }

  /// Orders are rare beside frames: kept out of the way of these.
  @inline(never)
  mutating func order(_ order: RateOrder) {
    if !hasOrder {
      hasOrder = true
      offBefore = meter.last.cycles(since: exact.position(at: meter.lastTime))
    }
    let rate = SignedRate(order.rate, direction: direction)
    if rate.direction != 0 { direction = rate.direction }
    ideal.obey(rate, at: order.time)
    exact.obey(rate, ramp: order.ramp, at: order.time)
    follower.obey(rate, ramp: order.ramp, at: order.time, &meter)
  }

  /// Draws and measures a frame.
  @inline(__always)
  mutating func draw(at time: Double) -> Shown {
    let shown = follower.show(at: time, &meter)
    if hasOrder { settleOrders(shown.position, at: time) }
    meter.drew(shown, at: time, by: follower, hasOrder: hasOrder)
    hasOrder = false
    return shown
  }

  @inline(never)
  private mutating func settleOrders(_ position: FramePosition, at time: Double) {
    offByOrders += position.cycles(since: exact.position(at: time)) - offBefore
    orderSeconds += time - meter.lastTime
  }

  mutating func frame(at time: Double) -> StrategyFrame {
    let shown = draw(at: time)
    return StrategyFrame(
      time: time, cycle: shown.position.cycle, phase: shown.position.phase,
      value: ValueCurve.standard.value(atPhase: shown.position.phase),
      hertz: follower.hertz(at: time), told: shown.told)
  }

  /// The value just before and just after the latest jump since this was asked last.
  mutating func takeJump() -> (before: Double, after: Double)? { meter.takeJump() }

  var figures: Figures {
    let end = meter.lastTime
    var exact = exact
    let off = meter.last.cycles(since: exact.position(at: end))
    let delays = meter.delays.result(end: end)
    let hours = (end - orderSeconds) / 3600
    var figures = Figures()
    figures[.valueJump] = meter.largestJump
    figures[.slopeKink] = meter.largestKink
    figures[.delayMean] = delays?.mean
    figures[.delayWorst] = delays?.worst
    figures[.boundaryError] = 1000 * meter.largestBoundaryError
    figures[.largestStep] = meter.largestStep
    figures[.cyclesGained] = meter.last.cycles(since: ideal.position(at: end))
    figures[.driftPerHour] = hours > 0 ? (off - offByOrders) / hours : nil
    figures[.endPhaseError] = off - off.rounded()
    figures[.eventsMissed] = Double(meter.events.missed)
    figures[.eventsDoubled] = Double(meter.events.doubled)
    return figures
  }
}
