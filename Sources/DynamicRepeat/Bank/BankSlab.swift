// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The memory of 1 to 256 blocks, kind by kind.
///
/// A block's rows of one kind follow the last one's: a processor foresees only what follows on, and
/// rows of 16 KB apart cost half as much again at ten million repeats. Per place: master 16
/// bytes, hot phase and rate 8, state 4, with ends 8 more, and 4 for the value, if values are kept.
struct BankSlab {
  /// Blocks of a slab in a bank that has as many.
  static let mostBlocks = 16

  /// Blocks of a slab in a bank that has been told how many to expect.
  ///
  /// 28 MB, and 4 MB of values: a large page has 2 MB, so what is not larger would get none.
  static let mostReservedBlocks = 256

  let firstBlock: Int
  let blockCount: Int
  /// Places of all blocks together.
  let places: Int
  let hasEnds: Bool
  let isInLargePages: Bool
  private let memory: UnsafeMutableRawPointer
  private(set) var values: UnsafeMutablePointer<Float>?

  /// Zeroed memory; `nil` where there is none.
  init?(firstBlock: Int, blockCount: Int, placesPerBlock: Int, hasEnds: Bool, inLargePages: Bool) {
    self.firstBlock = firstBlock
    self.blockCount = blockCount
    self.hasEnds = hasEnds
    isInLargePages = inLargePages
    places = blockCount * placesPerBlock
    let size = Self.size(places, blockCount, hasEnds: hasEnds)
    guard let memory = rk_allocate(size, inLargePages) else { return nil }
    self.memory = memory
  }

  /// Bytes of it, values included.
  var size: Int {
    Int(Self.size(places, blockCount, hasEnds: hasEnds)) + (values == nil ? 0 : 4 * places)
  }

  private static let headerSize = 64

  /// Bytes between the rows of many blocks: without them equal places of all rows would share their sets
  /// in every cache.
  private static func skew(_ blocks: Int) -> Int { blocks < mostBlocks ? 0 : 64 * 17 }

  private static func size(_ places: Int, _ blocks: Int, hasEnds: Bool) -> Int64 {
    Int64(blocks * headerSize + places * (hasEnds ? 36 : 28) + 6 * skew(blocks))
  }

  /// One of its blocks.
  func block(_ index: Int) -> BankBlock {
    let own = places / blockCount
    let first = (index - firstBlock) * own
    var next = memory
    func row<Element>(_ type: Element.Type, bytes: Int) -> UnsafeMutablePointer<Element> {
      defer { next += bytes * places + Self.skew(blockCount) }
      return (next + bytes * first).assumingMemoryBound(to: type)
    }
    let master = row(MasterWord.self, bytes: 16)
    let phase = row(Int32.self, bytes: 4)
    let rate = row(Float.self, bytes: 4)
    let state = row(PlaceState.self, bytes: 4)
    let start = hasEnds ? row(Float.self, bytes: 4) : nil
    let change = hasEnds ? row(Float.self, bytes: 4) : nil
    let header = next + (index - firstBlock) * Self.headerSize
    return BankBlock(
      header: header.assumingMemoryBound(to: BankBlock.Header.self), master: master, state: state,
      phase: phase, rate: rate, start: start, change: change, value: values.map { $0 + first })
  }

  /// Memory for the values, which are 0 at first.
  /// - Returns: Whether there is any.
  mutating func keepValues() -> Bool {
    guard values == nil else { return true }
    values = rk_allocate(Int64(4 * places), isInLargePages)?.assumingMemoryBound(to: Float.self)
    return values != nil
  }

  func free() {
    if let values { rk_free(values, Int64(4 * places)) }
    rk_free(memory, Self.size(places, blockCount, hasEnds: hasEnds))
  }
}
