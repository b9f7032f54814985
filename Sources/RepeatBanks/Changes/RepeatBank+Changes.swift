// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// Each command exists for one repeat and for all repeats in a range of slots (holes are passed
// over). What it does is what the same command does to a controller.

extension RepeatBank {
  /// Requests a rate or a cycle duration, which takes effect as `policy` says.
  ///
  /// There is no default: a controller's is `RatePolicy.restartPerCycle`, which waits for the end
  /// of the cycle, and most games want a bank's repeats to change at once. At once
  /// (`.phaseMatched`) it costs a few nanoseconds. Under a ramp, or with a rate that waits for the
  /// end of the cycle, the repeat is evaluated individually, which costs tens of nanoseconds a
  /// frame.
  /// - Parameters:
  ///   - rate: Cycles per second, or seconds per cycle, which keep the direction.
  ///   - id: Which repeat.
  ///   - time: Seconds, not before ``now``.
  ///   - policy: `.phaseMatched` at once, the phase kept; `.restartPerCycle` at the end of the
  ///     cycle.
  /// - Throws: the ``BankError`` that names a wrong number, or ``BankError/staleID(_:)``.
  public mutating func setRate(
    _ rate: RepeatRate, of id: RepeatID, at time: Double, policy: RatePolicy
  ) throws(BankError) {
    if policy == .phaseMatched, setPlainRate(rate, of: id, at: time) { return }
    try perform(.rate(rate), on: id, at: time, policy: policy)
  }

  /// The same for all repeats in a range of slots.
  public mutating func setRate(
    _ rate: RepeatRate, in range: Range<Int>, at time: Double, policy: RatePolicy
  ) throws(BankError) {
    try perform(.rate(rate), in: range, at: time, policy: policy)
  }

  /// Requests seconds per cycle: ``setRate(_:of:at:policy:)`` with a duration.
  public mutating func setCycleDuration(
    _ seconds: Double, of id: RepeatID, at time: Double, policy: RatePolicy
  ) throws(BankError) {
    try perform(.rate(.cycleDuration(seconds)), on: id, at: time, policy: policy)
  }

  /// The same for all repeats in a range of slots.
  public mutating func setCycleDuration(
    _ seconds: Double, in range: Range<Int>, at time: Double, policy: RatePolicy
  ) throws(BankError) {
    try perform(.rate(.cycleDuration(seconds)), in: range, at: time, policy: policy)
  }

  /// Reaches a rate over `seconds`, value and rate continuous.
  public mutating func ramp(
    to rate: RepeatRate, over seconds: Double, shape: RampShape = .linear, of id: RepeatID,
    at time: Double
  ) throws(BankError) {
    try perform(.ramp(to: rate, over: seconds, shape: shape), on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func ramp(
    to rate: RepeatRate, over seconds: Double, shape: RampShape = .linear, in range: Range<Int>,
    at time: Double
  ) throws(BankError) {
    try perform(.ramp(to: rate, over: seconds, shape: shape), in: range, at: time)
  }

  /// Jumps to a phase, in [0, 1); ignored while idle.
  public mutating func seek(to phase: Double, of id: RepeatID, at time: Double) throws(BankError) {
    try perform(try Self.seek(to: phase), on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func seek(to phase: Double, in range: Range<Int>, at time: Double)
    throws(BankError)
  {
    try perform(try Self.seek(to: phase), in: range, at: time)
  }

  /// Stops the repeat and its time; ignored unless running or stopping.
  public mutating func pause(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.pause, on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func pause(in range: Range<Int>, at time: Double) throws(BankError) {
    try perform(.pause, in: range, at: time)
  }

  /// Goes on after a pause as if no time had passed; ignored unless paused.
  public mutating func resume(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.resume, on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func resume(in range: Range<Int>, at time: Double) throws(BankError) {
    try perform(.resume, in: range, at: time)
  }

  /// Turns the direction round, the value continuous, until the next rate in cycles per second or
  /// the end of the run: the next run goes in the direction of the requested rate.
  ///
  /// At rate 0 it turns the direction that the next cycle duration takes; while idle, the next run.
  public mutating func reverse(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.reverse, on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func reverse(in range: Range<Int>, at time: Double) throws(BankError) {
    try perform(.reverse, in: range, at: time)
  }

  /// Begins a run at phase 0 where one was stopped, or takes back a stop that waits.
  public mutating func start(_ id: RepeatID, at time: Double) throws(BankError) {
    try perform(.start, on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func start(in range: Range<Int>, at time: Double) throws(BankError) {
    try perform(.start, in: range, at: time)
  }

  /// Ends the run, by default with its present cycle; the repeat stays in the bank, idle.
  public mutating func stop(_ id: RepeatID, _ mode: StopMode = .atCycleEnd, at time: Double)
    throws(BankError)
  {
    try perform(.stop(mode), on: id, at: time)
  }

  /// The same for all repeats in a range of slots.
  public mutating func stop(
    in range: Range<Int>, _ mode: StopMode = .atCycleEnd, at time: Double
  ) throws(BankError) {
    try perform(.stop(mode), in: range, at: time)
  }
}

// MARK: - At once

extension RepeatBank {
  /// Changes many rates at `time`, each phase kept: the quick form of ``setRate(_:of:at:policy:)``
  /// with `.phaseMatched`, the only policy that it has.
  ///
  /// Of a repeat that is named twice the last rate holds.
  /// - Parameters:
  ///   - hertz: Cycles per second, one for each name.
  ///   - ids: Which repeats.
  ///   - time: Seconds, not before ``now``.
  /// - Throws: ``BankError/wrongCount(given:needed:)`` for lists of different lengths, or as
  ///   ``setRate(_:of:at:policy:)`` for the first wrong entry; nothing is changed then.
  public mutating func setRates(_ hertz: Span<Double>, of ids: Span<RepeatID>, at time: Double)
    throws(BankError)
  {
    guard hertz.count == ids.count else {
      throw .wrongCount(given: hertz.count, needed: ids.count)
    }
    let bankTime = try check(time)
    try hertz.withUnsafeBufferPointer { hertz throws(BankError) in
      try ids.withUnsafeBufferPointer { ids throws(BankError) in
        try setRates(hertz, of: ids, time, bankTime)
      }
    }
  }

  private mutating func setRates(
    _ hertz: UnsafeBufferPointer<Double>, of ids: UnsafeBufferPointer<RepeatID>, _ time: Double,
    _ bankTime: BankTime
  ) throws(BankError) {
    guard !ids.isEmpty, let firstID = ids.baseAddress else { return }
    var changes = rk_changes(
      blocks: blocks, slots: Int64(endIndex), name_base: nameBase, names: firstID,
      hertz: hertz.baseAddress, count: Int64(ids.count), time: rk_change_time_of(bankTime.inC),
      least_noted: 0, most_noted: 0)
    let set = kernels.inC
    let verdict = rk_check_changes(set ?? RK_BASELINE, &changes, Self.highestRate)
    if verdict != RK_ALL_MOVE { try checkOneByOne(hertz, ids) }
    now = time
    // The short way looks at all blocks first: not worth it for a few changes, nor more than once.
    let isMany = ids.count >= usedBlocks
    if isMany { settleAll() }
    let short = isMany && rk_prepare_changes(&changes) ? set : nil
    var done = 0
    while done < ids.count {
      if let short {
        done = Int(rk_change_rates(short, &changes, Int64(done), verdict == RK_ALL_MOVE))
        if done == ids.count { return }
      }
      let end = min(done + Self.changesWithCare, ids.count)
      for entry in done..<end { setRateWithCare(hertz[entry], ids[entry].index, time, bankTime) }
      done = end
    }
  }

  /// Changes that are applied one by one before the short way is tried again.
  private static var changesWithCare: Int { 8 }

  /// Says what is wrong with the first wrong entry.
  @inline(never)
  private func checkOneByOne(
    _ hertz: UnsafeBufferPointer<Double>, _ ids: UnsafeBufferPointer<RepeatID>
  ) throws(BankError) {
    for entry in ids.indices {
      try Self.check(.hertz(hertz[entry]))
      _ = try check(ids[entry])
    }
  }

  @inline(never)
  private mutating func setRateWithCare(
    _ hertz: Double, _ index: Int, _ time: Double, _ bankTime: BankTime
  ) {
    settle(index)
    let (block, slot) = locate(index)
    guard !block.state[slot].isPlain else {
      return block.requestPlainly(hertz: hertz, at: rk_change_time_of(bankTime.inC), slot)
    }
    let command = BankCommand(
      command: .rate(.hertz(hertz)), policy: .phaseMatched, time: time, bankTime: bankTime)
    apply(command, to: index)
  }

  /// The same for arrays.
  public mutating func setRates(_ hertz: [Double], of ids: [RepeatID], at time: Double)
    throws(BankError)
  {
    try setRates(hertz.span, of: ids.span, at: time)
  }

  /// The short way, for what is requested most: a rate at once, of a repeat that its slot keeps.
  /// - Returns: Whether it is such a repeat, and all is valid.
  private mutating func setPlainRate(_ rate: RepeatRate, of id: RepeatID, at time: Double) -> Bool {
    let index = id.index
    guard contains(id), (try? Self.check(rate)) != nil, time >= now, time <= Self.latestTime
    else { return false }
    let (block, slot) = locate(index)
    guard block.state[slot].isPlain else { return false }
    let bankTime = BankTime(time)
    now = time
    settle(index)
    if case .hertz(let hertz) = rate {
      block.requestPlainly(hertz: hertz, at: rk_change_time_of(bankTime.inC), slot)
    } else {
      block.request(rate, at: bankTime, slot)
      block.refreshFrame(slot)
    }
    return true
  }
}

// MARK: - Checking

extension RepeatBank {
  private static func seek(to phase: Double) throws(BankError) -> RepeatCommand {
    guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    return .seek(to: CyclePosition(cycle: 0, phase: phase))
  }

  private static func check(_ command: RepeatCommand, _ policy: RatePolicy) throws(BankError) {
    switch command {
    case .rate(let rate): try check(rate)
    case .ramp(let rate, let seconds, _):
      try check(rate)
      guard RepeatLimits.intervals.contains(seconds) else { throw .invalidInterval(seconds) }
    case .start, .stop, .pause, .resume, .reverse, .hold, .seek, .policy, .repeatCount: break
    }
    switch policy {
    case .restartPerCycle: break
    case .phaseMatched(let seconds, _):
      guard RepeatLimits.intervals.contains(seconds) else { throw .invalidInterval(seconds) }
    }
  }

  package mutating func perform(
    _ command: RepeatCommand, on id: RepeatID, at time: Double, policy: RatePolicy = .phaseMatched
  ) throws(BankError) {
    let index = try check(id)
    try Self.check(command, policy)
    let checked = BankCommand(
      command: command, policy: policy, time: time, bankTime: try check(time))
    now = time
    apply(checked, to: index)
  }

  package mutating func perform(
    _ command: RepeatCommand, in range: Range<Int>, at time: Double,
    policy: RatePolicy = .phaseMatched
  ) throws(BankError) {
    try check(range)
    try Self.check(command, policy)
    let checked = BankCommand(
      command: command, policy: policy, time: time, bankTime: try check(time))
    now = time
    for index in range where isLive(index) { apply(checked, to: index) }
  }
}
