// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension ByteWriter {
  mutating func write(_ motion: Motion) {
    write(motion.origin)
    write(motion.anchor.position)
    write(motion.anchor.delayLeft)
    write(motion.anchor.showsCycleEnd)
    write(motion.curve.startRate)
    write(motion.curve.endRate)
    write(motion.curve.rampDuration)
    write(motion.curve.shape)
    write(motion.curveStart)
    write(motion.isStill)
    write(motion.lastDirection > 0)
  }

  mutating func write(_ run: Run) {
    write(run.start)
    write(run.startTime)
    write(run.lowerEnd) { $0.write($1) }
    write(run.upperEnd) { $0.write($1) }
  }

  mutating func write(_ idleState: IdleState) {
    write(idleState.position.cycle)
    write(idleState.position.phase)
    write(idleState.fraction)
    write(idleState.progress)
  }

  mutating func write(_ event: RepeatEvent) {
    write(event.kind.code)
    write(event.cycle)
    write(event.count)
    write(event.time)
  }
}

extension ByteReader {
  mutating func motion(repeatDelay: Double) -> Motion {
    let highestRate = RepeatLimits.highestRate.nextUp
    let origin = precise(within: RepeatLimits.latestTime)
    let anchor = MotionState(
      position: position(), delayLeft: precise(within: RepeatLimits.intervals.upperBound),
      showsCycleEnd: flag())
    let curve = RateCurve(
      from: precise(within: highestRate), to: precise(within: highestRate),
      over: number(in: RepeatLimits.intervals), shape: shape())
    let curveStart = precise(within: RepeatLimits.intervals.upperBound)
    return Motion(
      origin: origin, anchor: anchor, curve: curve, isStill: flag(), isLastBackwards: !flag(),
      curveStart: curveStart, repeatDelay: repeatDelay)
  }

  mutating func run() -> Run {
    let start = position()
    var run = Run(start: start, startTime: precise(within: RepeatLimits.latestTime))
    run.lowerEnd = optional { $0.position() }
    run.upperEnd = optional { $0.position() }
    return run
  }

  mutating func idleState() -> IdleState {
    let cycle = integer(in: -CyclePosition.farthest...CyclePosition.farthest)
    let phase = number(in: 0...(1.0).nextDown)
    // Beyond ``CyclePosition/limit`` only by running there: its own initializer is for callers.
    let position = CyclePosition(
      PrecisePosition(cycle: cycle, fraction: DoubleDouble(phase)))
    let largest = Double.greatestFiniteMagnitude
    return IdleState(
      position: position, fraction: number(in: 0...1), progress: number(in: -largest...largest))
  }

  mutating func event() -> RepeatEvent {
    let code = choice(below: RepeatEvent.Kind.codes)
    require(code != RepeatEvent.Kind.invalidInputCode)
    return RepeatEvent(
      kind: RepeatEvent.Kind(code: code), cycle: integer(), count: integer(),
      time: number(in: -RepeatLimits.latestTime.nextUp...RepeatLimits.latestTime.nextUp))
  }
}
