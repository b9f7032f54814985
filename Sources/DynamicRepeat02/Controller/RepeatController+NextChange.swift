// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// For programs that draw only where the picture changes.

extension RepeatController {
  /// The time at which the progress next differs from the one at `time` by more than `quantum`;
  /// infinite where it never does.
  ///
  /// It takes into account everything that is requested and scheduled, as ``sample(at:)`` does. Up to
  /// that time the progress stays within `quantum`; there it does not: it is the first such
  /// `Double`. What shows for a single instant, as the top of some staircases does, is passed over.
  /// Where over a thousand changes of motion come before, it is the time of the last one
  /// that was looked at. Before the first ``advance(to:)`` the answer is that for one at `time`.
  ///
  /// ```
  /// return .waitUntil(flash.nextChange(after: frame.time))  // from the body of Window.run
  /// ```
  /// - Parameters:
  ///   - time: Seconds; not before ``now``.
  ///   - quantum: At least 0. Default: 1/255, a step of an 8-bit channel between 0 and 1.
  /// - Precondition: both are in these ranges; ``nextChange(validating:by:)`` throws instead.
  /// - Complexity: some microseconds, and as much for each change of motion before.
  public func nextChange(after time: Double, by quantum: Double = 1.0 / 255) -> Double {
    do throws(RepeatError) {
      return try nextChange(validating: time, by: quantum)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// The same as ``nextChange(after:by:)``, for numbers from outside the program.
  /// - Throws: ``RepeatError/invalidTime(_:)``, ``RepeatError/timeHasPassed(time:now:)``,
  ///   ``RepeatError/tooFar(time:now:)``, ``RepeatError/invalidQuantum(_:)`` below 0 and for NaN.
  public func nextChange(validating time: Double, by quantum: Double = 1.0 / 255)
    throws(RepeatError) -> Double
  {
    guard quantum >= 0 else { throw .invalidQuantum(quantum) }
    try validateAdvance(to: time)
    var ahead = self
    return try ahead.findChange(after: time, of: .progress, shownPhase(quantum: quantum))
  }

  /// The time at which ``isOn(at:duty:)`` next differs from what it is at `time`.
  ///
  /// Infinite where it never does. All else is as for ``nextChange(after:by:)``.
  /// - Precondition: `duty` is in 0...1, and `time` is not before ``now`` and at most
  ///   ``RepeatLimits/latestTime``.
  public func nextSwitch(after time: Double, duty: Double = 0.5) -> Double {
    precondition((0...1).contains(duty), "a duty must be in 0...1, but is \(duty)")
    var ahead = self
    do throws(RepeatError) {
      try validateAdvance(to: time)
      return try ahead.findChange(after: time, of: .isOn, shownPhase(duty: duty, quantum: 0.5))
    } catch {
      preconditionFailure(error.description)
    }
  }

  package func shownPhase(duty: Double? = nil, quantum: Double) -> ShownPhase {
    ShownPhase(
      settings.timing, returnTiming: settings.returnTiming, autoreverses: settings.autoreverses,
      duty: duty, quantum: quantum)
  }
}

/// What is looked at for a change.
package enum ShownQuantity {
  case progress, isOn
  /// What the phase alone shows, on a curve that is not the controller's.
  case phase

  fileprivate func value(_ sample: RepeatSample, _ shown: ShownPhase) -> Double {
    switch self {
    case .progress: return sample.progress
    case .isOn:
      if sample.state == .idle || sample.isWaiting { return 0 }
      return shown.value(atPhase: sample.position.phase)
    case .phase: return shown.value(atPhase: sample.position.phase)
    }
  }
}

extension RepeatController {
  /// Changes of motion after which the search ends.
  private static var mostMotions: Int { 1024 }

  /// Moves on to the change, and says when it is.
  ///
  /// Of no further use afterwards.
  package mutating func findChange(
    after time: Double, of quantity: ShownQuantity, _ shown: ShownPhase
  ) throws(RepeatError) -> Double {
    isReporting = false
    if !isOnTimeline { beginTimeline(at: time) }
    guard pass(through: DoubleDouble(time), steps: mostChanges) else {
      throw .tooFar(time: time, now: now)
    }
    let value = quantity.value(sampleSteadily(at: time), shown)
    let search = ChangeSearch(shown: shown, quantity: quantity, value: value)
    var time = time
    for _ in 0..<Self.mostMotions {
      if let change = search.changeInMotion(self, after: time) { return change }
      guard let end = horizon else { return .infinity }
      time = end.roundedUp
      pass(through: DoubleDouble(time), steps: mostChanges)
      if search.differs(self, at: time) { return time }
    }
    return time
  }
}

/// Looks for the first time at which a controller shows something else than a value.
private struct ChangeSearch {
  let shown: ShownPhase
  let quantity: ShownQuantity
  let value: Double

  /// Phases that are looked at without a time that shows them.
  private static let mostMisses = 8

  /// At a time before the motion next changes.
  func differs(_ controller: borrowing RepeatController, at time: Double) -> Bool {
    shown.differs(quantity.value(controller.sampleSteadily(at: time), shown), from: value)
  }

  /// Before the motion next changes; `nil` where it is the same up to then.
  func changeInMotion(_ controller: borrowing RepeatController, after time: Double) -> Double? {
    let motion = controller.motion
    let direction = motion.direction
    guard controller.state != .idle, direction != 0 else { return nil }
    let forward = direction > 0
    let start = DoubleDouble(time)
    let state = motion.state(at: start)
    if state.isWaiting, let change = changed(controller, at: start + state.delayLeft) {
      return change
    }
    var cycle = state.position.cycle
    var phase = state.position.phase
    var misses = 0
    // The rest of this cycle and a whole one: after them everything repeats.
    for _ in 0..<2 {
      // Backwards a cycle begins at its upper end.
      if !forward, phase == 0 { (cycle, phase) = (cycle - 1, 1) }
      let end = forward ? (1.0).nextDown : 0
      while let found = shown.firstChange(from: phase, to: end, forward: forward, shown: value) {
        guard let other = arrival(controller, in: cycle, at: found) else { return nil }
        if differs(controller, at: other) {
          return first(controller, in: cycle, at: found, before: other, after: time)
        }
        // An instant that no `Double` meets, or one of those at which the phase moves by more than
        // a piece: up to it nothing differs.
        misses += 1
        if misses == Self.mostMisses { return other }
        phase = found
      }
      let boundary = PrecisePosition(cycle: forward ? cycle + 1 : cycle, fraction: .zero)
      guard let arrival = motion.arrival(at: boundary) else { return nil }
      if let change = changed(controller, at: arrival) { return change }
      if motion.repeatDelay > 0,
        let change = changed(controller, at: arrival + motion.repeatDelay)
      {
        return change
      }
      if let horizon = controller.horizon, horizon <= arrival { return nil }
      cycle = boundary.cycle
      phase = 0
    }
    return nil
  }

  /// The first `Double` from `time` on, if it is before the motion changes and shows another value.
  private func changed(_ controller: borrowing RepeatController, at time: DoubleDouble) -> Double? {
    let seconds = time.roundedUp
    if let horizon = controller.horizon, horizon <= DoubleDouble(seconds) { return nil }
    return differs(controller, at: seconds) ? seconds : nil
  }

  /// The first `Double` at which a phase has been reached; `nil` where the motion changes before.
  private func arrival(
    _ controller: borrowing RepeatController, in cycle: WideInt, at phase: Double
  ) -> Double? {
    let position = PrecisePosition(cycle: cycle, fraction: DoubleDouble(phase))
    guard let time = controller.motion.arrival(at: position)?.roundedUp else { return nil }
    if let horizon = controller.horizon, horizon <= DoubleDouble(time) { return nil }
    return time
  }

  /// The first `Double` at which what was found at a phase shows: at `other` it does.
  private func first(
    _ controller: borrowing RepeatController, in cycle: WideInt, at phase: Double,
    before other: Double, after time: Double
  ) -> Double {
    let forward = controller.motion.direction > 0
    // Before a phase that is two units of the last place earlier it certainly shows the same.
    let earlier = forward ? phase.nextDown.nextDown : phase.nextUp.nextUp
    let same = max(time, arrival(controller, in: cycle, at: earlier)?.nextDown ?? time)
    return ShownPhase.halve(between: same, and: other) { differs(controller, at: $0) }
  }
}
