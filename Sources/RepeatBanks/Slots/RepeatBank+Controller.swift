// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

extension RepeatBank {
  /// A controller that continues a repeat from `time`, within 2^-50 cycle, with the same waiting
  /// rate, stop and ramp.
  ///
  /// Its pace is the bank's curve if that is a cubic Bezier; otherwise it is linear, and the
  /// program applies `curve.timing` to its progress. Its policy is `.restartPerCycle` while a rate
  /// waits, otherwise `.phaseMatched`.
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

  /// Adds a repeat that continues a controller from its present, within 2^-50 cycle.
  /// - Throws: ``BankError/needsController`` if it has a delay, a count, a ramp, a lock or another
  ///   shape than the bank's, and the errors of ``add(_:phase:at:)``. Its scheduled commands are
  ///   not transferred.
  @discardableResult
  public mutating func add(_ controller: RepeatController) throws(BankError) -> RepeatID {
    let sample = controller.sample(at: controller.now)
    let settings = controller.settings
    let inEffect =
      controller.hasPendingRateChange || controller.state.isPaused
      ? sample.hertz : Self.hertz(controller.requestedRate, like: sample.hertz)
    guard settings.autoreverses == (mode == .autoreverse), settings.returnPace == nil,
      settings.repeatDelay == 0, controller.repeatCount == .infinity,
      controller.lockState == .unlocked, controller.isOnTimeline,
      settings.maxFlashRate == .infinity, controller.state == .running,
      (sample.hertz - inEffect).magnitude <= 0x1p-50 * sample.hertz.magnitude
    else { throw .needsController }
    let rate: RepeatRate =
      controller.hasPendingRateChange || sample.hertz < 0
      ? .hertz(sample.hertz) : controller.requestedRate
    let id = try add(rate, phase: sample.position.phase, at: controller.now)
    if controller.hasPendingRateChange {
      try setRate(controller.requestedRate, of: id, at: now, policy: .restartPerCycle)
    }
    return id
  }

  private static func hertz(_ rate: RepeatRate, like hertz: Double) -> Double {
    switch rate {
    case .hertz(let hertz): hertz
    case .cycleDuration(let seconds): hertz < 0 ? -1 / seconds : 1 / seconds
    }
  }

  /// A slot's controller at the bank's present.
  func controller(ofSlot slot: Int) -> RepeatController {
    let tick = Int128(rk_time_of(now))
    let (phase, rate) = (phase(ofSlot: slot, at: tick), rate(ofSlot: slot, at: tick))
    var settings = RepeatSettings()
    settings.rate = Self.repeatRate(rate)
    settings.policy = .phaseMatched
    settings.autoreverses = mode == .autoreverse
    settings.pace = .linear
    if let points = curve.timing.controlPoints {
      settings.pace = .cubicBezier(points.x1, points.y1, points.x2, points.y2)
    }
    do {
      var controller = try RepeatController(settings, now: now)
      try begin(&controller, slot, phase: phase, at: tick)
      _ = controller.advance(to: now)
      return controller
    } catch {
      preconditionFailure("a bank's repeat is no controller: \(error)")
    }
  }

  private func begin(
    _ controller: inout RepeatController, _ slot: Int, phase: UInt64, at time: Int128
  ) throws(RepeatError) {
    let state = state(ofSlot: slot)
    let position = Double(phase >> 11) * 0x1p-53
    guard state != .idle || position > 0 else { return }
    controller.start()
    try controller.seek(to: CyclePosition(cycle: 0, phase: position))
    guard state != .idle else {
      controller.stop(.freeze)
      return
    }
    if let ramp = ramp(of: slot) {
      let left = ramp.isPaused ? ramp.length : ramp.end - time
      try controller.ramp(to: .hertz(Double(ramp.to) * 0x1p-62), over: Double(left) * 0x1p-64)
    }
    if state.isPaused { controller.pause() }
    let change = pendingChange(of: slot)
    if change.waits_for_rate {
      try controller.setPolicy(.restartPerCycle)
      // Use the slot's own direction, because a duration has none.
      let isForwards = rate(ofSlot: slot, at: time) > 0
      try controller.setRate(
        isForwards ? Self.repeatRate(change.rate) : .hertz(Double(change.rate) * 0x1p-62))
    }
    if change.waits_for_stop { controller.stop(.atCycleEnd) }
  }

  /// A rate in 2^-62 Hz in its requested form: a duration, if one gives the same rate.
  private static func repeatRate(_ rate: Int128) -> RepeatRate {
    let hertz = Double(rate) * 0x1p-62
    let duration = 1 / hertz
    if rate > 0, cycleDurations.contains(duration),
      inEffect(.cycleDuration(duration), direction: 1) == rate
    {
      return .cycleDuration(duration)
    }
    return .hertz(hertz)
  }
}
