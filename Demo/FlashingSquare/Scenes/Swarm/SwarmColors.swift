// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import SwarmScenario

/// The colours that a square may have: from dark to bright as it flashes, the more alarmed the warmer.
struct SwarmColors: Sendable {
  /// How alarmed a square may be; each level has a row of colours.
  static let levels = SwarmField.levelCount
  /// Steps of a flash.
  static let steps = 256

  /// Row by row.
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

  /// A square's brightest colour: from blue through the pink of a dusk to the alarm colour.
  ///
  /// Straight from blue to yellow would be grey in the middle.
  private static func bright(_ alarm: Double) -> Color {
    alarm < 0.45
      ? .interpolate(from: glow, to: dusk, progress: alarm / 0.45)
      : .interpolate(from: dusk, to: Palette.alarm, progress: (alarm - 0.45) / 0.55)
  }

  private static let calm = Color(sRGB8: 0x2B, green: 0x5F, blue: 0x8F)
  private static let dusk = Color(sRGB8: 0xD9, green: 0x86, blue: 0xA8)
  /// A calm square's brightest colour, and the darkest of all: the calm blue, brighter and darker.
  private static let glow = Color.interpolate(
    from: calm, to: Color(sRGB8: 0x6C, green: 0xC0, blue: 0xF0), progress: 0.45)
  private static let deep = Color.interpolate(
    from: Color(sRGB8: 0x0F, green: 0x13, blue: 0x18), to: calm, progress: 0.18)

  /// Indices in `colors` of values in 0...1.
  ///
  /// A Float from 2^23 on holds whole numbers only, in its low bits: adding it rounds, and unlike a
  /// conversion, which traps where it does not fit, it is done for several values at once.
  @inline(__always)
  static func index(_ value: Float, level: UInt8) -> UInt16 {
    let step = (value * Float(steps - 1) + 0x1p23).bitPattern & UInt32(steps - 1)
    return UInt16(truncatingIfNeeded: UInt32(level) &* UInt32(steps) &+ step)
  }
}
