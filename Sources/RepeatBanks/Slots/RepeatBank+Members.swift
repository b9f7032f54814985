// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

extension RepeatBank {
  /// Adds a repeat that runs from `time` on.
  /// - Parameters:
  ///   - rate: How fast; negative rates run backwards, 0 holds.
  ///   - phase: Where in the cycle it is at `time`, in [0, 1); 0 is the start.
  ///   - start: The value at progress 0, where the bank has ends; finite.
  ///   - end: The value at progress 1, where the bank has ends; finite.
  ///   - time: Seconds, not before ``now``.
  /// - Returns: Its name.
  /// - Throws: the ``BankError`` that names a wrong number, ``BankError/hasNoEnds`` for ends other
  ///   than 0 and 1 in a bank without, ``BankError/full(capacity:)``, ``BankError/noMemory``.
  /// - Complexity: O(1); a new block of 4096 slots now and then.
  @discardableResult
  public mutating func add(
    _ rate: RepeatRate, phase: Double = 0, from start: Float = 0, to end: Float = 1,
    at time: Double
  ) throws(BankError) -> RepeatID {
    try Self.check(rate)
    guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    try checkEnds(start, end)
    let bankTime = try check(time)
    let index = try takeSlot(at: bankTime)
    now = time
    settle(index)
    let (block, slot) = locate(index)
    block.exact[slot] = rk_exact(rate: StoredRate(rate.precise(direction: 1)))
    block.exact[slot].setPhase(ExactPhase(requested: phase), at: bankTime)
    block.occupy(slot)
    block.header.pointee.live_count += 1
    if let starts = block.start, let changes = block.change {
      starts[slot] = start
      changes[slot] = end - start
    }
    block.refreshFrame(slot)
    count += 1
    return name(of: index, block.state[slot])
  }

  /// Removes a repeat; its slot is a hole until another is added.
  /// - Throws: ``BankError/staleID(_:)``.
  public mutating func remove(_ id: RepeatID) throws(BankError) {
    removeLive(at: try check(id))
    dropEmptyEnd()
  }

  /// Removes all repeats in a range of slots.
  /// - Throws: ``BankError/rangeOutside(_:count:)``.
  public mutating func remove(in range: Range<Int>) throws(BankError) {
    try check(range)
    for index in range where isLive(index) { removeLive(at: index) }
    dropEmptyEnd()
  }

  /// Removes all; the memory is kept for others.
  public mutating func removeAll() {
    for index in 0..<endIndex where isLive(index) { removeLive(at: index) }
    dropEmptyEnd()
  }

  /// Gives a repeat another start and end, at once.
  /// - Throws: ``BankError/staleID(_:)``, ``BankError/hasNoEnds``, ``BankError/invalidEnd(_:)``.
  public mutating func setEnds(from start: Float, to end: Float, of id: RepeatID)
    throws(BankError)
  {
    let (block, slot) = locate(try check(id))
    guard let starts = block.start, let changes = block.change else { throw .hasNoEnds }
    try checkEnds(start, end)
    starts[slot] = start
    changes[slot] = end - start
  }

  /// Makes room, so that adding up to `total` repeats allocates nothing.
  ///
  /// Room for 65,536 and more is in large pages, where the system has them: a bank of millions is a
  /// quarter faster in these.
  /// - Precondition: `total` is within ``capacity``, and the system has the memory.
  public mutating func reserveCapacity(_ total: Int) {
    precondition(
      total >= 0 && total <= capacity, "room must be for 0 to \(capacity) repeats, not \(total)")
    precondition(makeRoom(for: total), "there is no memory for \(total) repeats")
  }

  /// The same for callers who can do without.
  /// - Returns: Whether there is memory for it.
  package mutating func makeRoom(for total: Int) -> Bool {
    if slabs.isEmpty, total > rk_block.slots { slotsPerBlock = rk_block.slots }
    while blockCount * slotsPerBlock < total {
      let missing = total - blockCount * slotsPerBlock
      let missingBlocks = (missing + rk_block.slots - 1) / rk_block.slots
      if slotsPerBlock == rk_block.slots, missingBlocks >= BankSlab.mostBlocks {
        let blocks = min(missingBlocks, BankSlab.mostReservedBlocks)
        guard addSlab(blocks: blocks, inLargePages: true) else { return false }
      } else {
        guard grow() else { return false }
      }
    }
    return true
  }

  private func checkEnds(_ start: Float, _ end: Float) throws(BankError) {
    guard start.isFinite, end.isFinite, (end - start).isFinite else {
      throw .invalidEnd(start.isFinite ? end : start)
    }
    guard hasEnds || (start == 0 && end == 1) else { throw .hasNoEnds }
  }
}

// MARK: - Slots

extension RepeatBank {
  /// The lowest free slot; there the caller puts a repeat.
  private mutating func takeSlot(at time: BankTime) throws(BankError) -> Int {
    guard count < capacity else { throw .full(capacity: capacity) }
    while true {
      if let slot = findSlot() {
        let index = firstRoomyBlock * rk_block.slots + slot
        let header = blocks[firstRoomyBlock].header
        if header.pointee.live_count == 0 {
          header.pointee.epoch = BankFrame.firstEpoch(
            ofBlock: firstRoomyBlock, at: time.nanoseconds, mode)
        }
        endIndex = max(endIndex, index + 1)
        usedEnd = max(usedEnd, endIndex)
        return index
      }
      guard grow() else { throw .noMemory }
    }
  }

  /// Whether a slot is free without growth.
  package mutating func hasFreeSlot() -> Bool { findSlot() != nil }

  /// The lowest free slot, in the first roomy block.
  private mutating func findSlot() -> Int? {
    while firstRoomyBlock < blockCount {
      if let slot = freeSlot(in: blocks[firstRoomyBlock]) { return slot }
      if slotsPerBlock < rk_block.slots { break }
      firstRoomyBlock += 1
    }
    return nil
  }

  private func freeSlot(in block: rk_block) -> Int? {
    var slot = Int(block.header.pointee.lowest_free)
    while slot < slotsPerBlock, block.state[slot].isLive || block.state[slot].isUsedUp {
      slot += 1
    }
    block.header.pointee.lowest_free = Int64(slot)
    return slot < slotsPerBlock ? slot : nil
  }

  /// More slots: the first block doubles until it is a whole one, then come as many blocks as there
  /// are, up to 16.
  ///
  /// So nothing costs more than copying one block: more memory than that is untouched at first.
  /// - Returns: Whether there is memory for it.
  private mutating func grow() -> Bool {
    if slabs.count == 1, slotsPerBlock < rk_block.slots {
      let smaller = blocks[0]
      let slots = slotsPerBlock
      slotsPerBlock *= 2
      guard var slab = makeSlab(firstBlock: 0, blockCount: 1, inLargePages: false) else {
        slotsPerBlock = slots
        return false
      }
      if smaller.value != nil, !slab.keepValues() {
        slab.free()
        slotsPerBlock = slots
        return false
      }
      blocks[0] = slab.block(0)
      blocks[0].copy(from: smaller, slots: slots)
      slabs[0].free()
      slabs[0] = slab
      return true
    }
    return addSlab(blocks: min(max(blockCount, 1), BankSlab.mostBlocks), inLargePages: false)
  }

  private func makeSlab(firstBlock: Int, blockCount: Int, inLargePages: Bool) -> BankSlab? {
    BankSlab(
      firstBlock: firstBlock, blockCount: blockCount, slotsPerBlock: slotsPerBlock,
      hasEnds: hasEnds, inLargePages: inLargePages)
  }

  private mutating func addSlab(blocks count: Int, inLargePages: Bool) -> Bool {
    guard
      let slab = makeSlab(
        firstBlock: blockCount, blockCount: count, inLargePages: inLargePages)
    else { return false }
    while blockCount + count > blockCapacity {
      let larger = UnsafeMutablePointer<rk_block>.allocate(capacity: 2 * blockCapacity)
      larger.moveInitialize(from: blocks, count: blockCount)
      blocks.deallocate()
      blocks = larger
      blockCapacity *= 2
    }
    for index in blockCount..<blockCount + count {
      (blocks + index).initialize(to: slab.block(index))
      blocks[index].header.pointee.is_one_way = mode == .sawtooth
    }
    slabs.append(slab)
    blockCount += count
    return true
  }

  private mutating func removeLive(at index: Int) {
    settle(index)
    let (block, slot) = locate(index)
    if block.state[slot].isIndividual { removeIndividual(of: index) }
    block.vacate(slot)
    block.exact[slot] = rk_exact(rate: .zero)
    block.phase[slot] = 0
    block.rate[slot] = 0
    if let starts = block.start, let changes = block.change {
      starts[slot] = 0
      changes[slot] = 0
    }
    block.value?[slot] = 0
    block.header.pointee.live_count -= 1
    block.header.pointee.lowest_free = min(block.header.pointee.lowest_free, Int64(slot))
    firstRoomyBlock = min(firstRoomyBlock, index / rk_block.slots)
    count -= 1
  }

  /// Holes at the end are no slots any more.
  mutating func dropEmptyEnd() {
    while endIndex > 0 {
      let (block, slot) = locate(endIndex - 1)
      if block.header.pointee.live_count == 0 {
        endIndex -= slot + 1
      } else if !block.state[slot].isLive {
        endIndex -= 1
      } else {
        return
      }
    }
  }
}
