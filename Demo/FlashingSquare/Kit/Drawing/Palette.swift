// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// The colours of the demo.
///
/// The colours of the modes can be distinguished with any colour vision, and differ in lightness.
/// On ``ground`` and ``panel``, text has a contrast of at least 4.5:1, and a meaningful shape has
/// at least 3:1. Source of the ratios: WCAG 2.2, 1.4.3 and 1.4.11.
enum Palette {
  static let ground = rgb(0x0E1217)
  static let panel = rgb(0x161C23)
  /// The ground of a chart's lane, darker than its panel.
  static let well = rgb(0x10151A)
  /// A box inside a panel.
  static let shade = rgb(0x1C242D)
  static let groove = rgb(0x222B35)
  /// Decorative lines.
  static let line = rgb(0x2F3A46)
  /// The unfilled part of a slider, and other shapes that can be dragged.
  static let track = rgb(0x6B7886)
  static let dim = rgb(0x93A1AF)
  static let text = rgb(0xE9EEF3)
  /// Requests and warnings.
  static let notice = rgb(0xFFC04D)
  /// Jumps and death.
  static let alert = rgb(0xFF6B4A)
  /// Low health.
  static let danger = rgb(0xFF5C5C)
  static let hunter = rgb(0xC9D3DE)

  /// The two ends of an animated colour.
  ///
  /// Neither is red, because saturated red flashes are the most dangerous. Amber and green were
  /// chosen because a mixture of them is never grey.
  static let calm = light(color(of: .phase))
  static let alarm = light(notice)

  /// A square at its minimum: almost dark.
  private static let dark = light(rgb(0x141B22))

  /// The colour at `progress` from almost dark to `color`, mixed in linear light.
  static func flash(_ progress: Double, _ color: RGBA8) -> RGBA8 {
    bytes(of: .interpolate(from: dark, to: light(color), progress: progress))
  }

  /// The edge of a square of this colour, visible while the square is dark.
  static func edge(of color: RGBA8) -> RGBA8 {
    bytes(of: .interpolate(from: light(color), to: light(ground), progress: 0.45))
  }

  /// Converts a linear colour to screen bytes; `nil` gives the dark of ``groove``.
  static func bytes(of color: Color?) -> RGBA8 {
    guard let bytes = color?.sRGB8 else { return groove }
    return RGBA8(red: bytes.red, green: bytes.green, blue: bytes.blue)
  }

  static func color(of mode: DemoMode) -> RGBA8 {
    switch mode {
    case .restart: rgb(0x5AB4F5)
    case .phase: rgb(0x35D0A0)
    case .ramp: rgb(0xDDA0CE)
    case .naive: rgb(0xFF8A4C)
    case .frame: rgb(0xE9DA6A)
    }
  }

  private static func rgb(_ hex: UInt32) -> RGBA8 {
    RGBA8(
      red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  private static func light(_ color: RGBA8) -> Color {
    Color(sRGB8: color.red, green: color.green, blue: color.blue)
  }
}
