// SPDX-License-Identifier: Apache-2.0

import CMath

extension Color {
  /// A colour from sRGB's gamma-encoded components, as in pictures and colour pickers.
  ///
  /// Components outside 0...1 are decoded by the same curve, mirrored at 0. Alpha is not encoded.
  /// Source: IEC 61966-2-1.
  public init(sRGB red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init(
      red: Self.decode(red), green: Self.decode(green), blue: Self.decode(blue), alpha: alpha)
  }

  /// The gamma-encoded components, exactly 0 and 1 for 0 and 1; not clamped.
  ///
  /// Source: IEC 61966-2-1.
  public var sRGB: (red: Double, green: Double, blue: Double, alpha: Double) {
    (Self.encode(red), Self.encode(green), Self.encode(blue), alpha)
  }

  /// The gamma-encoded components as bytes: clamped to 0...255, rounded to nearest (halves up).
  ///
  /// All 256 byte values survive a round trip through `Color`. NaN reads as 0.
  public var sRGB8: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let encoded = sRGB
    return (
      Self.byte(encoded.red), Self.byte(encoded.green), Self.byte(encoded.blue), Self.byte(alpha)
    )
  }

  /// A colour from sRGB bytes.
  public init(sRGB8 red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.init(
      sRGB: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
      alpha: Double(alpha) / 255)
  }

  /// An opaque colour from web notation, for literals: `Color(rgb: 0xffb000)`.
  /// - Parameter rgb: Red, green and blue, 8 bits each, in sRGB; at most 0xffffff.
  /// - Precondition: `rgb` has 24 bits.
  public init(rgb: UInt32) {
    precondition(rgb <= 0xffffff, "an rgb colour must be at most 0xffffff, but is \(rgb)")
    self.init(
      sRGB8: UInt8(rgb >> 16), green: UInt8(rgb >> 8 & 0xff), blue: UInt8(rgb & 0xff))
  }

  private static func byte(_ value: Double) -> UInt8 {
    // Also false for NaN.
    guard value > 0 else { return 0 }
    return value < 1 ? UInt8(value * 255 + 0.5) : 255
  }

  private static func decode(_ value: Double) -> Double {
    let size = abs(value)
    let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return value < 0 ? -light : light
  }

  private static func encode(_ light: Double) -> Double {
    let size = abs(light)
    // The standard's 1.055 p - 0.055, written so that 1 gives exactly 1.
    let value = size <= 0.0031308 ? size * 12.92 : 1 + 1.055 * (pow(size, 1 / 2.4) - 1)
    return light < 0 ? -value : value
  }
}
