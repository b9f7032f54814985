// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct FlashCounterTests {
  /// Shows what may show, and else what showed last.
  private struct Held {
    var counter = FlashCounter(threshold: FlashCounter.luminanceThreshold)
    var shown: Float = 0
    private(set) var isHolding = false

    mutating func show(_ value: Float, at time: Double) -> Float {
      isHolding = counter.exceeds(value, at: time)
      if !isHolding {
        counter.note(value, at: time)
        shown = value
      }
      return shown
    }
  }

  /// Waves as fast and as coarsely sampled as anything in the demo could be.
  @Test(arguments: [0.5, 1, 2, 3, 3.5, 5, 8, 13, 29, 30], [10.0, 30, 60, 144, 240, 1000])
  func `at most three flashes come through in any second`(
    _ hertz: Double, _ frames: Double
  ) {
    var held = Held()
    var shown: [(time: Double, value: Double)] = []
    var wasHeld = false
    for frame in 0..<Int(frames * 7) {
      let time = Double(frame) / frames
      let phase = time * hertz - (time * hertz).rounded(.down)
      // The darker of two is always below 0.8.
      let wanted = 0.79 * Float(phase < 0.5 ? 2 * phase : 2 - 2 * phase)
      let value = held.show(wanted, at: time)
      wasHeld = wasHeld || held.isHolding
      #expect(held.isHolding == (value != wanted))
      shown.append((time, Double(value)))
    }
    #expect(FlashCount.most(shown) <= 3, "\(hertz) Hz at \(frames)")
    // Up to the limit nothing is held; where the samples follow the wave, more is.
    if hertz <= 3 { #expect(!wasHeld) }
    if hertz >= 5, frames >= 60, hertz < 29 { #expect(wasHeld) }
  }

  @Test func `random jumps are held to three flashes a second`() {
    var random = SeededRandom(seed: 11)
    var held = Held()
    var shown: [(time: Double, value: Double)] = []
    for frame in 0..<6000 {
      let time = Double(frame) / 60
      // The darker of two is always below 0.8.
      let wanted = Float.random(in: 0..<0.8, using: &random)
      shown.append((time, Double(held.show(wanted, at: time))))
    }
    #expect(FlashCount.most(shown) == 3, "seed 11")
  }

  @Test func `the first change counts from the highest and the lowest, not from the first value`() {
    // 0.55, 0.63 and 0.5 hold a fall of more than a tenth: a turn, though both are near the first.
    var held = Held()
    for (index, value) in [0.55, 0.63, 0.5, 0.7, 0.5, 0.7, 0.5, 0.7, 0.5].enumerated() {
      #expect(held.show(Float(value), at: Double(index) * 0.01) == Float(value))
    }
    #expect(held.show(0.7, at: 0.09) == 0.5)
  }

  @Test(arguments: [(0.46, 0.54), (0.81, 0.99)] as [(Float, Float)])
  func `changes below a tenth, and above 0.8, are no flashes`(_ pair: (low: Float, high: Float)) {
    var held = Held()
    for frame in 0..<600 {
      _ = held.show(frame.isMultiple(of: 2) ? pair.low : pair.high, at: Double(frame) / 60)
      #expect(!held.isHolding)
    }
  }

  @Test func `what was held shows again as soon as a second has passed`() {
    var held = Held()
    for turn in 0...FlashCounter.turnsAllowed {
      _ = held.show(turn.isMultiple(of: 2) ? 0 : 1, at: Double(turn) * 0.01)
    }
    // Values 0, 1, 0, ... are seven turns; the eighth waits for a second after the first.
    #expect(!held.isHolding)
    #expect(held.show(0, at: 0.08) == 1)
    #expect(held.isHolding)
    #expect(held.show(0, at: 1.009) == 1)
    #expect(held.show(0, at: 1.011) == 0)
    #expect(!held.isHolding)
  }
}
