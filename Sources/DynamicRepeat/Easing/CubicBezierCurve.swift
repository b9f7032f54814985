// SPDX-License-Identifier: Apache-2.0

/// A cubic Bezier from (0, 0) to (1, 1), solved for y at a given x.
///
/// With the curve parameter s, and t = 1 - s: `x(s) = 3 s t² x1 + 3 s² t x2 + s³`, and y(s) alike.
/// With x1 and x2 in 0...1, x(s) never falls, so each x has one y.
///
/// Where the curve is upright, s is far more sensitive than x, and a plain `x(s) - x` drowns in
/// rounding. There are three such points: s = 0, s = 1, and s = 1/2 for (x1, x2) near (1, 0).
/// So x(s) is solved in coordinates that begin at the nearest of the three: there every
/// coefficient that matters is small and known to its last bits, and so is the result.
///
/// Source: CSS Easing Functions Level 2, section 2.3; the three expansions are ours.
package struct CubicBezierCurve: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double
  /// The values at hand, for a curve that has a name.
  package let table: BezierTable?

  /// Takes the inner control points; x is clamped to 0...1, all four must be finite.
  init(x1: Double, y1: Double, x2: Double, y2: Double) throws(TimingFunctionError) {
    guard x1.isFinite, y1.isFinite, x2.isFinite, y2.isFinite else {
      throw .controlPointNotFinite(x1: x1, y1: y1, x2: x2, y2: y2)
    }
    self.init(clamping: x1, y1, x2, y2)
  }

  /// The same for control points that are finite.
  package init(clamping x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let x1 = min(max(x1, 0), 1)
    let x2 = min(max(x2, 0), 1)
    self.init(x1, y1, x2, y2, BezierTable.Name(x1, y1, x2, y2).map { BezierTable($0) })
  }

  /// A named curve.
  package init(_ name: BezierTable.Name) {
    let (x1, y1, x2, y2) = name.controlPoints
    self.init(x1, y1, x2, y2, BezierTable(name))
  }

  /// A named curve without its table.
  init(solving name: BezierTable.Name) {
    let (x1, y1, x2, y2) = name.controlPoints
    self.init(x1, y1, x2, y2, nil)
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

  // Computed anew for each value that is solved for: kept, they would make every repeat larger.

  /// x(1/4) and x(3/4), where the three expansions meet.
  private var firstSeam: Double { (27 * x1 + 9 * x2 + 1) / 64 }
  private var lastSeam: Double { (9 * x1 + 27 * x2 + 27) / 64 }

  /// The coefficient of s³ in each expansion.
  ///
  /// Written in the distances from (1, 0), where it must be exact; elsewhere it need not.
  private var cubic: Double { 4 - 3 * ((1 - x1) + x2) }

  // Of the parabolas that guess s at either end: what they add to the tangent. Each meets the curve
  // at the seam, 1/4 further in.
  private var startBend: Double { 4 * (4 * firstSeam - 3 * x1) }
  private var endBend: Double { 4 * (4 * (1 - lastSeam) - 3 * (1 - x2)) }

  /// Whether y is x.
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

  /// The same by solving for the curve parameter, at `x` between 0 and 1.
  @inline(never)
  #if hasFeature(Embedded)
    @_optimize(speed)
  #endif
  func solvedValue(at x: Double) -> Double {
    let (s, t, _) = parameter(at: x)
    // The inner bracket mixes y1 and y2, so that no finite control point can overflow it.
    return 3 * s * t * (t * y1 + s * y2) + s * s * s
  }

  /// The curve parameter s at `x` in 0...1, with t = 1 - s, and the steps that the search took.
  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  func parameter(at x: Double) -> (s: Double, t: Double, steps: Int) {
    if x < firstSeam {
      let expansion = MonotoneCubic(0, 3 * x1, 3 * (x2 - 2 * x1), cubic)
      let guess =
        x1 + x2 < Self.nearlyUpright
        ? Self.root(slope: 3 * x1, bend: 3 * (x2 - 2 * x1), cubic: cubic, rise: x)
        : Self.root(slope: 3 * x1, bend: startBend, rise: x)
      let (s, steps) = expansion.solve(for: x, near: guess, from: 0, to: 0.25)
      return (s, 1 - s, steps)
    }
    if x > lastSeam {
      // 1 - x(1 - t) is such a start again, turned half round. 1 - x is exact above 1/2.
      let expansion = MonotoneCubic(0, 3 * (1 - x2), 3 * (2 * x2 - x1 - 1), cubic)
      let guess =
        2 - x1 - x2 < Self.nearlyUpright
        ? Self.root(
          slope: 3 * (1 - x2), bend: 3 * (2 * x2 - x1 - 1), cubic: cubic, rise: 1 - x)
        : Self.root(slope: 3 * (1 - x2), bend: endBend, rise: 1 - x)
      let (t, steps) = expansion.solve(for: 1 - x, near: guess, from: 0, to: 0.25)
      return (1 - t, t, steps)
    }
    return middleParameter(at: x)
  }

  /// The same between the seams.
  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  private func middleParameter(at x: Double) -> (s: Double, t: Double, steps: Int) {
    // x(1/2 + u) - 1/2, in the distances from (1, 0): each coefficient is exact where it is small.
    let alpha = 1 - x1
    let beta = x2
    let (constant, linear) = (0.375 * (beta - alpha), 0.75 * (alpha + beta))
    let quadratic = 1.5 * (alpha - beta)
    let expansion = MonotoneCubic(constant, linear, quadratic, cubic)
    var guess = 0.5 * (x - firstSeam) / (lastSeam - firstSeam) - 0.25
    if alpha + beta < Self.nearlyUpright {
      // From the point of inflection, where the quadratic term is gone.
      let inflection = -quadratic / (3 * cubic)
      let rise = (x - 0.5) - expansion.value(at: inflection)
      let slope = linear + quadratic * inflection
      let distance = Self.root(slope: slope, bend: 0, cubic: cubic, rise: abs(rise))
      guess = inflection + (rise < 0 ? -distance : distance)
    }
    let (u, steps) = expansion.solve(for: x - 0.5, near: guess, from: -0.25, to: 0.25)
    return (0.5 + u, 0.5 - u, steps)
  }

  /// Below this sum of a point's two distances its expansion is hardly more than its cubic term.
  private static let nearlyUpright = 0.1

  /// The u >= 0 with `slope u + bend u² = rise`, in the form that does not cancel.
  private static func root(slope: Double, bend: Double, rise: Double) -> Double {
    // Where both are 0 the root is at infinity: a number that large divides by no 0 and overflows not.
    2 * rise / max(slope + (slope * slope + 4 * bend * rise).squareRoot(), 1e-290)
  }

  /// A u near `slope u + bend u² + cubic u³ = rise`, and not far below it.
  ///
  /// A guess far below the root would make steps too small to distinguish from the last one.
  private static func root(slope: Double, bend: Double, cubic: Double, rise: Double) -> Double {
    // In this order a quotient of two zeros yields to the cube root.
    min(cubeRoot(rise / cubic), root(slope: slope, bend: max(bend, 0), rise: rise))
  }

  /// Nearly the cube root of a number that is not negative, by IEEE operations alone.
  ///
  /// The last bit of C's `cbrt` depends on the processor and the C library, and may change the last
  /// bit of the value. A snapshot must continue with the same bits everywhere.
  private static func cubeRoot(_ number: Double) -> Double {
    guard number > 0 else { return 0 }
    // A third of the exponent, within 5 %: W. Kahan's cbrt, as in FreeBSD's s_cbrt.c.
    var root = Double(bitPattern: number.bitPattern / 3 + 715_094_163 << 32)
    // Halley's steps, each of which triples the digits: within 1e-12, which is near enough.
    for _ in 0..<2 {
      let cube = root * root * root
      root *= (cube + 2 * number) / (2 * cube + number)
    }
    return root
  }
}
