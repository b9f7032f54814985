// SPDX-License-Identifier: Apache-2.0

import DemoAssets
import Testing

@testable import FlashingSquare

@Suite struct GlyphFileTests {
  static let whole = Array(
    UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length()))

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
