// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// Up to 4096 repeats, and when they were last brought up to date.
///
/// Pointers into a ``BankSlab``; the same bytes as an `rk_block`.
@usableFromInline package struct BankBlock {
  /// Of every block but a bank's first one, which grows up to it.
  package static let places = Int(RK_BLOCK_PLACES)

  struct Header {
    /// When the hot phases hold, and what is known of the block for quicker loops.
    var inC = rk_block_header()
    /// Places that hold a repeat.
    var liveCount = 0
    /// No place below it is free.
    var lowestFree = 0
  }

  // In this order in C as well.
  let header: UnsafeMutablePointer<Header>
  let master: UnsafeMutablePointer<MasterWord>
  let state: UnsafeMutablePointer<PlaceState>
  /// 2^-32 of a period at the epoch.
  let phase: UnsafeMutablePointer<Int32>
  /// Cycles per second.
  let rate: UnsafeMutablePointer<Float>
  /// The value at progress 0, and what progress 1 adds to it.
  let start: UnsafeMutablePointer<Float>?
  let change: UnsafeMutablePointer<Float>?
  /// From when the bank first keeps values.
  var value: UnsafeMutablePointer<Float>?

  /// A part in 0..<1 for each block, evenly spread for any number of them: multiples of the golden ratio.
  static func share(_ index: Int) -> Double {
    Double(UInt32(truncatingIfNeeded: index) &* 0x9E37_79B9) * 0x1p-32
  }

  /// Takes over what is in a smaller block.
  func copy(from other: BankBlock, places: Int) {
    header.pointee = other.header.pointee
    master.update(from: other.master, count: places)
    state.update(from: other.state, count: places)
    phase.update(from: other.phase, count: places)
    rate.update(from: other.rate, count: places)
    if let start, let change, let otherStart = other.start, let otherChange = other.change {
      start.update(from: otherStart, count: places)
      change.update(from: otherChange, count: places)
    }
    if let value, let otherValue = other.value { value.update(from: otherValue, count: places) }
  }
}
