// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

extension RepeatBank {
  /// Requests a rate, which takes effect according to the policy, as on a controller.
  /// - Parameters:
  ///   - rate: Within ±953 Hz, or a cycle duration of 1/953 to 1e9 s.
  ///   - id: The repeat.
  ///   - time: Seconds, not before ``now``.
  ///   - policy: `.phaseMatched` changes the rate at once, over the policy's ramp if there is one;
  ///     `.restartPerCycle` changes it at the exact end of the cycle.
  /// - Throws: The ``BankError`` that names the invalid number, ``BankError/staleID(_:)``,
  ///   ``BankError/noMemory``.
  public mutating func setRate(
    _ rate: RepeatRate, of id: RepeatID, at time: Double, policy: RatePolicy
  ) throws(BankError) {
    let slot = try check(id)
    try Self.check(rate)
    let tick = try check(time)
    if case .hertz(let hertz) = rate {
      switch policy {
      case .phaseMatchedOver(0) where rows.slots[slot].isPlain:
        advance(to: time)
        settle(slot)
        return rk_change_rate(rows.inC, Int64(slot), rk_rate_of(hertz), tick)
      case .restartPerCycle:
        guard rows.makePendingRow() else { throw .noMemory }
        advance(to: time)
        settle(slot)
        if rk_wait(rows.inC, Int64(slot), rk_rate_of(hertz), tick) { return }
      default: break
      }
    }
    try perform(.rate(rate), on: slot, time, policy)
  }

  /// Sets many rates at once, phase-matched; this is faster than one call for each.
  ///
  /// If a repeat is listed twice, the last of its rates applies.
  /// - Parameters:
  ///   - hertz: Cycles per second; one for each ID.
  ///   - ids: The repeats.
  ///   - time: Seconds, not before ``now``.
  /// - Throws: ``BankError/wrongCount(given:needed:)``, or the error of the first wrong entry. An
  ///   error changes nothing.
  public mutating func setRates(_ hertz: Span<Double>, of ids: Span<RepeatID>, at time: Double)
    throws(BankError)
  {
    guard hertz.count == ids.count else {
      throw .wrongCount(given: hertz.count, needed: ids.count)
    }
    let tick = try check(time)
    let wrong = withChanges(hertz, ids, tick) { rk_find_wrong(&$0, nameBase, Self.highestRate) }
    guard wrong == ids.count else {
      _ = try check(ids[wrong])
      throw .invalidRate(hertz[wrong])
    }
    advance(to: time)
    var done = 0
    while done < ids.count {
      done = withChanges(hertz, ids, tick) { rk_apply_changes(&$0, Int64(done)) }
      guard done < ids.count else { return }
      settle(ids[done].index)
      apply(.rate(.hertz(hertz[done])), to: ids[done].index, .phaseMatched)
      done += 1
    }
  }

  /// Sets many rates from arrays.
  public mutating func setRates(_ hertz: [Double], of ids: [RepeatID], at time: Double)
    throws(BankError)
  {
    try setRates(hertz.span, of: ids.span, at: time)
  }

  private func withChanges(
    _ hertz: Span<Double>, _ ids: Span<RepeatID>, _ time: rk_time,
    _ body: (inout rk_changes) -> Int64
  ) -> Int {
    hertz.withUnsafeBufferPointer { hertz in
      ids.withUnsafeBufferPointer { ids in
        guard let first = ids.baseAddress, let hertz = hertz.baseAddress else { return 0 }
        var changes = rk_changes(
          rows: rows.inC, slots: Int64(endIndex), names: first, hertz: hertz,
          count: Int64(ids.count), time: time)
        return Int(body(&changes))
      }
    }
  }

  /// Changes the rate linearly over `seconds`, independently of any policy: see
  /// `RepeatCommand.ramp`.
  /// - Throws: Like ``setRate(_:of:at:policy:)``, and ``BankError/invalidInterval(_:)``.
  public mutating func ramp(
    to rate: RepeatRate, over seconds: Double, of id: RepeatID, at time: Double
  ) throws(BankError) {
    try perform(.ramp(to: rate, over: seconds), on: id, at: time)
  }

  /// Jumps to a phase, in [0, 1); does nothing while idle.
  public mutating func seek(to phase: Double, of id: RepeatID, at time: Double) throws(BankError) {
    _ = try Self.check(phase: phase)
    let position = CyclePosition(cycle: 0, phase: phase)
    try perform(.seek(to: position, isSilent: true), on: id, at: time)
  }

  /// Pauses a repeat.
  public mutating func pause(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.pause, on: id, at: time)
  }

  /// Resumes a paused repeat at the phase at which it was paused.
  public mutating func resume(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.resume, on: id, at: time)
  }

  /// Reverses the direction at once, until a rate in Hz is requested or the run ends.
  public mutating func reverse(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.reverse, on: id, at: time)
  }

  /// Begins a run at phase 0 if the repeat is idle; otherwise withdraws a waiting stop.
  public mutating func start(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.start, on: id, at: time)
  }

  /// Ends the run; the repeat stays in the bank, idle.
  public mutating func stop(_ id: RepeatID, _ mode: StopMode = .atCycleEnd, at time: Double)
    throws(BankError)
  {
    try perform(.stop(mode), on: id, at: time)
  }

  /// Carries out a command at `time`, as a controller does.
  ///
  /// A seek uses only the fractional part of its position.
  /// A slot has neither policy nor count, so `.policy` and `.repeatCount` throw.
  /// - Parameters:
  ///   - command: Any but `.policy` and `.repeatCount`.
  ///   - id: The repeat.
  ///   - time: Seconds, not before ``now``.
  ///   - policy: The policy of a `.rate` command. Default: phase-matched, at once.
  /// - Throws: The ``BankError`` that names the invalid number, ``BankError/staleID(_:)``,
  ///   ``BankError/noMemory``, ``BankError/needsController``. An error changes nothing.
  public mutating func perform(
    _ command: RepeatCommand, on id: RepeatID, at time: Double, policy: RatePolicy = .phaseMatched
  ) throws(BankError) {
    let slot = try check(id)
    _ = try check(time)
    try perform(command, on: slot, time, policy)
  }

  /// Carries out a command for all repeats in a range of slots.
  /// - Throws: Like ``perform(_:on:at:policy:)``, and ``BankError/rangeOutside(_:count:)``.
  public mutating func perform(
    _ command: RepeatCommand, in range: Range<Int>, at time: Double,
    policy: RatePolicy = .phaseMatched
  ) throws(BankError) {
    try check(range)
    _ = try check(time)
    try prepare(command, policy)
    advance(to: time)
    for slot in range where rows.slots[slot].isLive {
      settle(slot)
      apply(command, to: slot, policy)
    }
  }

  private mutating func perform(
    _ command: RepeatCommand, on slot: Int, _ time: Double, _ policy: RatePolicy
  ) throws(BankError) {
    try prepare(command, policy)
    advance(to: time)
    settle(slot)
    apply(command, to: slot, policy)
  }

  /// Moves the bank's present time forward, and carries out the changes that become due.
  @inline(__always)
  mutating func advance(to time: Double) {
    guard time > now else { return }
    passChanges(through: time)
    now = time
  }

  /// Validates a command, and allocates the memory for a pending change.
  private mutating func prepare(_ command: RepeatCommand, _ policy: RatePolicy) throws(BankError) {
    var takesEffectLater = false
    switch command {
    case .rate(let rate):
      try Self.check(rate)
      takesEffectLater = policy != .phaseMatched
      if case .phaseMatchedOver(let seconds) = policy { try Self.check(interval: seconds) }
    case .ramp(let rate, let seconds):
      try Self.check(rate)
      try Self.check(interval: seconds)
      takesEffectLater = true
    case .stop(let mode): takesEffectLater = mode == .atCycleEnd
    case .policy, .repeatCount: throw .needsController
    case .start, .pause, .resume, .reverse, .seek: break
    }
    if takesEffectLater, !rows.makePendingRow() { throw .noMemory }
  }
}
