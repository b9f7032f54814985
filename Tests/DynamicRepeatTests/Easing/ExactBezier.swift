// SPDX-License-Identifier: Apache-2.0

#if arch(x86_64)
  /// A sum of two `Float80`, with a significand of 128 bits, for the reference.
  struct Twofold {
    var high: Float80
    var low: Float80

    init(_ value: Double) { (high, low) = (Float80(value), 0) }

    private init(high: Float80, low: Float80) { (self.high, self.low) = (high, low) }

    static func + (a: Twofold, b: Twofold) -> Twofold {
      let sum = a.high + b.high
      let part = sum - a.high
      let error = (a.high - (sum - part)) + (b.high - part) + (a.low + b.low)
      let high = sum + error
      return Twofold(high: high, low: error - (high - sum))
    }

    static prefix func - (a: Twofold) -> Twofold { Twofold(high: -a.high, low: -a.low) }

    static func * (a: Twofold, b: Twofold) -> Twofold {
      let product = a.high * b.high
      let error = (-product).addingProduct(a.high, b.high) + (a.high * b.low + a.low * b.high)
      let high = product + error
      return Twofold(high: high, low: error - (high - product))
    }
  }

  /// The reference for a cubic Bezier, computed from the definition by bisection, in 128 bits.
  enum ExactBezier {
    /// y at `x`, for an s found by 62 bisections, with an error of 2e-19.
    static func value(_ points: [Double], at x: Double) -> Double {
      let goal = -Twofold(x)
      var low = Twofold(0)
      var width = Twofold(1)
      for _ in 0..<62 {
        width = width * Twofold(0.5)
        let middle = low + width
        if (coordinate(points[0], points[2], middle) + goal).high < 0 { low = middle }
      }
      return Double(coordinate(points[1], points[3], low).high)
    }

    private static func coordinate(_ a: Double, _ b: Double, _ s: Twofold) -> Twofold {
      let t = Twofold(1) + -s
      let outer = Twofold(3) * s * t * (t * Twofold(a) + s * Twofold(b))
      return outer + s * s * s
    }
  }
#endif
