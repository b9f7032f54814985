// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Where a motion is at one time.
struct Place: Hashable, Sendable {
  var position: PrecisePosition
  /// Seconds of the delay between two cycles that are still to come; 0 while it moves.
  var delayLeft = DoubleDouble.zero
  /// Whether it waits at the end of a cycle that ran forwards: one-way, that end shows meanwhile.
  var showsCycleEnd = false

  var isWaiting: Bool { delayLeft.sign > 0 }

  /// Between two cycles: an order has no cycle to wait for.
  var isBetweenCycles: Bool { position.isAtBoundary }
}

/// An anchor and a rate curve: the position at any time is the anchor plus the curve's integral.
///
/// It is replaced, never stepped: how often it is asked, and when, changes nothing.
struct Motion: Hashable, Sendable {
  /// Seconds on the timeline: the end of a cycle is rarely a `Double`.
  var origin: DoubleDouble
  /// The place at `origin`.
  var anchor: Place
  var curve: RateCurve
  /// The curve's own time at `origin`; above 0 where a ramp was under way.
  var curveStart = DoubleDouble.zero
  /// Seconds of rest at every cycle boundary.
  var repeatDelay: Double
  /// Whether it stands still at its anchor, paused or idle.
  var isStill = false
  /// The direction, -1 or 1, that a cycle duration takes where the rate is 0.
  ///
  /// The one of the last motion, turned by each reversal since. While idle: -1 if reversals turn the next
  /// run.
  var lastDirection = 1

  /// The direction of travel just after `origin`: -1, 0 or 1.
  var direction: Int { isStill ? 0 : curve.direction(after: curveStart) }

  /// Whether the delay has to be entered boundary by boundary: no closed form joins it with a ramp.
  var stopsAtBoundaries: Bool { repeatDelay > 0 && !curve.isConstant && !isStill }

  func curveTime(at time: DoubleDouble) -> DoubleDouble {
    isStill ? curveStart : curveStart + (time - origin)
  }

  /// Cycles per second in effect at `time`.
  func rate(at time: DoubleDouble) -> DoubleDouble { curve.rate(at: curveTime(at: time)) }

  /// Re-anchors at `time`, where it is at `place`: its further course stays the same.
  mutating func anchor(at time: DoubleDouble, place: Place) {
    curveStart = curve.isConstant ? .zero : curveTime(at: time)
    origin = time
    anchor = place
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

  /// Goes over to the piece of the curve that begins at `pieceEnd`.
  mutating func enterNextPiece(place: Place) {
    guard let time = pieceEnd, let end = curve.pieceEnd(after: curveStart) else { return }
    anchor = place
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
  /// Where it is at `time`; for times before `origin`, where this course would have come from.
  ///
  /// Valid up to the next change of course, which the controller plans.
  func place(at time: DoubleDouble) -> Place {
    if isStill { return anchor }
    let place = roundedPlace(at: time)
    guard let mark = place.position.nearMark, time > origin else { return place }
    return settle(place, near: mark, at: time)
  }

  /// Anchor and integral, with the roundings of both.
  private func roundedPlace(at time: DoubleDouble) -> Place {
    var elapsed = time - origin
    if anchor.isWaiting {
      if elapsed < anchor.delayLeft {
        return Place(
          position: anchor.position, delayLeft: anchor.delayLeft - elapsed,
          showsCycleEnd: anchor.showsCycleEnd)
      }
      elapsed = elapsed - anchor.delayLeft
    }
    if curve.isConstant {
      if repeatDelay > 0, elapsed.sign > 0 { return placeWithDelays(after: elapsed) }
      return Place(position: anchor.position.advanced(by: curve.endRate * elapsed))
    }
    let start = curveStart + anchor.delayLeft
    let cycles = curve.cycles(at: start + elapsed) - curve.cycles(at: start)
    return Place(position: anchor.position.advanced(by: cycles))
  }

  /// Lets ``arrival(at:)`` alone decide on which side of a boundary or turn `place` is.
  ///
  /// Position from time and time from position are rounded in different ways, in the last of 106
  /// bits. Were both asked, a frame exactly on a boundary could see it before or after its event.
  private func settle(_ place: Place, near mark: PrecisePosition, at time: DoubleDouble) -> Place {
    let travel = direction
    guard travel != 0, (distance(to: mark).sign) * travel > 0, let arrival = arrival(at: mark)
    else {
      return place
    }
    let hasArrived = arrival <= time
    let showsArrival = travel > 0 ? place.position >= mark : place.position <= mark
    if hasArrived == showsArrival, arrival != time { return place }
    guard hasArrived else {
      return Place(position: mark.advanced(by: DoubleDouble(travel > 0 ? -0x1p-100 : 0x1p-100)))
    }
    let isResting = mark.isAtBoundary && repeatDelay > 0 && curve.isConstant
    let rested = time - arrival
    return Place(
      position: mark, delayLeft: isResting ? max(.zero, DoubleDouble(repeatDelay) - rested) : .zero,
      showsCycleEnd: isResting && travel > 0)
  }

  /// At a constant rate with a delay, cycle and delay together repeat: counted by one division.
  private func placeWithDelays(after elapsed: DoubleDouble) -> Place {
    let rate = curve.endRate
    guard rate.sign != 0 else { return Place(position: anchor.position) }
    let boundary = anchor.position.nextBoundary(direction: rate.sign)
    let untilBoundary = distance(to: boundary) / rate
    if elapsed < untilBoundary {
      return Place(position: anchor.position.advanced(by: rate * elapsed))
    }
    let delay = DoubleDouble(repeatDelay)
    let cycleDuration = DoubleDouble.one / rate.magnitude
    var passed = 0
    var rest = elapsed - untilBoundary
    // At a rate next to 0 a cycle takes longer than any number: not one has passed.
    if cycleDuration.isFinite {
      let period = cycleDuration + delay
      passed = (rest / period).floor
      rest = rest - period * DoubleDouble(passed)
      if rest.sign < 0 {
        passed -= 1
        rest = rest + period
      }
    }
    let cycle = boundary.cycle + passed * rate.sign
    let position = PrecisePosition(cycle: cycle, fraction: .zero)
    if rest < delay {
      return Place(position: position, delayLeft: delay - rest, showsCycleEnd: rate.sign > 0)
    }
    return Place(position: position.advanced(by: rate * (rest - delay)))
  }
}

// MARK: - Time at a position

extension Motion {
  /// When `target`, beyond the anchor in the direction of travel, is reached; `nil` if never.
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
      time = time + DoubleDouble(repeatDelay) * DoubleDouble(delays)
    }
    return time.isFinite && time.high <= RepeatLimits.latestTime ? time.withoutNoise : nil
  }

  /// Whether the rate is 0 at `end`, the end of the present piece of a ramp, and `target` is there.
  ///
  /// The sum of roundings would tell it from a boundary near by: the motion would not reach the one on
  /// which it turns or stops, or would pass it and come back.
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

  /// The place at the moment of arrival: at a boundary, all of the delay is still to come.
  func place(arrivedAt target: PrecisePosition) -> Place {
    let delay = target.isAtBoundary ? repeatDelay : 0
    return Place(
      position: target, delayLeft: DoubleDouble(delay), showsCycleEnd: delay > 0 && direction > 0)
  }

  private func distance(to target: PrecisePosition) -> DoubleDouble {
    target.distance(from: anchor.position)
  }

  private func boundariesPassed(before target: PrecisePosition) -> Int {
    let first = anchor.position.nextBoundary(direction: direction).cycle
    if direction < 0 { return first - target.cycle }
    return target.cycle - first + (target.isAtBoundary ? 0 : 1)
  }
}

extension PrecisePosition {
  /// The boundary or turn that it is so near to that rounding may have put it on the wrong side.
  ///
  /// 1e-18 cycle is far above the roundings (1e-25 after a month) and far below what a `Double` shows.
  fileprivate var nearMark: PrecisePosition? {
    let phase = fraction.high
    if phase < 1e-18 { return PrecisePosition(cycle: cycle, fraction: .zero) }
    // As `Double`s, these two are as near to 0.5 and 1 as can be told; the low part is below 1e-16.
    if phase == 1 || phase == 0.5 {
      guard (fraction - phase).magnitude.high < 1e-18 else { return nil }
      return phase == 1
        ? PrecisePosition(cycle: cycle + 1, fraction: .zero)
        : PrecisePosition(cycle: cycle, fraction: DoubleDouble(0.5))
    }
    return nil
  }
}

extension DoubleDouble {
  /// The value without a low part that only rounding can have left.
  ///
  /// 1 / (1 / 0.45) comes out as 0.45 and 1e-33: a boundary that is a `Double` is that `Double`.
  fileprivate var withoutNoise: DoubleDouble {
    low.magnitude <= 0x1p-98 * high.magnitude ? DoubleDouble(high) : self
  }
}

#if !hasFeature(Embedded)
  extension Place: Encodable {}
#endif
