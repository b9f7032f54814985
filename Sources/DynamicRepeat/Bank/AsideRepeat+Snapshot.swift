// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension AsideRepeat {
  func write(to writer: inout SnapshotWriter) {
    writer.write(UInt64(index))
    writer.write(isListening)
    controller.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(BankSnapshotError) {
    let index = Int(truncatingIfNeeded: try reader.read(UInt64.self))
    let isListening = try reader.readBool()
    self.init(index: index, word: MasterWord(rate: .zero), state: PlaceState(), at: 0)
    self.isListening = isListening
    guard try controller.read(from: &reader) else { throw .impossible(place: index) }
    controller.isReporting = isListening
  }
}

// What a bank's controllers can be: there are no counts, delays or commands that wait in them.

extension RepeatController {
  fileprivate func write(to writer: inout SnapshotWriter) {
    writer.write(state.code)
    writer.write(now)
    writer.write(motion.origin)
    writer.write(motion.anchor.position)
    writer.write(motion.curve.startRate)
    writer.write(motion.curve.endRate)
    writer.write(motion.curve.rampDuration)
    writer.write(motion.curve.shape == .smooth)
    writer.write(motion.curveStart)
    writer.write(motion.isStill)
    writer.write(run.start)
    writer.write(run.startTime)
    writer.write(Int64(rest.position.cycle))
    writer.write(rest.position.phase)
    writer.write(latchedRate != nil)
    writer.write(latchedRate ?? .zero)
    writer.write(Int64(marks.last))
    writer.write(marks.travel < 0)
    writer.write(marks.heading == .towardDefault)
    write(policy, to: &writer)
    write(orderedRate, to: &writer)
    writer.write(UInt32(events.count))
    for event in events { write(event, to: &writer) }
  }

  /// - Returns: Whether all of it can be.
  fileprivate mutating func read(from reader: inout SnapshotReader) throws(BankSnapshotError)
    -> Bool
  {
    let stateCode = try reader.read(UInt8.self)
    guard stateCode <= RepeatState.highestCode else { return false }
    let state = RepeatState(code: stateCode)
    let now = try reader.readDouble()
    let origin = try reader.readPair()
    let anchor = try reader.readPosition()
    let (startRate, endRate) = (try reader.readPair(), try reader.readPair())
    let ramp = try reader.readDouble()
    let shape: RampShape = try reader.readBool() ? .smooth : .linear
    let curveStart = try reader.readPair()
    let isStill = try reader.readBool()
    let (runStart, runTime) = (try reader.readPosition(), try reader.readPair())
    let (restCycle, restPhase) = (try reader.read(Int64.self), try reader.readDouble())
    let hasLatched = try reader.readBool()
    let latched = try reader.readPair()
    let lastMark = try reader.read(Int64.self)
    let travel = try reader.readBool() ? -1 : 1
    let heading: RepeatDirection = try reader.readBool() ? .towardDefault : .towardAlternate
    let policy = try readPolicy(from: &reader)
    let orderedRate = try readRate(from: &reader)
    let events = try readEvents(from: &reader)
    let rates = [startRate, endRate, latched]
    guard let anchor, let runStart, let policy, let orderedRate, let events,
      now.magnitude <= RepeatBank.latestTime, origin.isTime, runTime.isTime,
      rates.allSatisfy({ $0.magnitude.high <= RepeatBank.highestRate + 1e-9 }),
      RepeatLimits.intervals.contains(ramp), RepeatLimits.intervals.contains(curveStart.high),
      restPhase >= 0, restPhase < 1, restCycle.magnitude <= UInt64(1) << 59,
      lastMark.magnitude <= UInt64(1) << 59
    else { return false }
    self.state = state
    self.now = now
    motion.origin = origin
    motion.anchor = Place(position: anchor)
    motion.curve = RateCurve(from: startRate, to: endRate, over: ramp, shape: shape)
    motion.curveStart = curveStart
    motion.isStill = isStill
    run = Run(start: runStart, startTime: runTime)
    rest = Rest(position: CyclePosition(cycle: Int(restCycle), phase: restPhase))
    latchedRate = hasLatched ? latched : nil
    marks.last = Int(lastMark)
    marks.travel = travel
    marks.heading = heading
    self.policy = policy
    self.orderedRate = orderedRate
    self.events = events
    plan(at: DoubleDouble(now))
    return true
  }
}

// MARK: - Parts

extension RepeatController {
  private func write(_ policy: RatePolicy, to writer: inout SnapshotWriter) {
    if case .phaseMatched(let ramp, let shape) = policy {
      writer.write(UInt8(shape == .smooth ? 2 : 1))
      writer.write(ramp)
    } else {
      writer.write(0 as UInt8)
      writer.write(0.0)
    }
  }

  private func readPolicy(from reader: inout SnapshotReader) throws(BankSnapshotError)
    -> RatePolicy?
  {
    let code = try reader.read(UInt8.self)
    let ramp = try reader.readDouble()
    guard code <= 2, RepeatLimits.intervals.contains(ramp) else { return nil }
    return code == 0
      ? .restartPerCycle : .phaseMatched(ramp: ramp, shape: code == 2 ? .smooth : .linear)
  }

  private func write(_ rate: RepeatRate, to writer: inout SnapshotWriter) {
    switch rate {
    case .hertz(let hertz):
      writer.write(false)
      writer.write(hertz)
    case .cycleDuration(let seconds):
      writer.write(true)
      writer.write(seconds)
    }
  }

  private func readRate(from reader: inout SnapshotReader) throws(BankSnapshotError)
    -> RepeatRate?
  {
    let isDuration = try reader.readBool()
    let number = try reader.readDouble()
    let rate: RepeatRate = isDuration ? .cycleDuration(number) : .hertz(number)
    do throws(RepeatError) { try rate.validate() } catch { return nil }
    return rate
  }

  private func write(_ event: RepeatEvent, to writer: inout SnapshotWriter) {
    var isStop = false
    if case .stopped = event.kind { isStop = true }
    writer.write(isStop)
    // What is neither is not told by a bank.
    writer.write(isStop || event.kind == .cycle)
    writer.write(Int64(event.cycle))
    writer.write(Int64(event.count))
    writer.write(event.time)
  }

  private func readEvents(from reader: inout SnapshotReader) throws(BankSnapshotError)
    -> [RepeatEvent]?
  {
    let count = try reader.read(UInt32.self)
    var events: [RepeatEvent] = []
    for _ in 0..<count {
      let isStop = try reader.readBool()
      let isTold = try reader.readBool()
      let (cycle, number) = (try reader.read(Int64.self), try reader.read(Int64.self))
      let time = try reader.readDouble()
      guard number > 0, time.magnitude <= 2 * RepeatBank.latestTime else { return nil }
      guard isTold else { continue }
      events.append(
        RepeatEvent(
          kind: isStop ? .stopped(.cycleEnd) : .cycle, cycle: Int(cycle), count: Int(number),
          time: time))
    }
    return events
  }
}

extension SnapshotWriter {
  fileprivate mutating func write(_ position: PrecisePosition) {
    write(Int64(position.cycle))
    write(position.fraction)
  }
}

extension SnapshotReader {
  fileprivate mutating func readPosition() throws(BankSnapshotError) -> PrecisePosition? {
    let cycle = try read(Int64.self)
    let fraction = try readPair()
    guard cycle.magnitude <= UInt64(1) << 59, fraction >= .zero, fraction < .one else {
      return nil
    }
    return PrecisePosition(cycle: Int(cycle), fraction: fraction)
  }
}

extension DoubleDouble {
  /// Whether it may stand for a time; not for what is no number.
  fileprivate var isTime: Bool { magnitude.high <= 2 * RepeatBank.latestTime }
}
