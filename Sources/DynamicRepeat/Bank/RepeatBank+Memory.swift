// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// What the C library asks before it lets a bank allocate: there, memory may be refused.

extension RepeatBank {
  /// Bytes of one repeat in the side table.
  package static var asideSize: Int { MemoryLayout<AsideRepeat>.stride }

  /// Bytes of one event that waits at its repeat, and of one that was handed to the bank.
  package static var eventSizes: (waiting: Int, told: Int) {
    (MemoryLayout<RepeatEvent>.stride, MemoryLayout<BankEvent>.stride)
  }

  /// Bytes that the lists of blocks and slabs may take anew, all doublings on the way included.
  package func listSize(for total: Int) -> (blocks: Int, slabs: Int) {
    // One slab more than needed may come, and with it up to 16 blocks.
    let count = max(blockCount, total / BankBlock.places + 1) + BankSlab.mostBlocks
    let slabCount = count / BankSlab.mostBlocks + 8
    return (
      4 * count * MemoryLayout<BankBlock>.stride, 4 * slabCount * MemoryLayout<BankSlab>.stride
    )
  }

  /// Bytes of the rows: masters, hot copies and values.
  package var rowSize: Int {
    var size = 0
    for slab in slabs { size += slab.size }
    return size
  }

  /// Repeats in the side table, and how many it has room for.
  package var asideCount: Int { aside.count }
  package var asideRoom: Int { aside.capacity }

  /// Makes room in the side table.
  package mutating func reserveAside(_ total: Int) { aside.reserveCapacity(total) }

  /// How many events a frame has room for.
  package var eventRoom: Int { events.capacity }

  /// Makes room for events.
  package mutating func reserveEvents(_ total: Int) { events.reserveCapacity(total) }

  /// Repeats of a range of places that are not in the side table.
  package func plainCount(in range: Range<Int>) -> Int {
    var count = 0
    for index in range {
      let (block, place) = locate(index)
      let state = block.state[place]
      if state.isLive, !state.isAside { count += 1 }
    }
    return count
  }

  /// What a snapshot holds, as far as memory goes.
  /// - Throws: ``BankSnapshotError`` where the bytes are none, or too few for what they say.
  package static func contents(of bytes: UnsafeRawBufferPointer) throws(BankSnapshotError)
    -> (places: Int, aside: Int)
  {
    var reader = ByteReader(bytes)
    let head = try SnapshotHead(
      from: &reader, content: max(0, bytes.count - SnapshotHead.checkSize))
    return (head.places, head.asideCount)
  }
}

extension BankCurve {
  /// Bytes of the tables that a copy takes.
  package var tableSize: Int {
    var size = fit.exact.map { 8 * $0.count } ?? 0
    for choice in fit.choices { size += choice.plan?.size ?? 0 }
    return size
  }
}
