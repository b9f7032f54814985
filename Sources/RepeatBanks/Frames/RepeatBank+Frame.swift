// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

extension RepeatBank {
  /// Works out the value of every repeat at `time`, kept until the next call: see
  /// ``subscript(_:)``.
  ///
  /// Nothing is allocated, but for the values' own memory at first and after growth (4 bytes a
  /// slot; ``forEachChunk(at:_:)`` does without).
  /// - Precondition: `time` is within ±``latestTime``, and the system has the memory.
  public mutating func evaluate(at time: Double) {
    precondition(keepValues(), "there is no memory for \(endIndex) values")
    let frame = makeFrame(at: time)
    frame.evaluate(blocks: 0..<frame.blockCount)
  }

  /// Works out the value of every repeat at `time` into the caller's memory, in order of the slots.
  /// - Throws: ``BankError/wrongCount(given:needed:)`` where `values` has not ``endIndex``
  ///   elements.
  /// - Precondition: `time` is within ±``latestTime``.
  public mutating func evaluate(at time: Double, into values: UnsafeMutableBufferPointer<Float>)
    throws(BankError)
  {
    guard values.count == endIndex else {
      throw .wrongCount(given: values.count, needed: endIndex)
    }
    let frame = makeFrame(at: time)
    guard let output = values.baseAddress else { return }
    frame.evaluate(blocks: 0..<frame.blockCount, into: output)
  }

  /// Hands out the values at `time` 1024 at a time, while they are still in the nearest cache.
  ///
  /// At ten million repeats a third faster than values that are kept.
  /// - Parameters:
  ///   - time: Seconds; may precede the present.
  ///   - body: Gets the index of the first value, and the values; they are gone afterwards.
  /// - Precondition: `time` is within ±``latestTime``.
  public mutating func forEachChunk<Failure: Error>(
    at time: Double, _ body: (Int, UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    let frame = makeFrame(at: time)
    try frame.forEachChunk(inBlocks: 0..<frame.blockCount, chunkRoom, body)
  }

  /// Prepares a frame whose blocks may be evaluated in any order and by several threads at once.
  ///
  /// The frame has exclusive access to the bank meanwhile, which the compiler checks. Each block
  /// must be evaluated by one thread at a time, and all threads must be done with it when `body`
  /// ends.
  /// - Precondition: `time` is within ±``latestTime``, and the system has the memory.
  public mutating func withFrame<Result, Failure: Error>(
    at time: Double, _ body: (BankFrame) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(keepValues(), "there is no memory for \(endIndex) values")
    return try body(makeFrame(at: time))
  }

  /// The value at a slot in the last ``evaluate(at:)``; a hole's is that of progress 0.
  /// - Precondition: `index` is within 0..<``endIndex``.
  public subscript(_ index: Int) -> Float {
    precondition(
      index >= 0 && index < endIndex, "the slot \(index) must lie within 0..<\(endIndex)")
    let (block, slot) = locate(index)
    return block.value?[slot] ?? 0
  }

  /// The values of the last ``evaluate(at:)``, a block of up to 4096 at a time.
  /// - Parameter body: Gets the slot of the first value, and the values.
  public func forEachBlock<Failure: Error>(
    _ body: (Int, UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    for block in 0..<usedBlocks {
      let values = values(ofBlock: block)
      if values.baseAddress != nil { try body(block * rk_block.slots, values) }
    }
  }

  /// The values of a block in the last frame; no memory where there was none since it came.
  package func values(ofBlock block: Int) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(
      start: blocks[block].value,
      count: min(rk_block.slots, endIndex - block * rk_block.slots))
  }

  /// The nanosecond at which a block's frame phases were last taken from the exact states, for tests.
  package func epoch(ofBlock block: Int) -> Int64 { blocks[block].header.pointee.epoch }

  @inline(__always)
  package var usedBlocks: Int { (endIndex + rk_block.slots - 1) / rk_block.slots }

  /// Memory for the values of all slots in use.
  /// - Returns: Whether there is any.
  package mutating func keepValues() -> Bool { keepValues(ofBlocks: usedBlocks) }

  /// Memory for the values of all slots that there is room for.
  /// - Returns: Whether there is any.
  package mutating func keepValuesOfRoom() -> Bool { keepValues(ofBlocks: blockCount) }

  private mutating func keepValues(ofBlocks count: Int) -> Bool {
    while slabsWithValues < slabs.count, slabs[slabsWithValues].firstBlock < count {
      guard slabs[slabsWithValues].keepValues() else { return false }
      let first = slabs[slabsWithValues].firstBlock
      for index in first..<first + slabs[slabsWithValues].blockCount {
        blocks[index] = slabs[slabsWithValues].block(index)
      }
      slabsWithValues += 1
    }
    return true
  }

  package mutating func makeFrame(at time: Double) -> BankFrame {
    Self.requireFrameTime(time)
    if time > now { now = time }
    if !individuals.isEmpty { moveIndividuals(to: time) }
    return frameAgain(at: time)
  }

  /// The same frame once more, while nothing has changed since.
  package func frameAgain(at time: Double) -> BankFrame {
    BankFrame(
      time: BankTime(time), blocks: blocks, count: endIndex, blockCount: usedBlocks,
      loop: loop)
  }
}

// MARK: - How near

extension RepeatBank {
  /// The most by which a frame may see a repeat's phase off, in cycles; 2.5e-8 at 1 Hz.
  ///
  /// Three roundings of a `Float` in the rate times the time since the block was brought up to
  /// date, which is at most 1/8 s, and at most 1/4 cycle of the block's fastest repeat. One way, a
  /// frame is ahead by at most this and never behind. The value's error is this one times the
  /// curve's slope, twice that where the cycle is there and back. Each new rate since then may add
  /// 2^-32: a thousand within the 1/8 s reach 2.5e-7 at most.
  /// - Parameter hertz: The repeat's rate, in cycles per second.
  public static func phaseBound(hertz: Double) -> Double {
    3 * 0x1p-24 * min(longestSpan * hertz.magnitude, furthestRun) + 0x1p-29
  }

  /// Seconds from a block's epoch at which its frame phases are taken from the exact states again.
  static let longestSpan = 0.125

  /// Cycles that its fastest repeat may have run by then.
  static let furthestRun = 0.25
}
