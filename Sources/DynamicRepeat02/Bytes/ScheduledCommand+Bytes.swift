// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension ByteWriter {
  @inline(never)
  mutating func write(_ scheduled: ScheduledCommand) {
    write(scheduled.id.sequence)
    write(scheduled.moment)
    // One code more than there are commands: a goal, which is written after them.
    if let command = scheduled.command { write(command) } else { write(RepeatCommand.codes) }
  }

  private mutating func write(_ moment: RepeatMoment) {
    switch moment {
    case .now: write(0 as UInt8)
    case .nextCycle: write(1 as UInt8)
    case .cycle(let cycle):
      write(2 as UInt8)
      write(cycle)
    case .phase(let phase):
      write(3 as UInt8)
      write(phase)
    case .time(let time):
      write(4 as UInt8)
      write(time)
    }
  }
}

extension ByteReader {
  @inline(never)
  mutating func scheduledCommand(before nextSequence: WideInt) -> ScheduledCommand {
    let sequence = integer(in: 0...max(0, nextSequence - 1))
    return ScheduledCommand(
      id: ScheduledCommandID(sequence: sequence), moment: moment(), command: commandOrGoal())
  }

  private mutating func moment() -> RepeatMoment {
    let limit = WideInt(CyclePosition.limit)
    switch choice(below: 5) {
    case 1: return .nextCycle
    case 2: return .cycle(integer(in: -limit...limit))
    case 3: return .phase(number(in: 0...(1.0).nextDown))
    case 4: return .time(number(in: -RepeatLimits.latestTime...RepeatLimits.latestTime))
    default: return .now
    }
  }
}
