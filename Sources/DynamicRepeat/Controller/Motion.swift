// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Where a motion is at one time.
struct Place: Hashable, Sendable {
  var position: PrecisePosition
  /// Seconds of the delay between two cycles that are still to come; 0 while it moves.
  var delayLeft = DoubleDouble.zero

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
  /// Whether it stands still at its anchor, paused or parked.
  var isStill = false

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
      curve = RateCurve(constant: curve.endRate)
      curveStart = .zero
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
    var elapsed = time - origin
    if anchor.isWaiting {
      if elapsed < anchor.delayLeft {
        return Place(position: anchor.position, delayLeft: anchor.delayLeft - elapsed)
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
    let period = DoubleDouble.one / rate.magnitude + delay
    let beyond = elapsed - untilBoundary
    var passed = (beyond / period).floor
    var rest = beyond - period * DoubleDouble(passed)
    if rest.sign < 0 {
      passed -= 1
      rest = rest + period
    }
    let cycle = boundary.cycle + passed * rate.sign
    let position = PrecisePosition(cycle: cycle, fraction: .zero)
    if rest < delay { return Place(position: position, delayLeft: delay - rest) }
    return Place(position: position.advanced(by: rate * (rest - delay)))
  }
}

// MARK: - Time at a position

extension Motion {
  /// When `target`, beyond the anchor in the direction of travel, is reached; `nil` if never.
  ///
  /// The delay at a boundary follows its arrival, so it does not count for the boundary itself.
  func arrival(at target: PrecisePosition) -> DoubleDouble? {
    guard direction != 0 else { return nil }
    let start = curveStart + anchor.delayLeft
    guard let end = curve.time(reaching: distance(to: target), after: start) else { return nil }
    var time = origin + (end - curveStart)
    if repeatDelay > 0, curve.isConstant {
      let delays = max(0, boundariesPassed(before: target))
      time = time + DoubleDouble(repeatDelay) * DoubleDouble(delays)
    }
    return time.isFinite && time.high <= RepeatLimits.latestTime ? time : nil
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

#if !hasFeature(Embedded)
  extension Place: Codable {}
  extension Motion: Codable {}
#endif
