// SPDX-License-Identifier: Apache-2.0

/// Up to 4096 repeats in one piece of memory, and when they were last brought up to date.
///
/// A handle: it points to memory that the bank frees. Per place: master 16 bytes, hot phase and rate
/// 8, state 4, with ends 8 more, and 4 for the value from when the bank first keeps values.
struct BankBlock {
  /// Of every block but a bank's first one, which grows up to it.
  static let places = 4096

  struct Header {
    /// Whole nanoseconds at which the hot phases hold.
    var epoch: Int64 = 0
    /// At least the largest rate in the block, in cycles per second.
    var highestRate: Float = 0
    /// Places that hold a repeat.
    var liveCount = 0
    /// No place below it is free.
    var lowestFree = 0
  }

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
  private(set) var value: UnsafeMutablePointer<Float>?
  private let memory: UnsafeMutableRawPointer

  /// Zeroed memory for `places` repeats.
  init(places: Int, hasEnds: Bool) {
    let headerSize = 64
    let size = headerSize + places * (hasEnds ? 36 : 28)
    memory = .allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    var next = memory
    func take<Element>(_ type: Element.Type, bytes: Int) -> UnsafeMutablePointer<Element> {
      defer { next += bytes }
      return next.assumingMemoryBound(to: type)
    }
    header = take(Header.self, bytes: headerSize)
    header.initialize(to: Header())
    master = take(MasterWord.self, bytes: 16 * places)
    phase = take(Int32.self, bytes: 4 * places)
    rate = take(Float.self, bytes: 4 * places)
    start = hasEnds ? take(Float.self, bytes: 4 * places) : nil
    change = hasEnds ? take(Float.self, bytes: 4 * places) : nil
    state = take(PlaceState.self, bytes: 4 * places)
    if let change { change.update(repeating: 1, count: places) }
  }

  /// Memory for the values, which are 0 at first.
  mutating func keepValues(places: Int) {
    guard value == nil else { return }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4 * places, alignment: 64)
    value = bytes.initializeMemory(as: Float.self, repeating: 0, count: places)
  }

  /// Takes over what is in a smaller block, which is freed.
  mutating func move(from other: BankBlock, places: Int, newPlaces: Int) {
    header.pointee = other.header.pointee
    master.update(from: other.master, count: places)
    state.update(from: other.state, count: places)
    phase.update(from: other.phase, count: places)
    rate.update(from: other.rate, count: places)
    if let start, let change, let otherStart = other.start, let otherChange = other.change {
      start.update(from: otherStart, count: places)
      change.update(from: otherChange, count: places)
    }
    if let otherValue = other.value {
      keepValues(places: newPlaces)
      value?.update(from: otherValue, count: places)
    }
    other.free()
  }

  /// A part in 0..<1 for each block, evenly spread for any number of them: multiples of the golden ratio.
  static func share(_ index: Int) -> Double {
    Double(UInt32(truncatingIfNeeded: index) &* 0x9E37_79B9) * 0x1p-32
  }

  func free() {
    if let value { UnsafeMutableRawPointer(value).deallocate() }
    memory.deallocate()
  }
}
