// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

/// The colours of the demo.
///
/// Modes have colours that people with any colour vision can distinguish, and that differ in lightness.
/// Source: the palette of Okabe and Ito, lightened for a dark ground.
enum Palette {
  static let ground = rgb(0x0F1318)
  static let panel = rgb(0x171D25)
  /// Between panel and groove: a box in a box.
  static let shade = rgb(0x1C242D)
  static let groove = rgb(0x222B36)
  static let line = rgb(0x323E4C)
  static let faint = rgb(0x7E8C9C)
  static let dim = rgb(0x9AA8B7)
  static let text = rgb(0xEDF2F7)
  /// What wants attention: the limit, and rate changes.
  static let notice = rgb(0xF2C14E)
  /// A jump, and death.
  static let alert = rgb(0xFF6B4A)
  static let hunter = rgb(0xC9D3DE)

  /// The calm and the alarm colour of all that flashes.
  ///
  /// No red: saturated red is what flashes most dangerously.
  static let calm = light(0x2B5F8F)
  static let alarm = light(0xFFB732)

  /// The colour at `progress` from calm to alarm, mixed in linear light.
  static func flash(_ progress: Double) -> RGBA8 {
    bytes(of: .interpolate(from: calm, to: alarm, progress: progress))
  }

  /// A colour of light as the screen takes it; near white where an animation shows none.
  static func bytes(of color: Color?) -> RGBA8 {
    guard let bytes = color?.sRGB8 else { return text }
    return RGBA8(red: bytes.red, green: bytes.green, blue: bytes.blue)
  }

  static func color(of mode: DemoMode) -> RGBA8 {
    switch mode {
    case .restart: rgb(0x6CC0F0)
    case .phase: rgb(0x34C79A)
    case .ramp: rgb(0xDDA0CE)
    case .naive: rgb(0xF08A5D)
    case .frame: rgb(0xE9DA6A)
    }
  }

  private static func rgb(_ hex: UInt32) -> RGBA8 {
    RGBA8(
      red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  private static func light(_ hex: UInt32) -> Color {
    let color = rgb(hex)
    return Color(sRGB8: color.red, green: color.green, blue: color.blue)
  }
}
