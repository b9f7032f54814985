// SPDX-License-Identifier: Apache-2.0

/// One frame of a bank, whose blocks of 4096 repeats can be evaluated apart.
///
/// Made by ``RepeatBank/withFrame(at:_:)``, and dead when that returns.
public struct BankFrame: @unchecked Sendable {
  let time: BankTime
  let blocks: UnsafeMutablePointer<BankBlock>
  /// Places in use.
  public let count: Int
  /// Blocks of 4096 places, the last one rarely full.
  public let blockCount: Int
  let mode: BankMode
  let curve: BankCurve
  let kernels: KernelSet

  /// Repeats in a chunk: 4 KB of values.
  public static let chunk = 1024

  /// Works out the values of some blocks, which the bank keeps.
  ///
  /// From any thread; no block may be evaluated by two at a time.
  /// - Precondition: `blocks` lies within 0..<``blockCount``.
  public func evaluate(blocks range: Range<Int>) {
    check(range)
    for block in range {
      if let output = blocks[block].value { evaluate(block, into: output) }
    }
  }

  /// Hands out the values of some blocks, ``chunk`` at a time.
  ///
  /// From any thread; no block may be evaluated by two at a time.
  /// - Precondition: `range` lies within 0..<``blockCount``.
  public func forEachChunk<Failure: Error>(
    inBlocks range: Range<Int>, _ body: (Int, UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    check(range)
    let values = UnsafeMutablePointer<Float>.allocate(capacity: Self.chunk)
    defer { values.deallocate() }
    for block in range {
      let pass = prepare(block)
      var first = 0
      while first < pass.count {
        let count = min(Self.chunk, pass.count - first)
        pass.run(from: first, count: count, into: values)
        try body(block * BankBlock.places + first, UnsafeBufferPointer(start: values, count: count))
        first += count
      }
    }
  }

  func evaluate(_ block: Int, into output: UnsafeMutablePointer<Float>) {
    let pass = prepare(block)
    pass.run(from: 0, count: pass.count, into: output)
  }

  private func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= blockCount,
      "the blocks \(range) must lie within 0..<\(blockCount)")
  }

  /// Brings a block up to date where that is due.
  private func prepare(_ index: Int) -> BlockPass {
    let block = blocks[index]
    let count = min(BankBlock.places, self.count - index * BankBlock.places)
    let header = block.header
    let age = Double(time.nanoseconds &- header.pointee.epoch) * 1e-9
    // Not `>`: a time so far off that the difference wraps must not look near.
    if !(age.magnitude * Double(header.pointee.highestRate) <= 0.125 && age.magnitude <= 0.125) {
      header.pointee.epoch = time.nanoseconds
      header.pointee.highestRate = 0
      for place in 0..<count { block.refreshHot(place) }
    }
    let nanoseconds = Double(time.nanoseconds &- header.pointee.epoch) + time.remainder
    return BlockPass(
      block: block, count: count, seconds: nanoseconds * 1e-9, mode: mode, curve: curve,
      kernels: kernels)
  }
}

/// A block at one time.
struct BlockPass {
  let block: BankBlock
  let count: Int
  /// Since the block's epoch.
  let seconds: Double
  let mode: BankMode
  let curve: BankCurve
  let kernels: KernelSet

  func run(from first: Int, count: Int, into output: UnsafeMutablePointer<Float>) {
    let scale = Float(seconds * 0x1p32)
    for place in first..<first + count {
      let phase = block.phase[place] &+ Int32(block.rate[place] * scale)
      let folded =
        mode == .autoreverse
        ? UInt32(bitPattern: phase ^ (phase >> 31)) : UInt32(bitPattern: phase) >> 1
      let progress = Float(curve.exactValue(at: Double(folded) * 0x1p-31))
      guard let start = block.start, let change = block.change else {
        output[place - first] = progress
        continue
      }
      output[place - first] = start[place] + change[place] * progress
    }
  }
}
