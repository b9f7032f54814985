// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

/// Holds a colour still before its light would flash a fourth time within one second.
///
/// For colours that any timing or hand may drive: what counts is their relative luminance.
/// Source: WCAG 2.3.1; the weights of light are those of sRGB, IEC 61966-2-1.
struct ColorGuard: Hashable, Sendable {
  let limit: FlashLimit
  /// What was shown last.
  private(set) var shown = Palette.ground
  private var flashGuard = FlashGuard()

  init(_ limit: FlashLimit) {
    self.limit = limit
  }

  /// Whether what shows is not what was wanted.
  var isHolding: Bool { flashGuard.isHolding }

  /// What to show where `color` is wanted.
  /// - Parameter time: Seconds; not before that of the call before.
  mutating func show(_ color: RGBA8, at time: Double) {
    if limit.isOn { _ = flashGuard.show(Self.luminance(of: color), at: time) }
    if !isHolding { shown = color }
  }

  /// Relative luminance, 0...1.
  static func luminance(of color: RGBA8) -> Double {
    let light = Color(sRGB8: color.red, green: color.green, blue: color.blue)
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }
}
