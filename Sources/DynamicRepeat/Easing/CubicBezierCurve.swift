// SPDX-License-Identifier: Apache-2.0

/// A cubic Bézier curve from (0, 0) to (1, 1), solved for y at a given x.
///
/// With the curve parameter s, and t = 1 - s: `x(s) = 3 s t² x1 + 3 s² t x2 + s³`, and y(s)
/// likewise. With x1 and x2 in 0...1, x(s) never falls, so each x has one y.
///
/// Near a vertical tangent, a tiny change of x is a large change of s, and rounding dominates the
/// plain difference `x(s) - x`. The tangent can be vertical at three points: at `s = 0`, at
/// `s = 1`, and, for (x1, x2) near (1, 0), at `s = 1/2`. Therefore x(s) is solved in coordinates
/// relative to the nearest of these points. In these coordinates, every relevant coefficient is
/// small and exact to its last bits, and so is the result.
///
/// Source: CSS Easing Functions Level 2, section 2.3; the three expansions are ours.
package struct CubicBezierCurve: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double
  /// The table of a named curve.
  package let table: BezierTable?

  /// Makes a curve from finite control points; x is clamped to 0...1.
  package init(clamping x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let x1 = min(max(x1, 0), 1)
    let x2 = min(max(x2, 0), 1)
    self.init(x1, y1, x2, y2, BezierTable.Name(x1, y1, x2, y2).map { BezierTable($0) })
  }

  package init(_ name: BezierTable.Name) { self.init(name, BezierTable(name)) }

  /// A named curve; without a table, the curve is always solved.
  init(_ name: BezierTable.Name, _ table: BezierTable?) {
    let (x1, y1, x2, y2) = name.controlPoints
    self.init(x1, y1, x2, y2, table)
  }

  #if hasFeature(Embedded)
    @inline(never)
  #endif
  private init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ table: BezierTable?) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
    self.table = table
  }

  // These values are computed in each call, because stored values would enlarge every timing
  // function.

  /// x(1/4) and x(3/4), the borders between the three expansions.
  private var firstSeam: Double { (27 * x1 + 9 * x2 + 1) / 64 }
  private var lastSeam: Double { (9 * x1 + 27 * x2 + 27) / 64 }

  /// The coefficient of s³ in all three expansions.
  ///
  /// Written in terms of the distances of (x1, x2) from (1, 0), because it must be exact near that
  /// point.
  private var cubic: Double { 4 - 3 * ((1 - x1) + x2) }

  /// Whether y equals x everywhere.
  package var isEven: Bool { x1 == y1 && x2 == y2 }

  /// The y at `x` in 0...1: exactly 0 at 0 and exactly 1 at 1.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package func value(at x: Double) -> Double {
    if isEven || x <= 0 || x >= 1 { return x }
    if let value = table?.value(at: x), !value.isNaN { return value }
    return solvedValue(at: x)
  }

  /// Solves for the curve parameter, at `x` between 0 and 1.
  @inline(never)
  #if hasFeature(Embedded)
    @_optimize(speed)
  #endif
  func solvedValue(at x: Double) -> Double {
    let (s, t) = parameter(at: x)
    // The bracket is a mean of y1 and y2, so no finite control point makes the value overflow.
    return 3 * s * t * (t * y1 + s * y2) + s * s * s
  }

  /// The curve parameter s at `x` in 0...1, and t = 1 - s.
  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  private func parameter(at x: Double) -> (s: Double, t: Double) {
    // Then x(s) is s, as in smoothstep.
    if x1 == 1 / 3.0, x2 == 2 / 3.0 { return (x, 1 - x) }
    if x < firstSeam {
      let s = outerParameter(at: x, x1, x2, seam: firstSeam)
      return (s, 1 - s)
    }
    if x > lastSeam {
      // The end of the curve is solved as the start of the mirrored curve 1 - x(1 - t). For x above
      // 1/2, 1 - x is exact.
      let t = outerParameter(at: 1 - x, 1 - x2, 1 - x1, seam: 1 - lastSeam)
      return (1 - t, t)
    }
    return middleParameter(at: x)
  }

  /// The curve parameter for an `x` before the first border; `seam` is the x of that border.
  ///
  /// For the end of the curve, `x1` and `x2` are those of the mirrored curve.
  private func outerParameter(at x: Double, _ x1: Double, _ x2: Double, seam: Double) -> Double {
    let expansion = MonotoneCubic(
      constant: 0, linear: 3 * x1, quadratic: 3 * (x2 - 2 * x1), cubic: cubic)
    // The guess is a root of `slope s + bend s² = x`. This parabola meets the curve at s = 0 and at
    // the border, s = 1/4. This form of the root has no cancellation.
    let (slope, bend) = (3 * x1, 4 * (4 * seam - 3 * x1))
    let guess =
      x1 + x2 < Self.nearlyVertical
      ? Self.cubeRoot(x) : 2 * x / (slope + (slope * slope + 4 * bend * x).squareRoot())
    return expansion.solve(for: x, near: guess, from: 0, to: 0.25)
  }

  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  private func middleParameter(at x: Double) -> (s: Double, t: Double) {
    // With s = 1/2 + u, the polynomial in u is x(s) - 1/2. It is written in terms of the distances
    // of (x1, x2) from (1, 0), so that each small coefficient is exact.
    let alpha = 1 - x1
    let beta = x2
    let expansion = MonotoneCubic(
      constant: 0.375 * (beta - alpha), linear: 0.75 * (alpha + beta),
      quadratic: 1.5 * (alpha - beta), cubic: cubic)
    let guess =
      alpha + beta < Self.nearlyVertical
      ? (x < 0.5 ? -1 : 1) * Self.cubeRoot(abs(x - 0.5) / 4)
      : 0.5 * (x - firstSeam) / (lastSeam - firstSeam) - 0.25
    let u = expansion.solve(for: x - 0.5, near: guess, from: -0.25, to: 0.25)
    return (0.5 + u, 0.5 - u)
  }

  /// The limit of x1 + x2 at an end of the curve, and of (1 - x1) + x2 in the middle.
  ///
  /// Below this limit the linear term is small. The cubic term then dominates the expansion, and
  /// the cube root is a better guess.
  private static let nearlyVertical = 0.1

  /// About the cube root of a number in 0...1: its power 21 / 64, by square roots only.
  ///
  /// The last bit of C's `cbrt` depends on the C library, and may change the last bit of the
  /// curve's value. A saved state must continue with the same bits on every machine.
  private static func cubeRoot(_ number: Double) -> Double {
    let fourth = number.squareRoot().squareRoot()
    let sixteenth = fourth.squareRoot().squareRoot()
    return fourth * sixteenth * sixteenth.squareRoot().squareRoot()
  }
}
