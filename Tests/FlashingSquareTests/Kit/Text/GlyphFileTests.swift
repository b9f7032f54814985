// SPDX-License-Identifier: Apache-2.0

import DemoAssets
import RepeatTiming
import Testing

@testable import FlashingSquare

@Suite struct GlyphFileTests {
  static let whole = Array(
    UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length()))

  /// Writes the length and the checksum anew, so that what lies behind them is looked at.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    write32(&bytes, 8, UInt32(bytes.count))
    write32(&bytes, 12, bytes[16...].withUnsafeBytes { Checksum.fnv1a32($0) })
    return bytes
  }

  static func write16(_ bytes: inout [UInt8], _ at: Int, _ value: UInt16) {
    bytes[at] = UInt8(value & 255)
    bytes[at + 1] = UInt8(value >> 8)
  }

  static func write32(_ bytes: inout [UInt8], _ at: Int, _ value: UInt32) {
    write16(&bytes, at, UInt16(value & 0xFFFF))
    write16(&bytes, at + 2, UInt16(value >> 16))
  }

  static func error(_ bytes: [UInt8]) -> GlyphAtlasError? {
    do throws(GlyphAtlasError) {
      _ = try GlyphAtlas(bytes: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a whole file is read`() {
    #expect(Self.error(Self.whole) == nil)
    #expect(Self.error(Self.sealed(Self.whole)) == nil)
  }

  @Test(
    arguments: Array(0...40) + [100, 787, 788, 800, 5000, 33_907, 33_908, 100_000, whole.count - 1])
  func `a truncated file is rejected`(length: Int) {
    let error = Self.error(Array(Self.whole.prefix(length)))
    switch error {
    case .truncated(_, let needed, let found):
      #expect(found == length && needed > found)
    case .length(let declared, let found):
      #expect(declared == Self.whole.count && found == length)
    default:
      Issue.record("cut at \(length): \(String(describing: error))")
    }
    #expect(error?.description.contains("Assets/make-glyphs") == true)
  }

  @Test(arguments: [20, 30, 60, 787, 788, 800, 5000, 30_000])
  func `a truncated file with a matching header is rejected`(length: Int) {
    let error = Self.error(Self.sealed(Array(Self.whole.prefix(length))))
    guard case .truncated(_, let needed, let found)? = error else {
      Issue.record("cut at \(length): \(String(describing: error))")
      return
    }
    #expect(found == length && needed > found)
  }

  @Test func `a byte more is rejected`() {
    #expect(
      Self.error(Self.whole + [0])
        == .length(declared: Self.whole.count, found: Self.whole.count + 1))
  }

  @Test(arguments: 0..<8)
  func `another magic is rejected`(index: Int) {
    var bytes = Self.whole
    bytes[index] ^= 0x20
    #expect(Self.error(bytes) == .notGlyphs)
  }

  @Test func `a changed byte anywhere is rejected`() {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
    var state = seed
    for _ in 0..<60 {
      // The constants of Knuth's MMIX generator; the high bits are the random ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let index = 8 + Int(state >> 33) % (Self.whole.count - 8)
      var bytes = Self.whole
      bytes[index] ^= 1 << UInt8(state >> 20 & 7)
      #expect(Self.error(bytes) != nil, "seed \(seed), byte \(index)")
    }
  }

  /// Fields that the checksum would hide: offset, new 16-bit value, what the message names.
  @Test(
    arguments: [
      (16, 0, "regular faces"), (16, 1, "bold faces"), (18, 0, "replacement"),
      (18, 60_000, "glyphs"),
      (20, 0, "size"), (22, 2, "weight"), (24, 999, "line height"), (30, 0, "capital height"),
      (32, 0, "atlas width"), (32, 30, "edge"), (34, 5000, "atlas height"), (38, 99, "glyphs"),
      (42, 99, "coverage"), (46, 99, "coverage"), (800, 0x20, "code point"),
      (800, 0xD800, "code point"), (802, 4000, "right edge"), (804, 4000, "bottom edge"),
      (798, 65, "advance"), (16, 65_535, "table of faces"),
    ] as [(Int, UInt16, String)])
  func `a damaged field is rejected by name`(at: Int, value: UInt16, name: String) {
    var bytes = Self.whole
    Self.write16(&bytes, at, value)
    let error = Self.error(Self.sealed(bytes))
    #expect(error?.description.contains(name) == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      ([], "0 pixels of 6, then it ends"),
      ([0x02], "3 pixels of 6, then it ends"),
      ([0x06], "a run ends at pixel 7 of 6"),
      ([0x05, 0x00], "1 bytes after the last pixel"),
      ([0xC5, 0x21, 0x43], "a literal run at pixel 0 is cut off"),
      ([0xC5], "a literal run at pixel 0 is cut off"),
    ] as [([UInt8], String)])
  func `runs that do not fill the atlas are refused`(packed: [UInt8], problem: String) {
    #expect(throws: GlyphAtlasError.coverage(face: 4, problem: problem)) {
      try GlyphCoverage.unpack(packed[...], width: 3, height: 2, face: 4)
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
  func `each kind of run is unpacked`(packed: [UInt8], pixels: [UInt8]) throws {
    #expect(try GlyphCoverage.unpack(packed[...], width: 3, height: 2, face: 0) == pixels)
  }
}
