// SPDX-License-Identifier: Apache-2.0

import CMath

/// A common easing formula of games and motion design; each has three directions.
///
/// To add a family: add a case here, its line in `rise(_:joined:)` below, and its row in
/// EasingFamilyTests. Directions and end values need no further code. The C API has its own list.
///
/// Source: R. Penner, "Programming Macromedia Flash MX" (2002), chapter 7; the constants are those
/// of easings.net.
public enum EasingFamily: CaseIterable, Hashable, Sendable {
  /// A quarter of a cosine wave.
  case sine
  /// x².
  case quadratic
  /// x³.
  case cubic
  /// x⁴.
  case quartic
  /// x⁵.
  case quintic
  /// `2^(10 x - 10)`: starts with a step of 2^-10, because the formula never reaches 0.
  case exponential
  /// A quarter of a circle, with a vertical tangent at its fast end.
  case circular
  /// Moves back by a tenth first. The formula's overshoot constant is 1.70158, and for in-out
  /// 1.70158 * 1.525.
  case back
  /// A growing oscillation with period 0.3, and for in-out 0.45; starts with a step of up to 2^-11.
  case elastic
  /// The bounces of a ball, each lower than the one before.
  case bounce

  /// The `.in` form at `x` in (0, 1).
  ///
  /// `joined` is true for one half of an in-out easing, for which `back` and `elastic` have other
  /// constants.
  fileprivate func rise(_ x: Double, joined: Bool) -> Double {
    switch self {
    case .sine:
      // 1 - cos(x pi / 2), without its cancellation near 0.
      let half = sin(x * Double.pi / 4)
      return 2 * half * half
    case .quadratic: return x * x
    case .cubic: return x * x * x
    case .quartic: return (x * x) * (x * x)
    case .quintic: return (x * x) * (x * x) * x
    case .exponential: return exp2(10 * x - 10)
    case .circular:
      // 1 - sqrt(1 - x²), without its cancellation near 0.
      return x * x / (1 + ((1 - x) * (1 + x)).squareRoot())
    case .back:
      let overshoot = joined ? 1.70158 * 1.525 : 1.70158
      return x * x * ((overshoot + 1) * x - overshoot)
    case .elastic:
      let period = joined ? 0.45 : 0.3
      return -exp2(10 * x - 10) * sin((x - 1 - period / 4) * (2 * Double.pi / period))
    case .bounce: return 1 - bounceOut(1 - x)
    }
  }
}

/// Four parabolas with the coefficient 7.5625 = 2.75², which reach 1 at their intersections.
private func bounceOut(_ x: Double) -> Double {
  let (hop, height): (Double, Double)
  switch x * 2.75 {
  case ..<1: (hop, height) = (0, 0)
  case ..<2: (hop, height) = (1.5, 0.75)
  case ..<2.5: (hop, height) = (2.25, 0.9375)
  default: (hop, height) = (2.625, 0.984375)
  }
  let fromPeak = x * 2.75 - hop
  return fromPeak * fromPeak + height
}

/// The end at which a leg, one direction of a cycle, is eased.
public enum EasingDirection: CaseIterable, Hashable, Sendable {
  /// At the start: the formula itself.
  case `in`
  /// At the end: the formula rotated by 180°, `out(x) = 1 - in(1 - x)`.
  case out
  /// At both ends, at half size: `in(2 x) / 2`, then `1 - in(2 - 2 x) / 2`.
  case inOut

  /// The family's value at `x` in 0...1: exactly 0 at 0 and exactly 1 at 1.
  func value(of family: EasingFamily, at x: Double) -> Double {
    func rise(_ x: Double, joined: Bool) -> Double {
      x <= 0 ? 0 : x >= 1 ? 1 : family.rise(x, joined: joined)
    }
    switch self {
    case .in: return rise(x, joined: false)
    case .out: return 1 - rise(1 - x, joined: false)
    case .inOut:
      return x < 0.5 ? rise(2 * x, joined: true) / 2 : 1 - rise(2 - 2 * x, joined: true) / 2
    }
  }
}

extension TimingFunction {
  /// A common easing formula.
  ///
  /// The output is exactly 0 at 0 and exactly 1 at 1, for every family and direction.
  /// - Parameter family: The formula.
  /// - Parameter direction: The end of a leg at which the formula eases.
  /// Source: see `EasingFamily`.
  public static func easing(
    _ family: EasingFamily, _ direction: EasingDirection
  ) -> TimingFunction {
    TimingFunction(.easing(family, direction))
  }
}
