// SPDX-License-Identifier: Apache-2.0

/// A colour in linear light, with straight (not premultiplied) alpha.
///
/// The components are amounts of light in the sRGB primaries: 0.5 is half the light of 1, and is
/// 0.735 in sRGB's encoding. Components are not limited to 0...1, because an overshooting curve may
/// leave this range, and a display may show more than 1; `sRGB8` clamps at the end.
public struct Color: Hashable, Sendable {
  /// The red light; 0...1 within sRGB's gamut.
  public var red: Double
  /// The green light; 0...1 within sRGB's gamut.
  public var green: Double
  /// The blue light; 0...1 within sRGB's gamut.
  public var blue: Double
  /// Opacity: 0 is transparent, 1 opaque.
  public var alpha: Double

  /// A colour from amounts of light.
  /// - Parameters:
  ///   - red: Linear light; 0...1 within sRGB's gamut.
  ///   - green: Linear light, like `red`.
  ///   - blue: Linear light, like `red`.
  ///   - alpha: 0 transparent to 1 opaque; default 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

extension Color: Interpolatable {
  /// Mixes light with both ends weighted by their alpha, that is, premultiplied.
  ///
  /// Red to green passes through a bright yellow; mixing sRGB numbers would pass through brown. Red
  /// fading to a transparent black stays red and does not darken. If both alphas are equal, even
  /// both 0, the components are interpolated directly. With a progress outside 0...1, a weight
  /// would be negative, so components and alpha are extrapolated directly. At a progress of 0 or 1,
  /// both rules give the same colour, unless it is invisible.
  public static func interpolate(from: Color, to: Color, progress: Double) -> Color {
    if progress == 0 { return from }
    if progress == 1 { return to }
    let alpha = Double.interpolate(from: from.alpha, to: to.alpha, progress: progress)
    // With the alphas a0 and a1, the components c0 and c1, and p = progress, the mix is
    // `((1 - p) a0 c0 + p a1 c1) / alpha`. It equals an interpolation from c0 to c1 by the share
    // below, which is monotone and never divides by 0.
    var share = progress
    if from.alpha != to.alpha, from.alpha >= 0, to.alpha >= 0, progress > 0, progress < 1 {
      let weight = progress * to.alpha
      let whole = weight + (1 - progress) * from.alpha
      // With the smallest alphas, both products may underflow to 0.
      if whole > 0 { share = weight / whole }
    }
    return Color(
      red: .interpolate(from: from.red, to: to.red, progress: share),
      green: .interpolate(from: from.green, to: to.green, progress: share),
      blue: .interpolate(from: from.blue, to: to.blue, progress: share),
      alpha: alpha)
  }
}

#if !hasFeature(Embedded)
  extension Color: Codable {}
#endif
