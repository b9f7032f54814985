// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Where a motion is at one time.
@usableFromInline
struct MotionState: Hashable, Sendable {
  @usableFromInline var position: PrecisePosition
  /// Seconds of the delay between two cycles that are still to come; 0 while it moves.
  var delayLeft = DoubleDouble.zero
  /// Whether it waits at the end of a cycle that ran forwards: one-way, that end shows meanwhile.
  var showsCycleEnd = false

  var isWaiting: Bool { delayLeft.sign > 0 }

  /// Between two cycles: a rate change has no cycle to wait for.
  var isBetweenCycles: Bool { position.isAtBoundary }
}

/// An anchor and a rate curve: the position at any time is the anchor plus the curve's integral.
///
/// It is replaced, never stepped: evaluating it changes nothing.
@usableFromInline
struct Motion: Hashable, Sendable {
  /// Seconds on the timeline: the end of a cycle is rarely a `Double`.
  @usableFromInline var origin: DoubleDouble
  /// The state at `origin`.
  @usableFromInline var anchor: MotionState
  @usableFromInline var curve: RateCurve
  /// Whether it is still at its anchor, paused or idle.
  var isStill = false
  /// Whether ``lastDirection`` is -1.
  var isLastBackwards = false
  /// The curve's own time at `origin`; above 0 where a ramp was under way.
  var curveStart = DoubleDouble.zero
  /// Seconds of delay at every cycle boundary.
  var repeatDelay: Double
  /// The direction, -1 or 1, that a cycle duration takes where the rate is 0.
  ///
  /// The one of the last motion, turned by each reversal since. While idle: -1 if reversals turn
  /// the next run.
  var lastDirection: WideInt {
    get { isLastBackwards ? -1 : 1 }
    set { isLastBackwards = newValue < 0 }
  }

  /// The direction just after `origin`: -1, 0 or 1.
  var direction: WideInt { isStill ? 0 : curve.direction(after: curveStart) }

  /// Whether the delay has to be entered boundary by boundary: no closed form joins it with a ramp.
  var stopsAtBoundaries: Bool { repeatDelay > 0 && !curve.isConstant && !isStill }

  func curveTime(at time: DoubleDouble) -> DoubleDouble {
    isStill ? curveStart : curveStart + (time - origin)
  }

  /// Cycles per second in effect at `time`.
  func rate(at time: DoubleDouble) -> DoubleDouble { curve.rate(at: curveTime(at: time)) }

  /// Re-anchors at `time`, where it is in `state`: what follows stays the same.
  mutating func anchor(at time: DoubleDouble, in state: MotionState) {
    curveStart = curve.isConstant ? .zero : curveTime(at: time)
    origin = time
    anchor = state
  }

  /// Goes on along `newCurve` from `origin`.
  mutating func follow(_ newCurve: RateCurve) {
    rememberDirection()
    curve = newCurve
    curveStart = .zero
  }

  private mutating func rememberDirection() {
    let direction = curve.direction(after: curveStart)
    if direction != 0 { lastDirection = direction }
  }

  /// Turns the other way round at `origin`.
  mutating func reverse() {
    curve = curve.negated
    lastDirection = -lastDirection
  }

  /// The end of the monotone piece of the curve it is in, on the timeline.
  var pieceEnd: DoubleDouble? {
    guard !isStill, let end = curve.pieceEnd(after: curveStart) else { return nil }
    return origin + (end - curveStart)
  }

  /// Enters the piece of the curve that begins at `pieceEnd`.
  mutating func enterNextPiece(in state: MotionState) {
    guard let time = pieceEnd, let end = curve.pieceEnd(after: curveStart) else { return }
    anchor = state
    origin = time
    if end.high >= curve.rampDuration {
      follow(RateCurve(constant: curve.endRate))
    } else {
      curveStart = end
    }
  }
}

// MARK: - Position at a time

extension Motion {
  /// Where it is at `time`; for times before `origin`, where this motion would have come from.
  ///
  /// Valid up to the next change of motion, which the controller plans.
  func state(at time: DoubleDouble) -> MotionState {
    if isStill { return anchor }
    let state = roundedState(at: time)
    guard let crossing = state.position.nearCrossing, time > origin else { return state }
    return settle(state, near: crossing, at: time)
  }

  /// Anchor and integral, with the roundings of both.
  private func roundedState(at time: DoubleDouble) -> MotionState {
    var elapsed = time - origin
    if anchor.isWaiting {
      if elapsed < anchor.delayLeft {
        return MotionState(
          position: anchor.position, delayLeft: anchor.delayLeft - elapsed,
          showsCycleEnd: anchor.showsCycleEnd)
      }
      elapsed = elapsed - anchor.delayLeft
    }
    if curve.isConstant {
      if repeatDelay > 0, elapsed.sign > 0 { return stateWithDelays(after: elapsed) }
      return MotionState(position: anchor.position.advanced(by: curve.endRate * elapsed))
    }
    let start = curveStart + anchor.delayLeft
    let cycles = curve.cycles(at: start + elapsed) - curve.cycles(at: start)
    return MotionState(position: anchor.position.advanced(by: cycles))
  }

  /// Lets ``arrival(at:)`` alone decide on which side of a boundary or turn `state` is.
  ///
  /// Position from time and time from position are rounded in different ways, in the last of 106
  /// bits. If both were used, a frame exactly on a boundary could see it before or after its event.
  private func settle(_ state: MotionState, near crossing: PrecisePosition, at time: DoubleDouble)
    -> MotionState
  {
    let direction = direction
    guard direction != 0, (distance(to: crossing).sign) * direction > 0,
      let arrival = arrival(at: crossing)
    else {
      return state
    }
    let hasArrived = arrival <= time
    let showsArrival = direction > 0 ? state.position >= crossing : state.position <= crossing
    if hasArrived == showsArrival, arrival != time { return state }
    guard hasArrived else {
      return MotionState(
        position: crossing.advanced(by: DoubleDouble(direction > 0 ? -0x1p-100 : 0x1p-100)))
    }
    let isDelayed = crossing.isAtBoundary && repeatDelay > 0 && curve.isConstant
    let delayed = time - arrival
    return MotionState(
      position: crossing,
      delayLeft: isDelayed ? max(.zero, DoubleDouble(repeatDelay) - delayed) : .zero,
      showsCycleEnd: isDelayed && direction > 0)
  }

  /// At a constant rate with a delay, cycle and delay together repeat: counted by one division.
  private func stateWithDelays(after elapsed: DoubleDouble) -> MotionState {
    let rate = curve.endRate
    guard rate.sign != 0 else { return MotionState(position: anchor.position) }
    let boundary = anchor.position.nextBoundary(direction: rate.sign)
    let untilBoundary = distance(to: boundary) / rate
    if elapsed < untilBoundary {
      return MotionState(position: anchor.position.advanced(by: rate * elapsed))
    }
    let delay = DoubleDouble(repeatDelay)
    let cycleDuration = DoubleDouble.one / rate.magnitude
    var passed: WideInt = 0
    var remainder = elapsed - untilBoundary
    // At a rate next to 0 a cycle takes longer than any number: not one has passed.
    if cycleDuration.isFinite {
      let period = cycleDuration + delay
      passed = (remainder / period).floor
      remainder = remainder - period * DoubleDouble(exactly: passed)
      if remainder.sign < 0 {
        passed -= 1
        remainder = remainder + period
      }
    }
    let cycle = boundary.cycle + passed * rate.sign
    let position = PrecisePosition(cycle: cycle, fraction: .zero)
    if remainder < delay {
      return MotionState(
        position: position, delayLeft: delay - remainder, showsCycleEnd: rate.sign > 0)
    }
    return MotionState(position: position.advanced(by: rate * (remainder - delay)))
  }
}

// MARK: - Time at a position

extension Motion {
  /// When `target`, beyond the anchor in the direction, is reached; `nil` if never.
  ///
  /// The delay at a boundary follows its arrival, so it does not count for the boundary itself.
  @inline(never)
  func arrival(at target: PrecisePosition) -> DoubleDouble? {
    guard direction != 0 else { return nil }
    if !curve.isConstant, let end = pieceEnd, standsStill(on: target, at: end) { return end }
    let start = curveStart + anchor.delayLeft
    guard let end = curve.time(reaching: distance(to: target), after: start) else { return nil }
    var time = origin + (end - curveStart)
    if repeatDelay > 0, curve.isConstant {
      let delays = max(0, boundariesPassed(before: target))
      time = time + DoubleDouble(repeatDelay) * DoubleDouble(exactly: delays)
    }
    return time.isFinite && time.high <= RepeatLimits.latestTime ? time.withoutNoise : nil
  }

  /// Whether the rate is 0 at `end`, the end of the present piece of a ramp, and `target` is there.
  ///
  /// The sum of roundings would separate it from a boundary near by: the motion would not reach the
  /// one on which it turns or stops, or would pass it and come back.
  private func standsStill(on target: PrecisePosition, at end: DoubleDouble) -> Bool {
    let start = curveStart + anchor.delayLeft
    let curveEnd = curveTime(at: end)
    let isStandstill = curveEnd.high < curve.rampDuration || curve.endRate == .zero
    guard isStandstill, curveEnd > start else { return false }
    let run = curve.cycles(at: curveEnd) - curve.cycles(at: start)
    // Roundings come to 1e-25 cycle after a month, and grow with the cycles that are run.
    let tolerance = 1e-24 + 0x1p-98 * run.magnitude.high
    return (distance(to: target) - run).magnitude.high <= tolerance
  }

  /// The state at the moment of arrival: at a boundary, all of the delay is still to come.
  func state(arrivedAt target: PrecisePosition) -> MotionState {
    let delay = target.isAtBoundary ? repeatDelay : 0
    return MotionState(
      position: target, delayLeft: DoubleDouble(delay), showsCycleEnd: delay > 0 && direction > 0)
  }

  private func distance(to target: PrecisePosition) -> DoubleDouble {
    target.distance(from: anchor.position)
  }

  private func boundariesPassed(before target: PrecisePosition) -> WideInt {
    let first = anchor.position.nextBoundary(direction: direction).cycle
    if direction < 0 { return first - target.cycle }
    return target.cycle - first + (target.isAtBoundary ? 0 : 1)
  }
}

extension PrecisePosition {
  /// The boundary or turn that it is so near to that rounding may have put it on the wrong side.
  ///
  /// 1e-18 cycle is far above the roundings (1e-25 after a month) and far below what a `Double`
  /// shows.
  fileprivate var nearCrossing: PrecisePosition? {
    let phase = fraction.high
    if phase < 1e-18 { return PrecisePosition(cycle: cycle, fraction: .zero) }
    // As `Double`s, these two are the nearest to 0.5 and 1; the low part is below 1e-16.
    if phase == 1 || phase == 0.5 {
      guard (fraction - phase).magnitude.high < 1e-18 else { return nil }
      return phase == 1
        ? PrecisePosition(cycle: cycle + 1, fraction: .zero)
        : PrecisePosition(cycle: cycle, fraction: DoubleDouble(0.5))
    }
    return nil
  }
}

#if !hasFeature(Embedded)
  extension MotionState: Encodable {}
#endif
