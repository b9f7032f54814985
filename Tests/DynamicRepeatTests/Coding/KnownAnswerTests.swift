// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Checksums and random numbers against the answers that others publish.
@Suite struct KnownAnswerTests {
  private static func sum<Sum>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Sum) -> Sum {
    Array(text.utf8).withUnsafeBytes { body($0) }
  }

  @Test func `CRC-32 has its known answer`() {
    #expect(Self.sum("123456789", Checksum.crc32) == 0xCBF4_3926)
  }

  /// Source: the test vectors of FNV's authors.
  @Test func `FNV-1a has its known answers`() {
    #expect(Self.sum("", { Checksum.fnv1a64($0) }) == 0xCBF2_9CE4_8422_2325)
    #expect(Self.sum("a", { Checksum.fnv1a64($0) }) == 0xAF63_DC4C_8601_EC8C)
    #expect(Self.sum("foobar", { Checksum.fnv1a64($0) }) == 0x8594_4171_F739_67E8)
    #expect(Self.sum("a", Checksum.fnv1a32) == 0xE40C_292C)
    #expect(Self.sum("foobar", Checksum.fnv1a32) == 0xBF9C_F968)
  }

  @Test func `a checksum goes on from the bytes before`() {
    let start = Self.sum("foo") { Checksum.fnv1a64($0) }
    #expect(Self.sum("bar") { Checksum.fnv1a64($0, from: start) } == 0x8594_4171_F739_67E8)
  }

  @Test func `by words, fewer than eight bytes are summed one by one`() {
    #expect(Self.sum("foobar", Checksum.fnv1a64ByWords) == 0x8594_4171_F739_67E8)
  }

  /// Source: the first numbers of Java's `SplittableRandom(1234567)`.
  @Test func `SplitMix64 has its known answers`() {
    var numbers = SplitMix64(seed: 1_234_567)
    let (first, second) = (numbers.next(), numbers.next())
    #expect(first == 6_457_827_717_110_365_317)
    #expect(second == 3_203_168_211_198_807_973)
  }

  @Test func `the numbers of seed 0 can be asked for by index`() {
    var numbers = SplitMix64(seed: 0)
    for index in 1...100 {
      let bits = numbers.next()
      #expect(bits == SplitMix64.bits(index))
    }
    let unit = numbers.unit()
    #expect(unit == SplitMix64.unit(101))
  }
}
