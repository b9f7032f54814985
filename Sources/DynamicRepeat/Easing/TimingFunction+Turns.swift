// SPDX-License-Identifier: Apache-2.0

import CMath

// Turning points of timing functions, between rising and falling.

extension TimingFunction {
  /// The next input, forwards or backwards, at which the function may turn or, for custom stops,
  /// jump; the end if there is none.
  ///
  /// Between two such inputs the function only rises or only falls; steps may lie between them.
  /// - Parameter input: In 0...1.
  /// - Returns: Above `input` and at most 1, or below it and at least 0; at the end, `input`.
  package func nextTurn(from input: Double, forward: Bool) -> Double {
    let end = forward ? 1.0 : 0
    guard input != end else { return end }
    let turn: Double
    switch storage {
    case .steps: turn = end
    case .cubicBezier(let curve): turn = curve.nextTurn(from: input, forward: forward)
    case .easing(let family, let direction):
      turn = direction.nextTurn(of: family, from: input, forward: forward)
    case .spring(let curve): turn = curve.nextTurn(from: input, forward: forward)
    case .stops(let curve): turn = curve.nextTurn(from: input, forward: forward)
    }
    return forward ? min(max(turn, input.nextUp), 1) : max(min(turn, input.nextDown), 0)
  }
}

/// Finds the next of a function's turning points, which may come in any order.
private struct NextTurn {
  private(set) var found: Double
  private let input: Double
  private let forward: Bool

  init(from input: Double, forward: Bool) {
    (self.input, self.forward) = (input, forward)
    found = forward ? 1 : 0
  }

  mutating func consider(_ turn: Double) {
    if forward ? turn > input && turn < found : turn < input && turn > found { found = turn }
  }

  /// Considers turning points `first + n * step` for every whole n from `least` on.
  mutating func consider(first: Double, step: Double, from least: Double = -.infinity) {
    guard step > 0 else { return }
    // Off by one if `input` is a turning point itself.
    let here = ((input - first) / step).rounded(.down)
    for offset in -2...2 where here + Double(offset) >= least {
      consider(first + (here + Double(offset)) * step)
    }
  }
}

extension CubicBezierCurve {
  fileprivate func nextTurn(from input: Double, forward: Bool) -> Double {
    var next = NextTurn(from: input, forward: forward)
    // If both control points are between the ends, y never falls.
    guard !(0...1).contains(y1) || !(0...1).contains(y2) else { return next.found }
    // y'(s) / 3 = a s² + b s + c, scaled so that nothing overflows.
    let scale = 1 / max(1, y1.magnitude, y2.magnitude)
    let (low, high) = (y1 * scale, y2 * scale)
    let (a, b, c) = (scale + 3 * (low - high), 2 * (high - 2 * low), low)
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return next.found }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    // Without an array, because nothing allocates in the C library.
    next.consider(root(q / a))
    next.consider(root(c / q))
    return next.found
  }

  /// The input at which the curve parameter is `s`; -1 if `s` is outside the curve.
  private func root(_ s: Double) -> Double {
    guard s > 0, s < 1 else { return -1 }
    let t = 1 - s
    return 3 * s * t * (t * x1 + s * x2) + s * s * s
  }
}

extension EasingDirection {
  fileprivate func nextTurn(of family: EasingFamily, from x: Double, forward: Bool) -> Double {
    switch self {
    case .in: return family.nextTurn(from: x, forward: forward, joined: false)
    case .out: return 1 - family.nextTurn(from: 1 - x, forward: !forward, joined: false)
    case .inOut:
      if forward ? x < 0.5 : x <= 0.5 {
        return family.nextTurn(from: 2 * x, forward: forward, joined: true) / 2
      }
      return 1 - family.nextTurn(from: 2 - 2 * x, forward: !forward, joined: true) / 2
    }
  }
}

extension EasingFamily {
  /// The turning points of the `.in` form.
  fileprivate func nextTurn(from x: Double, forward: Bool, joined: Bool) -> Double {
    var next = NextTurn(from: x, forward: forward)
    switch self {
    case .sine, .quadratic, .cubic, .quartic, .quintic, .exponential, .circular: break
    case .back:
      // The slope of x² ((o + 1) x - o) is 0.
      let overshoot = joined ? 1.70158 * 1.525 : 1.70158
      next.consider(2 * overshoot / (3 * (overshoot + 1)))
    case .elastic:
      // The slope of 2^(10 x) sin(w (x - 1) - pi / 2) is 0: tan of the angle is -w / (10 ln 2).
      let period = joined ? 0.45 : 0.3
      let frequency = 2 * Double.pi / period
      next.consider(
        first: 1 + period / 4 - atan2(frequency, 10 * log(2.0)) / frequency, step: period / 2)
    case .bounce:
      // The points at which the ball touches the ground or is highest: 1, 1.5, 2, 2.25, 2.5 and
      // 2.625.
      var (touch, hop) = (1.0, 0.5)
      while hop > 0.1 {
        next.consider(1 - touch / 2.75)
        next.consider(1 - (touch + hop) / 2.75)
        (touch, hop) = (touch + 2 * hop, hop / 2)
      }
    }
    return next.found
  }
}

extension SpringCurve {
  fileprivate func nextTurn(from input: Double, forward: Bool) -> Double {
    var next = NextTurn(from: input, forward: forward)
    let (first, step) = spring.turns
    if let step {
      next.consider(first: first / seconds, step: step / seconds, from: 0)
    } else {
      next.consider(first / seconds)
    }
    return next.found
  }
}

extension StopCurve {
  fileprivate func nextTurn(from input: Double, forward: Bool) -> Double {
    let above = firstIndex(above: input)
    if forward { return above < points.count ? points[above].input : 1 }
    var below = above - 1
    while below >= 0, points[below].input == input { below -= 1 }
    return below >= 0 ? points[below].input : 0
  }
}
