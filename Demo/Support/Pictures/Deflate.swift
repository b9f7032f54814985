// SPDX-License-Identifier: Apache-2.0

/// The zlib form of bytes: repeats by distance and length, then fixed Huffman codes.
///
/// Made for drawn pictures, whose rows repeat: a greedy search through the last occurrences of three
/// bytes. Sources: RFC 1950 (zlib), RFC 1951 (deflate).
struct Deflate {
  /// How far back a repeat may begin, and how many candidates are tried.
  private static let window = 32_768
  private static let tries = 16
  private static let hashBits = 15
  private static let lengths = 3...258

  private var output = BitWriter()

  /// The zlib stream of `bytes`.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    // 32 KB window, default level; the sum of both bytes is a multiple of 31.
    deflate.output.write(0x9C78, count: 16)
    // One block, the last, with fixed codes.
    deflate.output.write(0b011, count: 3)
    bytes.withUnsafeBufferPointer { deflate.compress($0) }
    deflate.writeSymbol(256)
    deflate.output.alignToByte()
    return deflate.output.bytes + bigEndian(adler32(bytes))
  }

  private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>) {
    var latest = [Int](repeating: -1, count: 1 << Self.hashBits)
    var earlier = [Int](repeating: -1, count: Self.window)
    var index = 0
    while index < bytes.count {
      let end = bytes.count - Self.lengths.lowerBound
      let first = index <= end ? latest[Self.hash(bytes, index)] : -1
      let (length, distance) = Self.longest(bytes, at: index, first, earlier)
      let step = length >= Self.lengths.lowerBound ? length : 1
      if step > 1 {
        writeRepeat(length: length, distance: distance)
      } else {
        writeSymbol(Int(bytes[index]))
      }
      for position in index..<index + step where position <= end {
        let hash = Self.hash(bytes, position)
        earlier[position % Self.window] = latest[hash]
        latest[hash] = position
      }
      index += step
    }
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    let three =
      UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
    return Int((three &* 0x9E37_79B1) >> UInt32(32 - hashBits))
  }

  /// The longest repeat at `index`, among the candidates from `first` back.
  private static func longest(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ first: Int, _ earlier: [Int]
  ) -> (length: Int, distance: Int) {
    var (best, distance) = (0, 0)
    let most = min(lengths.upperBound, bytes.count - index)
    var candidate = first
    for _ in 0..<tries {
      guard candidate >= 0, index - candidate < window else { break }
      var length = 0
      while length < most, bytes[candidate + length] == bytes[index + length] { length += 1 }
      if length > best { (best, distance) = (length, index - candidate) }
      if best == most { break }
      candidate = earlier[candidate % window]
    }
    return (best, distance)
  }

  // MARK: - Fixed codes

  /// A literal (0...255), the end (256) or a length (257...285): RFC 1951, section 3.2.6.
  private mutating func writeSymbol(_ symbol: Int) {
    switch symbol {
    case ..<144: writeCode(0x30 + symbol, count: 8)
    case ..<256: writeCode(0x190 + symbol - 144, count: 9)
    case ..<280: writeCode(symbol - 256, count: 7)
    default: writeCode(0xC0 + symbol - 280, count: 8)
    }
  }

  private mutating func writeRepeat(length: Int, distance: Int) {
    if length == Self.lengths.upperBound {
      writeSymbol(285)
    } else {
      let (symbol, extra, count) = Self.bucket(length - 3, perPower: 4)
      writeSymbol(257 + symbol)
      output.write(UInt32(extra), count: count)
    }
    let (symbol, extra, count) = Self.bucket(distance - 1, perPower: 2)
    writeCode(symbol, count: 5)
    output.write(UInt32(extra), count: count)
  }

  /// The bucket of a number in tables that have `perPower` (2 or 4) buckets for each power of two.
  private static func bucket(_ value: Int, perPower: Int) -> (symbol: Int, extra: Int, bits: Int) {
    let shift = perPower.trailingZeroBitCount
    guard value >= 2 * perPower else { return (value, 0, 0) }
    let bits = value.bitWidth - value.leadingZeroBitCount - shift - 1
    let symbol = (bits << shift) + value >> bits
    return (symbol, value & (1 << bits - 1), bits)
  }

  /// Huffman codes come with their highest bit first.
  private mutating func writeCode(_ code: Int, count: Int) {
    var reversed: UInt32 = 0
    for bit in 0..<count { reversed |= UInt32(code >> bit & 1) << UInt32(count - 1 - bit) }
    output.write(reversed, count: count)
  }

  /// RFC 1950, section 9; of so many bytes the sums do not overflow.
  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 5552) {
        for index in start..<min(start + 5552, bytes.count) {
          a &+= UInt32(bytes[index])
          b &+= a
        }
        (a, b) = (a % 65_521, b % 65_521)
      }
    }
    return b << 16 | a
  }
}

/// The four bytes of a number, the highest first.
func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
