// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// What the C library asks before it lets a bank allocate: there, an allocator may have no more
// memory.

extension RepeatBank {
  /// Bytes of one individually evaluated repeat.
  package static var individualSize: Int { MemoryLayout<IndividualRepeat>.stride }

  /// Bytes that the lists of blocks and slabs may take anew, all doublings on the way included.
  package func listSize(for total: Int) -> (blocks: Int, slabs: Int) {
    // One slab more than needed may come, and with it up to 16 blocks.
    let count = max(blockCount, total / rk_block.slots + 1) + BankSlab.mostBlocks
    let slabCount = count / BankSlab.mostBlocks + 8
    return (
      4 * count * MemoryLayout<rk_block>.stride, 4 * slabCount * MemoryLayout<BankSlab>.stride
    )
  }

  /// Bytes of the rows: exact states, what frames are evaluated from, and values.
  package var rowSize: Int {
    var size = 0
    for slab in slabs { size += slab.size }
    return size
  }

  /// Individually evaluated repeats, and how many there is room for.
  package var individualCount: Int { individuals.count }
  package var individualRoom: Int { individuals.capacity }

  /// Makes room for individually evaluated repeats.
  package mutating func reserveIndividuals(_ total: Int) { individuals.reserveCapacity(total) }

  /// Whether kernels alone make its frames, which then neither divide by 0 nor overflow.
  ///
  /// Controllers may divide by 0; ends may be next to the greatest `Float`, and a curve that no kernel
  /// fits may have outputs beyond it. Mutating, though it changes nothing: only
  /// so does the compiler leave the bank where it is.
  package mutating func hasPlainFrames() -> Bool {
    individuals.isEmpty && !hasEnds && loop.kernel != nil
  }

  /// Repeats of a range of slots that are not evaluated individually.
  package func plainCount(in range: Range<Int>) -> Int {
    var count = 0
    for index in range {
      let (block, slot) = locate(index)
      let state = block.state[slot]
      if state.isLive, !state.isIndividual { count += 1 }
    }
    return count
  }

  /// What a snapshot holds, as far as memory goes.
  /// - Throws: ``BankSnapshotError`` where the bytes are none, or too few for what they say.
  package static func contents(of bytes: UnsafeRawBufferPointer) throws(BankSnapshotError)
    -> (slots: Int, individuals: Int)
  {
    var reader = ByteReader(bytes)
    let head = try SnapshotHead(
      from: &reader, content: max(0, bytes.count - SnapshotHead.checkSize))
    return (head.slots, head.individualCount)
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
