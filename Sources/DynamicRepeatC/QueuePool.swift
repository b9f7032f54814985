// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02

/// The head of a block that holds what waits in a repeat, commands, locks and arrivals, and behind
/// it room for the copy in which looks ahead are taken.
///
/// A repeat for which nothing has ever waited has none. The calls that let something wait make a
/// larger one, up to the capacities of the definition; no other call allocates.
struct QueuePool {
  /// Of the whole block.
  let size: Int
  /// Where the room for looks ahead begins.
  let scratch: Int
  let commandRoom: UInt32
  let goalRoom: UInt32
  /// The time and phase that the last error out of reach named as possible.
  var nearest = (time: Double.nan, phase: Double.nan)

  /// Bytes up to the first queue.
  fileprivate static let head = (MemoryLayout<QueuePool>.stride + 15) & ~15
}

extension RepeatObject {
  /// Makes sure that so many commands and goals can wait.
  @inline(never)
  mutating func makeRoom(commands: Int, goals: Int = 0) throws(StatusError) {
    let present = (
      commands: Int(pool?.pointee.commandRoom ?? 0), goals: Int(pool?.pointee.goalRoom ?? 0)
    )
    guard commands > present.commands || goals > present.goals else { return }
    let commandRoom = Self.larger(present.commands, for: commands, limit: commandCapacity)
    let goalRoom = Self.larger(present.goals, for: goals, limit: lockCapacity)
    let scratch =
      QueuePool.head
      + RepeatController.queueBytes(commands: commandRoom, goals: goalRoom, head: arrayHead)
    let size =
      scratch
      + RepeatController.lookAheadBytes(commands: commandRoom, goals: goalRoom, head: arrayHead)
    let block = try given(repeat_memory_take(size), or: DR_ERROR_MEMORY)
    repeat_memory_begin(block + QueuePool.head, scratch - QueuePool.head)
    live.moveQueues(commands: commandRoom, goals: goalRoom)
    repeat_memory_end()
    let new = block.bindMemory(to: QueuePool.self, capacity: 1)
    new.initialize(
      to: QueuePool(
        size: size, scratch: scratch, commandRoom: UInt32(commandRoom), goalRoom: UInt32(goalRoom)))
    if let pool {
      new.pointee.nearest = pool.pointee.nearest
      repeat_memory_give(pool, pool.pointee.size)
    }
    pool = new
  }

  /// Twice the room, as much as is needed, and at most the limit.
  private static func larger(_ room: Int, for needed: Int, limit: UInt32) -> Int {
    needed <= room ? room : min(max(needed, 2 * room), Int(limit))
  }

  /// Runs `body` with a copy of the repeat that reports nothing; allocates nothing.
  @inline(never)
  mutating func lookAhead<Answer>(
    _ body: (inout RepeatController) throws(StatusError) -> Answer
  ) throws(StatusError) -> Answer {
    if let pool {
      let block = UnsafeMutableRawPointer(pool)
      repeat_memory_begin(block + pool.pointee.scratch, pool.pointee.size - pool.pointee.scratch)
    }
    defer { repeat_memory_end() }
    var ahead = live.copyForLookAhead()
    return try body(&ahead)
  }
}
