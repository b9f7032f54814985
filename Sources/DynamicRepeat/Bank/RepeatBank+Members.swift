// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
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
  /// - Complexity: O(1); a new block of 4096 places now and then.
  @discardableResult
  public mutating func add(
    _ rate: RepeatRate, phase: Double = 0, from start: Float = 0, to end: Float = 1,
    at time: Double
  ) throws(BankError) -> RepeatID {
    try Self.check(rate)
    guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    try checkEnds(start, end)
    let bankTime = try check(time)
    let index = try takePlace(at: bankTime)
    now = time
    let (block, place) = locate(index)
    var word = MasterWord(rate: MasterRate(rate.precise(direction: 1)))
    word.setPhase(ExactPhase(asked: phase), at: bankTime)
    block.master[place] = word
    block.state[place].occupy()
    block.header.pointee.liveCount += 1
    if let starts = block.start, let changes = block.change {
      starts[place] = start
      changes[place] = end - start
    }
    block.refreshHot(place)
    count += 1
    return name(of: index, block.state[place])
  }

  /// Removes a repeat; its place is a hole until another is added.
  /// - Throws: ``BankError/staleID(_:)``.
  public mutating func remove(_ id: RepeatID) throws(BankError) {
    removeLive(at: try check(id))
    dropEmptyEnd()
  }

  /// Removes all repeats in a range of places.
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
    let (block, place) = locate(try check(id))
    guard let starts = block.start, let changes = block.change else { throw .hasNoEnds }
    try checkEnds(start, end)
    starts[place] = start
    changes[place] = end - start
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
    if slabs.isEmpty, total > BankBlock.places { placesPerBlock = BankBlock.places }
    while blockCount * placesPerBlock < total {
      let missing = total - blockCount * placesPerBlock
      let missingBlocks = (missing + BankBlock.places - 1) / BankBlock.places
      if placesPerBlock == BankBlock.places, missingBlocks >= BankSlab.mostBlocks {
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

// MARK: - Places

extension RepeatBank {
  /// The lowest free place; there the caller puts a repeat.
  private mutating func takePlace(at time: BankTime) throws(BankError) -> Int {
    guard count < capacity else { throw .full(capacity: capacity) }
    while true {
      if let place = findPlace() {
        let index = firstRoomyBlock * BankBlock.places + place
        let header = blocks[firstRoomyBlock].header
        if header.pointee.liveCount == 0 {
          // Ahead, each block by a part of its own, so that not all are due in one frame.
          let ahead = BankFrame.longestSpan(mode) * BankBlock.share(firstRoomyBlock)
          header.pointee.inC.epoch = time.nanoseconds &+ Int64(ahead * 1e9)
        }
        endIndex = max(endIndex, index + 1)
        usedEnd = max(usedEnd, endIndex)
        return index
      }
      guard grow() else { throw .noMemory }
    }
  }

  /// Whether a place is free without growth.
  package mutating func hasFreePlace() -> Bool { findPlace() != nil }

  /// The lowest free place, in the first roomy block.
  private mutating func findPlace() -> Int? {
    while firstRoomyBlock < blockCount {
      if let place = freePlace(in: blocks[firstRoomyBlock]) { return place }
      if placesPerBlock < BankBlock.places { break }
      firstRoomyBlock += 1
    }
    return nil
  }

  private func freePlace(in block: BankBlock) -> Int? {
    var place = block.header.pointee.lowestFree
    while place < placesPerBlock, block.state[place].isLive || block.state[place].isUsedUp {
      place += 1
    }
    block.header.pointee.lowestFree = place
    return place < placesPerBlock ? place : nil
  }

  /// More places: the first block doubles until it is a whole one, then come as many blocks as there
  /// are, up to 16.
  ///
  /// So nothing costs more than copying one block: more memory than that is untouched at first.
  /// - Returns: Whether there is memory for it.
  private mutating func grow() -> Bool {
    if slabs.count == 1, placesPerBlock < BankBlock.places {
      let smaller = blocks[0]
      let places = placesPerBlock
      placesPerBlock *= 2
      guard var slab = makeSlab(firstBlock: 0, blockCount: 1, inLargePages: false) else {
        placesPerBlock = places
        return false
      }
      if smaller.value != nil, !slab.keepValues() {
        slab.free()
        placesPerBlock = places
        return false
      }
      blocks[0] = slab.block(0)
      blocks[0].copy(from: smaller, places: places)
      slabs[0].free()
      slabs[0] = slab
      return true
    }
    return addSlab(blocks: min(max(blockCount, 1), BankSlab.mostBlocks), inLargePages: false)
  }

  private func makeSlab(firstBlock: Int, blockCount: Int, inLargePages: Bool) -> BankSlab? {
    BankSlab(
      firstBlock: firstBlock, blockCount: blockCount, placesPerBlock: placesPerBlock,
      hasEnds: hasEnds, inLargePages: inLargePages)
  }

  private mutating func addSlab(blocks count: Int, inLargePages: Bool) -> Bool {
    guard
      let slab = makeSlab(
        firstBlock: blockCount, blockCount: count, inLargePages: inLargePages)
    else { return false }
    while blockCount + count > blockCapacity {
      let larger = UnsafeMutablePointer<BankBlock>.allocate(capacity: 2 * blockCapacity)
      larger.moveInitialize(from: blocks, count: blockCount)
      blocks.deallocate()
      blocks = larger
      blockCapacity *= 2
    }
    for index in blockCount..<blockCount + count {
      (blocks + index).initialize(to: slab.block(index))
      blocks[index].header.pointee.inC.is_one_way = mode == .sawtooth
    }
    slabs.append(slab)
    blockCount += count
    return true
  }

  private mutating func removeLive(at index: Int) {
    let (block, place) = locate(index)
    if block.state[place].isAside { removeAside(of: index) }
    block.state[place].vacate()
    block.master[place] = MasterWord(rate: .zero)
    block.phase[place] = 0
    block.rate[place] = 0
    if let starts = block.start, let changes = block.change {
      starts[place] = 0
      changes[place] = 0
    }
    block.value?[place] = 0
    block.header.pointee.liveCount -= 1
    block.header.pointee.lowestFree = min(block.header.pointee.lowestFree, place)
    firstRoomyBlock = min(firstRoomyBlock, index / BankBlock.places)
    count -= 1
  }

  /// Holes at the end are no places any more.
  mutating func dropEmptyEnd() {
    while endIndex > 0 {
      let (block, place) = locate(endIndex - 1)
      if block.header.pointee.liveCount == 0 {
        endIndex -= place + 1
      } else if !block.state[place].isLive {
        endIndex -= 1
      } else {
        return
      }
    }
  }
}

extension BankBlock {
  /// Puts the master's motion into the hot arrays.
  @inline(__always)
  func refreshHot(_ place: Int) {
    let word = master[place]
    if state[place].isStill {
      header.pointee.inC.may_stand = true
      phase[place] = word.hotStillPhase
      rate[place] = 0
      return
    }
    phase[place] =
      word.hotPhase(atNanosecond: header.pointee.inC.epoch) &+ rk_lead(&header.pointee.inC)
    show(rate: word.hertz, place)
  }
}
