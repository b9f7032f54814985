// SPDX-License-Identifier: Apache-2.0

import DemoAssets
import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct GlyphFileTests {
  static let whole = Array(
    UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length()))

  @Test(
    arguments: Array(0...40) + [100, 787, 788, 800, 5000, 33_907, 33_908, 100_000, whole.count - 1])
  func `a truncated file is not whole`(length: Int) {
    #expect(!GlyphFile.isWhole(Array(Self.whole.prefix(length))))
  }

  @Test func `a file with a byte more, or with a changed byte anywhere, is not whole`() {
    #expect(GlyphFile.isWhole(Self.whole))
    #expect(!GlyphFile.isWhole(Self.whole + [0]))
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let some = (0..<60).map { _ in Int.random(in: 16..<Self.whole.count, using: &random) }
    for index in Array(0..<16) + some {
      var bytes = Self.whole
      bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
      #expect(!GlyphFile.isWhole(bytes), "seed \(seed), byte \(index)")
    }
  }

  @Test(
    arguments: [
      ([0x05], [0, 0, 0, 0, 0, 0]),
      ([0x45], [255, 255, 255, 255, 255, 255]),
      ([0xC5, 0x21, 0x43, 0xF5], [17, 34, 51, 68, 85, 255]),
      ([0xC2, 0x21, 0x03, 0x82], [17, 34, 51, 17, 34, 51]),
      ([0x85], [0, 0, 0, 0, 0, 0]),
      ([0x80, 0x40, 0x83], [0, 255, 0, 0, 255, 0]),
    ] as [([UInt8], [UInt8])])
  func `each kind of run is unpacked`(packed: [UInt8], pixels: [UInt8]) {
    #expect(GlyphFile.unpack(packed[...], width: 3, height: 2) == pixels)
  }
}
