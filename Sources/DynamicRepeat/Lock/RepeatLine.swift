// SPDX-License-Identifier: Apache-2.0

/// A position at a time, and a steady rate: the target of a lock.
///
/// A ``BeatClock``, a ``ClockFollower`` or another repeat provides a line.
public struct RepeatLine: Hashable, Sendable, BitwiseCopyable {
  var time: Ticks
  var position: Position
  var rate: Rate

  /// - Parameters:
  ///   - position: The position at `time`.
  ///   - time: Seconds, within ±1e12.
  ///   - hertz: Cycles per second, within ±1e6.
  /// - Throws: the ``RepeatError`` that names the first invalid number.
  public init(_ position: CyclePosition, at time: Double, hertz: Double) throws(RepeatError) {
    try check(time: time)
    try RepeatRate.hertz(hertz).validate()
    self.init(
      time: Ticks(seconds: time), position: Position(position), rate: Rate(hertz: hertz))
  }

  /// A line from position 0 at a time, at a valid rate; a rate given as a duration takes the sign
  /// of `direction`.
  package init(at time: Double, _ rate: RepeatRate, direction: WideInt) {
    self.init(
      time: Ticks(seconds: time), position: 0,
      rate: rate.inEffect(direction: direction, limit: .infinity))
  }

  /// The line that has the position of this line at `time`, and the rate of `other`.
  package func continued(at time: Double, as other: RepeatLine) -> RepeatLine {
    let tick = Ticks(seconds: time)
    return RepeatLine(time: tick, position: position(at: tick), rate: other.rate)
  }

  init(time: Ticks, position: Position, rate: Rate) {
    (self.time, self.position, self.rate) = (time, position, rate)
  }

  /// Cycles per second.
  public var hertz: Double { rate.hertz }

  /// The position at a time in seconds.
  /// - Precondition: `time` is within ±1e12.
  public func position(at time: Double) -> CyclePosition {
    trapping { () throws(RepeatError) in try check(time: time) }
    return position(at: Ticks(seconds: time)).cyclePosition
  }

  func position(at tick: Ticks) -> Position { position + rate * (tick - time) }

  /// The line moved by whole cycles, so that it is at `position` at `time`; that differs by whole
  /// cycles and at most rounding from where the line is then.
  ///
  /// A line that begins later than `time`, or would be beyond the limits, gets another point.
  func shifted(toPass position: Position, at time: Ticks) -> RepeatLine {
    let distance = position - self.position(at: time) + .halfCycle
    let shifted = self.position + distance - distance.fraction
    guard self.time <= time, shifted.magnitude <= .farthest else {
      return RepeatLine(time: time, position: position, rate: rate)
    }
    return RepeatLine(time: self.time, position: shifted, rate: rate)
  }

  /// The first tick at which the position has reached `target`; `nil` if the position never reaches
  /// it.
  func time(of target: Position) -> Ticks? {
    if target == position { return time }
    guard rate != 0 else { return nil }
    let tick = time + (target - position).duration(at: rate)
    return tick.magnitude <= Ticks(seconds: RepeatLimits.latestTime) ? tick : nil
  }

  /// The line of a repeat that makes `numerator` cycles per `denominator` cycles of this line,
  /// `offset` cycles ahead: `position * numerator / denominator + offset`.
  /// - Parameters:
  ///   - numerator: 1 to 1,000,000.
  ///   - denominator: 1 to 1,000,000. Default: 1.
  ///   - offset: Cycles, within ±1e6. Default: 0.
  /// - Throws: ``RepeatError/invalidRatio(_:_:)``, ``RepeatError/invalidOffset(_:)``, or, if the
  ///   resulting line is beyond the limits, ``RepeatError/invalidRate(_:)`` or
  ///   ``RepeatError/invalidCycle(_:)``.
  public func times(_ numerator: Int, over denominator: Int = 1, offset: Double = 0)
    throws(RepeatError) -> RepeatLine
  {
    let range = 1...1_000_000
    guard range.contains(numerator), range.contains(denominator) else {
      throw .invalidRatio(numerator, denominator)
    }
    guard offset.magnitude <= 1e6 else { throw .invalidOffset(offset) }
    let (factor, divisor) = (Ticks(units: Int128(numerator)), Ticks(units: Int128(denominator)))
    let target = position.scaled(by: factor, over: divisor) + Position(cycles: offset)
    try check(cycle: target.magnitude < .never ? target.cycle : .max)
    let product = rate.scaled(by: factor, over: divisor, roundsUp: true)
    try RepeatRate.hertz(product.hertz).validate()
    return RepeatLine(time: time, position: target, rate: product)
  }
}

extension RepeatController {
  /// The repeat's present position and rate as a line, to lock another repeat to.
  ///
  /// After a rate change, a seek, a pause or a ramp of this repeat, lock again to its new line.
  public var presentLine: RepeatLine {
    let time = presentTick
    let point = motion.point(at: time)
    let isMoving = state.isMoving && point.standstillEnd == nil
    return RepeatLine(
      time: time, position: isActive ? motion.position(of: point) : idlePosition,
      rate: isMoving ? motion.rate(of: point) : 0)
  }
}
