// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import Testing

/// Random numbers compared with published sequences.
@Suite struct KnownAnswerTests {
  /// Source: the first numbers of Java's `SplittableRandom(1234567)`.
  @Test func `SplitMix64 gives the published numbers`() {
    var numbers = SplitMix64(seed: 1_234_567)
    let (first, second) = (numbers.next(), numbers.next())
    #expect(first == 6_457_827_717_110_365_317)
    #expect(second == 3_203_168_211_198_807_973)
  }

  @Test func `the numbers of seed 0 are available by index`() {
    var numbers = SplitMix64(seed: 0)
    for index in 1...100 {
      let bits = numbers.next()
      #expect(bits == SplitMix64.bits(index))
    }
    let unit = numbers.unit()
    #expect(unit == SplitMix64.unit(101))
  }
}
