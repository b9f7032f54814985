// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import SwarmScenario

/// The colours of a square: from dark to bright during a flash, and warmer with its alarm.
struct SwarmColors: Sendable {
  /// The number of alarm levels; each has a row of colours.
  static let levels = SwarmField.levelCount
  /// The number of colours per flash.
  static let steps = 256

  /// The colours, row by row.
  let colors: [RGBA8]

  init() {
    var colors: [RGBA8] = []
    for level in 0..<Self.levels {
      let alarm = Double(level) / Double(Self.levels - 1)
      let low = Color.interpolate(from: Self.deep, to: Self.calm, progress: 0.6 * alarm)
      let high = Self.bright(alarm)
      for step in 0..<Self.steps {
        let value = Double(step) / Double(Self.steps - 1)
        colors.append(Palette.bytes(of: .interpolate(from: low, to: high, progress: value)))
      }
    }
    self.colors = colors
  }

  /// A square's brightest colour: from blue through pink to the alarm colour.
  ///
  /// A direct mixture of blue and yellow would be grey in the middle.
  private static func bright(_ alarm: Double) -> Color {
    alarm < 0.45
      ? .interpolate(from: glow, to: dusk, progress: alarm / 0.45)
      : .interpolate(from: dusk, to: Palette.alarm, progress: (alarm - 0.45) / 0.55)
  }

  private static let calm = Color(sRGB8: 0x2B, green: 0x5F, blue: 0x8F)
  private static let dusk = Color(sRGB8: 0xD9, green: 0x86, blue: 0xA8)
  /// The brightest colour of a calm square, and the darkest colour of all squares: a lighter and a
  /// darker form of `calm`.
  private static let glow = Color.interpolate(
    from: calm, to: Color(sRGB8: 0x6C, green: 0xC0, blue: 0xF0), progress: 0.45)
  private static let deep = Color.interpolate(
    from: Color(sRGB8: 0x0F, green: 0x13, blue: 0x18), to: calm, progress: 0.18)

  /// Indices in `colors` for values in 0...1.
  ///
  /// Adding 2^23 to a Float leaves the rounded value in the low bits of the sum. Unlike a conversion
  /// to an integer, which traps if the value does not fit, the addition can be computed for several
  /// values at once.
  @inline(__always)
  static func index(_ value: Float, level: UInt8) -> UInt16 {
    let step = (value * Float(steps - 1) + 0x1p23).bitPattern & UInt32(steps - 1)
    return UInt16(truncatingIfNeeded: UInt32(level) &* UInt32(steps) &+ step)
  }
}
