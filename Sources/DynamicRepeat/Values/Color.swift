// SPDX-License-Identifier: Apache-2.0

/// A colour in linear light, with straight (not premultiplied) alpha.
///
/// The components are amounts of light in the sRGB primaries: 0.5 is half the light of 1, which
/// sRGB writes as 0.735. Nothing is held to 0...1: an overshooting curve may leave it, and a
/// display may show more than 1; `sRGB8` clamps in the end.
public struct Color: Hashable, Sendable {
  /// The red light; 0...1 within sRGB's gamut.
  public var red: Double
  /// The green light; 0...1 within sRGB's gamut.
  public var green: Double
  /// The blue light; 0...1 within sRGB's gamut.
  public var blue: Double
  /// How much it covers: 0 nothing, 1 all.
  public var alpha: Double

  /// A colour from amounts of light.
  /// - Parameters:
  ///   - red: Linear light; 0...1 within sRGB's gamut.
  ///   - green: Likewise.
  ///   - blue: Likewise.
  ///   - alpha: 0 nothing to 1 opaque; default 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

extension Color: Interpolatable {
  /// Mixes light, each end weighted by how much it covers (that is, premultiplied).
  ///
  /// Red to green goes through a bright yellow, not through the brown that mixing sRGB
  /// numbers gives, and red fading to a transparent black stays red, without darkening on its way.
  /// With equal alphas, and where both are 0, the components are interpolated as they are.
  /// Beyond 0...1 there is no such mixture (a weight would be negative), so components and
  /// alpha go on as they are there too; they join at 0 and 1 wherever there is anything to see.
  public static func interpolate(from: Color, to: Color, progress: Double) -> Color {
    if progress == 0 { return from }
    if progress == 1 { return to }
    let alpha = Double.interpolate(from: from.alpha, to: to.alpha, progress: progress)
    // ((1 - p) a0 c0 + p a1 c1) / alpha is c0 to c1 at this share: monotone, and no division by 0.
    var share = progress
    if from.alpha != to.alpha, from.alpha >= 0, to.alpha >= 0, progress > 0, progress < 1 {
      let weight = progress * to.alpha
      let whole = weight + (1 - progress) * from.alpha
      // Both products of the least numbers are 0.
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
