// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A position at which the motion cannot just go on.
struct PlannedStop: Hashable, Sendable {
  let position: PrecisePosition
  let time: DoubleDouble
  /// Why the run is over there, if it is.
  let reason: StopReason?
}

extension RepeatController {
  /// Works out the next time at which the course changes.
  ///
  /// Called after every change.
  mutating func plan(at time: DoubleDouble) {
    let position = motion.place(at: time).position
    nextStop = plannedStop(from: position)
    horizon = earlier(motion.pieceEnd, nextStop?.time)
    if !schedule.isEmpty { horizon = earlier(horizon, schedule.plan(on: motion, from: position)) }
  }

  private func earlier(_ a: DoubleDouble?, _ b: DoubleDouble?) -> DoubleDouble? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// The end of the run, or the cycle's boundary where something waits for it, whichever is nearer.
  private func plannedStop(from position: PrecisePosition) -> PlannedStop? {
    let direction = motion.direction
    guard state != .idle, direction != 0 else { return nil }
    let boundary = needsBoundary ? position.nextBoundary(direction: direction) : nil
    if let end = run.end(towards: direction) {
      let isNearer = boundary.map { direction > 0 ? end <= $0 : end >= $0 } ?? true
      if isNearer { return planned(end, .finished) }
    }
    return boundary.flatMap { planned($0, state == .stopping ? .cycleEnd : nil) }
  }

  private func planned(_ position: PrecisePosition, _ reason: StopReason?) -> PlannedStop? {
    guard let time = motion.arrival(at: position) else { return nil }
    return PlannedStop(position: position, time: time, reason: reason)
  }

  private var needsBoundary: Bool {
    state == .stopping || latchedRate != nil || policy == .restartAtFrame
      || motion.stopsAtBoundaries
  }

  /// Applies everything planned up to `frame`, in order of time.
  ///
  /// Each is a step. Only a ramp with a repeat delay has more of them than commands: one per cycle.
  /// - Returns: Whether `steps` were enough.
  @discardableResult
  mutating func pass(through frame: DoubleDouble, steps: Int = .max) -> Bool {
    var left = steps
    while let point = horizon, point <= frame {
      guard left > 0 else { return false }
      left -= 1
      pass(point)
    }
    return true
  }

  /// Looks ahead: applies everything planned up to `time`, and tells nobody.
  package mutating func lookAhead(to time: Double, steps: Int) -> Bool {
    pass(through: DoubleDouble(time), steps: steps)
  }

  /// Applies everything planned for exactly `time`: first what the motion brings, then commands.
  private mutating func pass(_ time: DoubleDouble) {
    let stop = nextStop.flatMap { $0.time == time ? $0 : nil }
    let endsPiece = motion.pieceEnd == time
    // Where a position fell due, the place is that position, not what rounding makes of its time.
    let target = stop?.position ?? schedule.target(dueAt: time)
    let place = target.map { motion.place(arrivedAt: $0) } ?? motion.place(at: time)

    report(upTo: place, at: time, leavingOutLast: stop?.reason != nil)
    if endsPiece { motion.enterNextPiece(place: place) }
    if let stop { arrive(at: stop, time: time) }
    noticeTurn(at: time, place: place)
    while let command = schedule.popFirst(dueAt: time) {
      // Whatever changed the motion has anchored it at this very time.
      apply(command.command, at: time, place: motion.origin == time ? motion.anchor : place)
    }
    plan(at: time)
  }

  /// What has to happen where the motion has arrived.
  private mutating func arrive(at stop: PlannedStop, time: DoubleDouble) {
    let place = Place(position: stop.position)
    if let reason = stop.reason {
      return endRun(reason, at: time, place: place, cycleHasEnded: true)
    }
    motion.anchor(at: time, place: place)
    if policy == .restartAtFrame {
      isParked = true
      motion.isStill = true
    } else {
      motion.anchor.delayLeft = DoubleDouble(settings.repeatDelay)
      applyLatchedRate()
    }
  }

  /// Under `restartAtFrame`: the frame has noticed the end of the cycle, the next one begins here.
  mutating func leaveBoundary(at time: DoubleDouble) {
    isParked = false
    motion.anchor(at: time, place: motion.anchor)
    motion.anchor.delayLeft = DoubleDouble(settings.repeatDelay)
    if case .paused = state {} else { motion.isStill = false }
    applyLatchedRate()
    plan(at: time)
  }

  mutating func applyLatchedRate() {
    guard let rate = latchedRate else { return }
    latchedRate = nil
    motion.curve = RateCurve(constant: rate)
    motion.curveStart = .zero
  }
}
