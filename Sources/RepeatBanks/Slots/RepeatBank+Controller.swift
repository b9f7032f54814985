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
    var controller = controller(ofSlot: slot, paced: true)
    _ = controller.advance(to: now)
    return controller
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
      settings.repeatDelay == 0, settings.repeatCount == .infinity,
      controller.lockState == .unlocked, controller.isOnTimeline,
      settings.maxFlashRate == .infinity, controller.state == .running,
      !controller.isRamping
    else { throw .needsController }
    let exact = controller.exactMotion
    let fastest = Self.inEffect(.cycleDuration(Self.cycleDurations.lowerBound))
    guard exact.rate.magnitude <= max(fastest, 953 << 62).magnitude else {
      throw .invalidRate(Double(exact.rate) * 0x1p-62)
    }
    if exact.waitingRate != nil {
      try Self.check(controller.requestedRate)
      guard rows.makePendingRow() else { throw .noMemory }
    }
    let id = try add(.hertz(0), at: controller.now)
    store(exact, in: id.index, at: now)
    return id
  }

  /// A slot's controller at ``now``, which has the bank's pace only if `paced`.
  func controller(ofSlot slot: Int, _ policy: RatePolicy? = nil, paced: Bool = false)
    -> RepeatController
  {
    let exact = exactMotion(ofSlot: slot)
    var settings = RepeatSettings()
    settings.rate = Self.requested(exact.waitingRate ?? exact.rate, exact.isTurned)
    settings.policy = policy ?? (exact.waitingRate == nil ? .phaseMatched : .restartPerCycle)
    settings.autoreverses = mode == .autoreverse
    settings.pace = .linear
    if paced, let points = curve.timing.controlPoints {
      settings.pace = .cubicBezier(points.x1, points.y1, points.x2, points.y2)
    }
    guard var controller = try? RepeatController(settings, now: now) else {
      preconditionFailure("a bank's repeat has settings that no controller accepts")
    }
    controller.exactMotion = exact
    return controller
  }

  func exactMotion(ofSlot slot: Int) -> ExactMotion {
    let tick = Int128(rk_time_of(now))
    let change = pendingChange(of: slot)
    let rate = Int128(rk_rate_at(rows.inC, Int64(slot)))
    var phase = phase(ofSlot: slot, at: tick)
    // The phase is rounded down. In backward motion, a change may wait for a boundary that is less than
    // a unit ahead, and not for the next one.
    if phase == 0, rate < 0, waits(slot), Int128(change.due) - tick < 1 << 44 { phase = 1 }
    var exact = ExactMotion(
      state(ofSlot: slot), phase: phase, rate: rate, at: tick,
      isBackwards: isBackwards(ofSlot: slot, at: tick),
      isTurned: rows.slots[slot].state & rk_slot.turned != 0)
    if let ramp = ramp(of: slot) {
      (exact.motion, exact.rate) = (ramp.motion, ExactMotion.coarse(ramp.motion.finalRate))
    }
    exact.waitingRate = change.waits_for_rate ? change.rate : nil
    return exact
  }

  /// The request that results in `rate`: a duration if one gives exactly this rate, else hertz.
  private static func requested(_ rate: Int128, _ isTurned: Bool) -> RepeatRate {
    let requested = isTurned ? -rate : rate
    let hertz = Rate(units: requested << 34).hertz
    let duration = 1 / hertz
    for duration in [duration, duration.nextUp, duration.nextDown] where requested > 0 {
      if cycleDurations.contains(duration), inEffect(.cycleDuration(duration)) == requested {
        return .cycleDuration(duration)
      }
    }
    return .hertz(hertz)
  }
}
