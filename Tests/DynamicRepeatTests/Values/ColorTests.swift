// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// The error of the sRGB curves relative to each other and to published values.
private let curveTolerance = 1e-6

@Suite struct ColorTests {
  @Test func `all 256 bytes survive a round trip in each component`() {
    for byte in UInt8.min...UInt8.max {
      let color = Color(sRGB8: byte, green: 255 - byte, blue: byte, alpha: byte)
      #expect(color.sRGB8 == (byte, 255 - byte, byte, byte))
    }
  }

  @Test(arguments: [
    (0, 0), (0.5, 0.214041), (0.04045, 0.003131), (0.735357, 0.5), (1, 1), (-0.5, -0.214041),
  ])
  func `encoded components have the published linear values`(encoded: Double, light: Double) {
    let color = Color(sRGB: encoded, green: 0, blue: 0)
    #expect(abs(color.red - light) <= curveTolerance)
    #expect(abs(Color(red: light, green: 0, blue: 0).sRGB.red - encoded) <= 1e-5)
    #expect(abs(color.sRGB.red - encoded) <= curveTolerance)
  }

  @Test func `0 and 1 are encoded and decoded exactly`() {
    let white = Color(sRGB: 1, green: 1, blue: 1)
    #expect(white == Color(red: 1, green: 1, blue: 1))
    #expect(white.sRGB == (1, 1, 1, 1))
    #expect(Color(red: 0, green: 0, blue: 0).sRGB == (0, 0, 0, 1))
  }

  @Test func `bytes are rounded to the nearest and clamped`() {
    #expect(Color(sRGB: 100.49 / 255, green: 100.51 / 255, blue: 2).sRGB8 == (100, 101, 255, 255))
    #expect(
      Color(red: -1, green: .infinity, blue: .nan, alpha: 0.5).sRGB8 == (0, 255, 0, 128))
  }

  @Test func `mixing is done in linear light`() {
    let middle = Color.interpolate(
      from: Color(sRGB: 1, green: 0, blue: 0), to: Color(sRGB: 0, green: 1, blue: 0), progress: 0.5)
    #expect(middle == Color(red: 0.5, green: 0.5, blue: 0))
    #expect(middle.sRGB8 == (188, 188, 0, 255))
  }

  @Test func `fading to transparent does not darken`() {
    let red = Color(red: 1, green: 0.25, blue: 0)
    for clear in [
      Color(red: 0, green: 0, blue: 0, alpha: 0), Color(red: 0, green: 0, blue: 1, alpha: 0),
    ] {
      for p in EasingSupport.sweep(64).dropLast() {
        let there = Color.interpolate(from: red, to: clear, progress: p)
        #expect(there == Color(red: 1, green: 0.25, blue: 0, alpha: 1 - p))
        let back = Color.interpolate(from: clear, to: red, progress: 1 - p)
        #expect(back == there)
      }
      #expect(Color.interpolate(from: red, to: clear, progress: 1) == clear)
    }
  }

  @Test func `mixing premultiplies alpha`() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<1_000 {
      let a = Color(
        red: random.double(in: 0...1), green: random.double(in: 0...1), blue: 0,
        alpha: random.double(in: 0...1)
      )
      let b = Color(
        red: random.double(in: 0...1), green: random.double(in: 0...1), blue: 1,
        alpha: random.double(in: 0...1)
      )
      let p = random.double(in: 0...1)
      let mix = Color.interpolate(from: a, to: b, progress: p)
      let light = (1 - p) * a.alpha * a.red + p * b.alpha * b.red
      #expect(abs(mix.red * mix.alpha - light) <= 1e-14)
      #expect(abs(mix.blue * mix.alpha - p * b.alpha) <= 1e-14)
    }
  }

  @Test func `a nearly transparent colour keeps its hue`() {
    let least = Color(red: 1, green: 0, blue: 0, alpha: .leastNonzeroMagnitude)
    let clear = Color(red: 0, green: 0, blue: 1, alpha: 0)
    let mix = Color.interpolate(from: least, to: clear, progress: 0.5)
    #expect((0...1).contains(mix.red) && (0...1).contains(mix.blue))
  }

  @Test func `overshoot continues without a jump or a division by zero`() {
    let a = Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5)
    let b = Color(red: 0.8, green: 0.1, blue: 0.3, alpha: 1)
    for (end, progress) in [(a, -1e-9), (a, 1e-9), (b, 1 - 1e-9), (b, 1 + 1e-9)] {
      let near = Color.interpolate(from: a, to: b, progress: progress)
      #expect(abs(near.red - end.red) <= 1e-8 && abs(near.alpha - end.alpha) <= 1e-8)
    }
    // At this progress, the weights of a premultiplied mixture would cancel: -1 times 1, and 2
    // times 0.5.
    let beyond = Color.interpolate(from: a, to: b, progress: -1)
    #expect(abs(beyond.red + 0.4) <= 1e-15 && abs(beyond.green - 0.7) <= 1e-15)
    #expect(beyond.alpha == 0)
    for progress in [-1, -0.1, 1.1, 2] {
      let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
      let value = Color.interpolate(from: clear, to: b, progress: progress)
      #expect(value.red.isFinite && value.alpha.isFinite)
      let nothing = Color.interpolate(from: clear, to: clear, progress: progress)
      #expect(nothing == clear)
    }
  }
}
