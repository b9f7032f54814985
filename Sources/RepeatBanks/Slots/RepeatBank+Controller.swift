// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

extension RepeatBank {
  /// A controller that continues a repeat from `time`, within 2^-50 cycle, with the same ramp, and
  /// the same rate or stop waiting for the end of the cycle.
  ///
  /// The controller's pace (easing) is the bank's curve if that is a cubic Bezier. Otherwise the
  /// pace is linear, and the program applies `curve.timing` to the progress. The controller's
  /// policy is `.restartPerCycle` while a rate waits, otherwise `.phaseMatched`.
  /// - Parameters:
  ///   - id: The repeat.
  ///   - time: Seconds, not before ``now``.
  /// - Throws: ``BankError/staleID(_:)``, ``BankError/invalidTime(_:)``,
  ///   ``BankError/timeHasPassed(time:now:)``.
  public mutating func controller(of id: RepeatID, at time: Double) throws(BankError)
    -> RepeatController
  {
    let slot = try check(id)
    _ = try check(time)
    advance(to: time)
    return controller(ofSlot: slot)
  }

  /// Adds a repeat that continues a controller from its present time, within 2^-50 cycle.
  ///
  /// The bank's curve replaces the controller's pace. Scheduled commands are not transferred.
  /// - Throws: ``BankError/needsController`` if the controller does not run, was never advanced,
  ///   does not have the cycle shape of the bank's ``mode``, or has a delay, a count, a ramp, a
  ///   lock, a flash limit or a return pace; and the errors of ``add(_:phase:at:)``.
  @discardableResult
  public mutating func add(_ controller: RepeatController) throws(BankError) -> RepeatID {
    let settings = controller.settings
    guard settings.autoreverses == (mode == .autoreverse), settings.returnPace == nil,
      settings.repeatDelay == 0, controller.repeatCount == .infinity,
      controller.lockState == .unlocked, controller.isOnTimeline,
      settings.maxFlashRate == .infinity, controller.state == .running,
      controller.exactMotion.rampTime == 0
    else { throw .needsController }
    let motion = controller.exactMotion
    let fastest = Self.inEffect(.cycleDuration(Self.cycleDurations.lowerBound), direction: 1)
    guard motion.rate.magnitude <= max(fastest, 953 << 62).magnitude else {
      throw .invalidRate(Double(motion.rate) * 0x1p-62)
    }
    if motion.waitingRate != nil {
      try Self.check(controller.requestedRate)
      guard rows.makePendingRow() else { throw .noMemory }
    }
    let id = try add(.hertz(0), at: controller.now)
    let slot = id.index
    rk_put_direction(rows.slots + slot, motion.isBackwards)
    run(slot, phase: motion.phase, rate: motion.rate, at: Int128(rk_time_of(now)))
    setFlags(motion.isTurned ? rk_slot.turned : 0, clearing: rk_slot.turned, of: slot)
    if let waitingRate = motion.waitingRate {
      rows.pending![slot].waits_for_rate = true
      rows.pending![slot].rate = waitingRate
      plan(slot, at: Int128(rk_time_of(now)))
    }
    return id
  }

  /// A slot's controller at ``now``.
  func controller(ofSlot slot: Int) -> RepeatController {
    var (motion, state) = (exactMotion(ofSlot: slot), state(ofSlot: slot))
    var settings = RepeatSettings()
    settings.rate = Self.requested(motion.waitingRate ?? motion.finalRate, motion.isTurned)
    settings.policy = motion.waitingRate == nil ? .phaseMatched : .restartPerCycle
    settings.autoreverses = mode == .autoreverse
    settings.pace = .linear
    if let points = curve.timing.controlPoints {
      settings.pace = .cubicBezier(points.x1, points.y1, points.x2, points.y2)
    }
    guard var controller = try? RepeatController(settings, now: now) else {
      preconditionFailure("a bank's repeat has settings that no controller accepts")
    }
    if state == .idle { (motion.rate, motion.finalRate) = (0, 0) }
    if state != .idle || motion.phase > 0 || motion.isBackwards {
      controller.start()
      controller.exactMotion = motion
    }
    if state == .idle {
      controller.stop(.freeze)
      if motion.isTurned { controller.reverse() }
    } else if state.isPaused {
      controller.pause()
    }
    _ = controller.advance(to: now)
    return controller
  }

  private func exactMotion(ofSlot slot: Int) -> ExactMotion {
    let tick = Int128(rk_time_of(now))
    let (state, change) = (rows.slots[slot], pendingChange(of: slot))
    var motion = ExactMotion()
    motion.phase = phase(ofSlot: slot, at: tick)
    motion.rate = rate(ofSlot: slot, at: tick)
    motion.finalRate = motion.rate
    if let ramp = ramp(of: slot) {
      (motion.finalRate, motion.rampTime) = (ramp.to, ramp.isPaused ? ramp.length : ramp.end - tick)
    }
    motion.waitingRate = change.waits_for_rate ? change.rate : nil
    motion.isStopping = change.waits_for_stop
    motion.isBackwards = isBackwards(ofSlot: slot, at: tick)
    motion.isTurned = state.state & rk_slot.turned != 0
    return motion
  }

  /// The request that results in `rate`: a duration if one gives exactly this rate, else hertz.
  private static func requested(_ rate: Int128, _ isTurned: Bool) -> RepeatRate {
    let requested = isTurned ? -rate : rate
    let hertz = Double(requested) * 0x1p-62
    let duration = 1 / hertz
    for duration in [duration, duration.nextUp, duration.nextDown] where requested > 0 {
      if cycleDurations.contains(duration),
        inEffect(.cycleDuration(duration), direction: 1) == requested
      {
        return .cycleDuration(duration)
      }
    }
    return .hertz(hertz)
  }
}
