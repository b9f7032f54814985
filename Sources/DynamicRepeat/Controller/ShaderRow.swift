// SPDX-License-Identifier: Apache-2.0

/// The motion of a repeat for a shader, in 32 bytes: a time, a phase and two rates, all integers.
///
/// ```
/// phase(t) = phase + (t < time ? rate : nextRate) * (t - time)    modulo one cycle
/// ```
/// Times are ticks of 2^-26 s, phases 2^-64 cycle, rates 2^-64 cycle per tick. All sums and
/// products are modulo 2^64, so every processor computes the same bits, even if the clock wraps. A
/// rate is rounded by at most 2^-65 cycle per tick, which adds up to 1.6e-7 cycle after 24 h and to
/// 2^-21 cycle after ``span``. The row stores the phase at the change of rate, and earlier phases
/// follow from the rate before the change. If rounding would put the start of the row behind the
/// motion, that rate is reduced slightly, which moves the earlier phases ahead.
///
/// The layout is that of the GPU: two `uvec4`, with the lower half of each number first.
/// `dynamic_repeat.glsl` evaluates a row.
public struct ShaderRow: Hashable, Sendable, BitwiseCopyable {
  /// The tick at which the rate changes; arbitrary if it does not change.
  public var time: UInt64
  /// The phase at `time`.
  public var phase: UInt64
  /// The rate before `time`.
  public var rate: Int64
  /// The rate from `time` on.
  public var nextRate: Int64

  /// A row from its four numbers.
  public init(time: UInt64, phase: UInt64, rate: Int64, nextRate: Int64) {
    (self.time, self.phase, self.rate, self.nextRate) = (time, phase, rate, nextRate)
  }

  /// The longest time, in seconds, for which a moving row is valid: 2^18 s, three days.
  public static let span = 262_144.0

  /// The first tick at or after `seconds`, modulo 2^64: the time to pass to the shader.
  ///
  /// The time is rounded up, so that the frame that starts a repeat shows the start of a cycle, not
  /// the end of the previous cycle.
  /// - Precondition: `seconds` is within ±1e12.
  public static func tick(at seconds: Double) -> UInt64 {
    precondition(
      seconds.magnitude <= RepeatLimits.latestTime,
      "a time must be within ±1e12 s, but is \(seconds)")
    return UInt64(truncatingIfNeeded: -Int128(-seconds, bits: 26))
  }

  /// The phase at a tick, in 2^-64 cycle; the shader computes the same bits.
  public func phase(at tick: UInt64) -> UInt64 {
    let elapsed = Int64(bitPattern: tick &- time)
    return phase &+ UInt64(bitPattern: (elapsed < 0 ? rate : nextRate) &* elapsed)
  }

  /// Converts a rate from 2^-`bits` Hz to 2^-64 cycle per tick (2^-38 Hz), rounded.
  package static func rate(_ rate: Int128, bits: Int128) -> Int64 {
    Int64(truncatingIfNeeded: (rate + 1 << (bits - 39)) >> (bits - 38))
  }

  /// The first tick at or after a time in 2^-64 s, without wrapping.
  package static func tick(notBefore time: Int128) -> Int128 { -(-time >> 38) }

  /// A row whose rate changes at a tick.
  ///
  /// The exact time of the change is up to one tick before `tick`. The phase at `tick` is `before`
  /// if `rate` lasts until then, and `after` if the rate changes at the exact time.
  ///
  /// Of these two phases the row takes that of the slower rate, so that the row is never ahead and
  /// no cycle begins early. At `first`, the row must not be behind either; otherwise a start would
  /// show the end of a cycle. If necessary, a slightly slower `rate` moves that phase ahead.
  package init(
    tick: Int128, before: UInt64, _ rate: Int64, after: UInt64, _ nextRate: Int64,
    first: (tick: Int128, phase: UInt64)
  ) {
    self.init(
      time: UInt64(truncatingIfNeeded: tick),
      phase: nextRate.magnitude > rate.magnitude ? before : after, rate: rate, nextRate: nextRate)
    let shown = phase(at: UInt64(truncatingIfNeeded: first.tick))
    let gap = Int64(bitPattern: shown &- first.phase)
    if tick > first.tick, gap.signum() == -rate.signum() {
      let ticks = UInt64(tick - first.tick)
      self.rate -= rate.signum() * Int64((gap.magnitude + ticks - 1) / ticks)
    }
    // Before the change, this row shows the end of a one-way cycle. A rate of one unit per tick
    // leads from that end to the start of the next cycle at the change.
    if before == .max, rate == 0, nextRate > 0 { (phase, self.rate) = (0, 1) }
  }
}

extension RepeatController {
  /// The row that shows this repeat in a shader from `time` on, and the time at which the shader
  /// needs another row.
  ///
  /// The row contains the present motion and the next change of its rate. This change may be a
  /// scheduled command, the end of a delay or of the run, or a rate change or stop that waits for
  /// the end of the cycle. Let c be the change of the rate in Hz. Before `until`, the row's phase
  /// at a tick is within `2^-20 + 2^-26 s * c` cycle of ``sample(at:)`` at the tick's time. A row
  /// gives only the phase; the shader applies the curve, and lets the value return in the second
  /// half of a cycle that goes there and back.
  /// - Parameter time: Seconds, at least ``now`` and at most 1e12.
  /// - Returns: The row, and the time until which it is valid: the second change of the rate, a
  ///   jump, or at most ``ShaderRow/span`` seconds later. In a ramp, a row is valid for one frame,
  ///   and `until` is `time`. If nothing will move, `until` is infinite. After any command, get
  ///   another row.
  /// - Precondition: `time` is in that range.
  public func shaderRow(at time: Double) -> (row: ShaderRow, until: Double) {
    var present = self
    present.lookAhead(to: time)
    let start = ShaderRow.tick(notBefore: Ticks(seconds: time).units)
    let startTick = Ticks(units: start << 38)
    present.pass(through: startTick)
    let (phase, rate, end) = present.shaderMotion(at: startTick)
    guard end > startTick, end - startTick <= Ticks(seconds: ShaderRow.span) else {
      let row = ShaderRow(
        tick: start, before: phase, rate, after: phase, rate, first: (start, phase))
      let until = end == .never && rate == 0 ? .infinity : time + ShaderRow.span
      return (row, end <= startTick ? time : until)
    }
    let change = ShaderRow.tick(notBefore: end.units)
    let changeTick = Ticks(units: change << 38)
    var next = present
    next.pass(through: changeTick)
    let (after, nextRate, nextEnd) = next.shaderMotion(at: changeTick)
    let before =
      rate == 0 ? phase : present.shaderPhase(of: present.motion.position(at: changeTick))
    let moves = rate != 0 || nextRate != 0
    let gap = Int64(bitPattern: after &- before).magnitude
    let slack: UInt64 = moves ? 1 << 44 + (nextRate &- rate).magnitude : 0
    let jumps = gap > slack
    // At a turn, the phase before the change would show the wrong end of a one-way cycle for a tick.
    let turns = !jumps && rate != 0 && next.direction != present.direction
    let limit = moves ? time + ShaderRow.span : .infinity
    return (
      ShaderRow(
        tick: change, before: turns ? after : before, rate, after: jumps ? before : after, nextRate,
        first: (start, phase)),
      jumps ? end.seconds : nextEnd == .never ? limit : min(nextEnd.seconds, limit)
    )
  }

  /// The phase shown at a tick, the rate, and the time at which that rate ends: `time` itself in a
  /// ramp.
  private func shaderMotion(at time: Ticks) -> (phase: UInt64, rate: Int64, end: Ticks) {
    if state == .idle { return (idlePhase, 0, plan.horizon) }
    let point = motion.point(at: time)
    let position = motion.position(of: point)
    if let standstill = motion.standstillDirection(of: point) {
      let showsEnd = showsCycleEnd(at: position, standstill: standstill)
      let phase =
        standstill == 0 ? idlePhase : showsEnd ? .max : UInt64(truncatingIfNeeded: position.units)
      return (phase, 0, min(plan.horizon, point.standstillEnd ?? .never))
    }
    if motion.isPaused { return (shaderPhase(of: position), 0, plan.horizon) }
    let rate = ShaderRow.rate(motion.rate(of: point).units, bits: 96)
    // At the next boundary, the motion rests.
    let restBegin =
      motion.rest > 0 ? motion.arrival(at: position.next(motion.direction)) : .never
    let end = min(plan.horizon, restBegin)
    return (shaderPhase(of: position), rate, motion.piece.isSteady ? end : time)
  }

  private var idlePhase: UInt64 {
    switch idleAppearance {
    case .defaultState: 0
    case .position: UInt64(truncatingIfNeeded: idlePosition.units)
    case .cycleEnd: .max
    }
  }

  /// The phase of a position, one unit less if the motion is backwards and one-way: the shader then
  /// shows the end of a cycle at the boundary.
  private func shaderPhase(of position: Position) -> UInt64 {
    let phase = UInt64(truncatingIfNeeded: position.units)
    return !settings.autoreverses && direction < 0 ? phase &- 1 : phase
  }
}
