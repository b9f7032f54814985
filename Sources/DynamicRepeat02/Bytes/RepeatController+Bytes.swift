// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Writes all but the settings, what waits included.
  package func write(to writer: inout ByteWriter) {
    writer.write(policy)
    writer.write(requestedRate)
    writer.write(state.code)
    // No number: the first advance is still to come.
    writer.write(isOnTimeline ? now : .nan)
    writer.write(motion)
    writer.write(run)
    writer.write(idleState)
    writer.write(crossings.last)
    writer.write(crossings.direction > 0)
    writer.write(crossings.valueDirection == .towardDefault)
    writer.write(droppedEvents)
    schedule.write(to: &writer)
    writer.write(WideInt(events.count))
    for event in events { writer.write(event) }
  }

  /// Reads what was written by a controller of the same settings, in place; allocates nothing.
  ///
  /// The reader says whether it is sound; where it is not, this controller is of no further use.
  /// - Parameter mayDropEvents: Whether the newest of too many events are counted as dropped.
  /// - Returns: Whether the commands and events that wait, and the goals, are no more than fit.
  package mutating func read(
    from reader: inout ByteReader, commandLimit: Int, eventLimit: Int, goalLimit: Int = 0,
    mayDropEvents: Bool = false
  ) -> Bool {
    policy = reader.policy()
    requestedRate = reader.rate()
    state = RepeatState(code: reader.choice(below: 5))
    let savedNow = reader.number()
    isOnTimeline = !savedNow.isNaN
    now = isOnTimeline ? savedNow : RepeatLimits.beforeTimeline
    reader.require(now.magnitude <= RepeatLimits.latestTime)
    motion = reader.motion(repeatDelay: settings.repeatDelay)
    run = reader.run()
    idleState = reader.idleState()
    (nextStop, horizon) = (nil, nil)
    crossings.last = reader.integer(in: -2 * CyclePosition.farthest...2 * CyclePosition.farthest)
    crossings.direction = reader.flag() ? 1 : -1
    crossings.valueDirection = reader.flag() ? .towardDefault : .towardAlternate
    droppedEvents = reader.integer(in: 0...WideInt.max)
    let fitsCommands = schedule.read(
      from: &reader, limit: commandLimit, goalLimit: goalLimit, now: now)
    // Where not all was read, nothing says where the events begin.
    guard fitsCommands else { return false }
    let number = Int(reader.integer(in: 0...mostSaved))
    events.removeAll(keepingCapacity: true)
    let fitsEvents = number <= eventLimit || mayDropEvents
    for index in 0..<(fitsEvents ? number : 0) {
      guard reader.isSound else { break }
      let event = reader.event()
      if index < eventLimit { events.append(event) } else { countDropped(1) }
    }
    // What comes next follows from the other fields.
    if reader.isSound { reader.require(planAnew() == nil) }
    return fitsEvents
  }
}

/// The most commands or events that saved bytes may name.
let mostSaved: WideInt = 1 << 30
