// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The memory of 1 to 256 blocks, kind by kind.
///
/// A block's rows of one kind follow the last one's: a processor foresees only what follows on, and
/// rows of 16 KB apart cost half as much again at ten million repeats. Per slot: exact state 16
/// bytes, frame phase and rate 8, flags 4, with ends 8 more, and 4 for the value, if values are
/// kept.
struct BankSlab {
  /// Blocks of a slab in a bank that has as many.
  static let mostBlocks = 16

  /// Blocks of a slab in a bank with a reserved capacity.
  ///
  /// 28 MB, and 4 MB of values: a large page has 2 MB, so what is not larger would get none.
  static let mostReservedBlocks = 256

  let firstBlock: Int
  let blockCount: Int
  /// Slots of all blocks together.
  let slots: Int
  let hasEnds: Bool
  let isInLargePages: Bool
  private let memory: UnsafeMutableRawPointer
  private(set) var values: UnsafeMutablePointer<Float>?

  /// Zeroed memory; `nil` where there is none.
  init?(firstBlock: Int, blockCount: Int, slotsPerBlock: Int, hasEnds: Bool, inLargePages: Bool) {
    self.firstBlock = firstBlock
    self.blockCount = blockCount
    self.hasEnds = hasEnds
    isInLargePages = inLargePages
    slots = blockCount * slotsPerBlock
    let size = Self.size(slots, blockCount, hasEnds: hasEnds)
    guard let memory = rk_allocate(size, inLargePages) else { return nil }
    self.memory = memory
  }

  /// Bytes of it, values included.
  var size: Int {
    Int(Self.size(slots, blockCount, hasEnds: hasEnds)) + (values == nil ? 0 : 4 * slots)
  }

  private static let headerSize = 64

  /// Bytes between the rows of many blocks: without them equal slots of all rows would share their
  /// sets in every cache.
  private static func skew(_ blocks: Int) -> Int { blocks < mostBlocks ? 0 : 64 * 17 }

  private static func size(_ slots: Int, _ blocks: Int, hasEnds: Bool) -> Int64 {
    Int64(blocks * headerSize + slots * (hasEnds ? 36 : 28) + 6 * skew(blocks))
  }

  /// One of its blocks.
  func block(_ index: Int) -> rk_block {
    let own = slots / blockCount
    let first = (index - firstBlock) * own
    var next = memory
    func row<Element>(_ type: Element.Type, bytes: Int) -> UnsafeMutablePointer<Element> {
      defer { next += bytes * slots + Self.skew(blockCount) }
      return (next + bytes * first).assumingMemoryBound(to: type)
    }
    let exact = row(rk_exact.self, bytes: 16)
    let phase = row(Int32.self, bytes: 4)
    let rate = row(Float.self, bytes: 4)
    let state = row(rk_slot_state.self, bytes: 4)
    let start = hasEnds ? row(Float.self, bytes: 4) : nil
    let change = hasEnds ? row(Float.self, bytes: 4) : nil
    let header = next + (index - firstBlock) * Self.headerSize
    return rk_block(
      header: header.assumingMemoryBound(to: rk_block_header.self), exact: exact, state: state,
      phase: phase, rate: rate, start: start, change: change, value: values.map { $0 + first })
  }

  /// Memory for the values, which are 0 at first.
  /// - Returns: Whether there is any.
  mutating func keepValues() -> Bool {
    guard values == nil else { return true }
    values = rk_allocate(Int64(4 * slots), isInLargePages)?.assumingMemoryBound(to: Float.self)
    return values != nil
  }

  func free() {
    if let values { rk_free(values, Int64(4 * slots)) }
    rk_free(memory, Self.size(slots, blockCount, hasEnds: hasEnds))
  }
}
