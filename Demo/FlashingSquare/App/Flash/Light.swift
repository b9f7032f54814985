// SPDX-License-Identifier: Apache-2.0

/// Red, green and blue in linear light, 0...1.
///
/// No `SIMD4`: without optimization each of its operators takes a hundred times as long as these, and
/// tests look at thousands of pictures.
struct Light {
  var red: Float = 0
  var green: Float = 0
  var blue: Float = 0
  /// The part of a cell that the colours cover, where they are a sum over its parts.
  var cover: Float = 0

  /// Relative luminance.
  ///
  /// Source: WCAG 2.x; the weights of light are those of sRGB, IEC 61966-2-1.
  var luminance: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// What is a saturated red: R - G - B where R is at least 0.8 of R + G + B, else 0.
  var saturatedRed: Float {
    let sum = red + green + blue
    return red >= 0.8 * sum ? 2 * red - sum : 0
  }

  static func + (a: Light, b: Light) -> Light {
    Light(
      red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue, cover: a.cover + b.cover)
  }

  static func * (light: Light, factor: Float) -> Light {
    Light(
      red: light.red * factor, green: light.green * factor, blue: light.blue * factor,
      cover: light.cover * factor)
  }

  static func += (sum: inout Light, light: Light) { sum = sum + light }
}
