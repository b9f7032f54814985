// SPDX-License-Identifier: Apache-2.0

extension TimingFunction {
  /// Output equals input: control points (0, 0) and (1, 1).
  public static var linear: TimingFunction { cubicBezier(0, 0, 1, 1) }

  /// Begins slowly: control points (0.42, 0) and (1, 1).
  public static var easeIn: TimingFunction { named(.easeIn) }

  /// Ends slowly: control points (0, 0) and (0.58, 1).
  public static var easeOut: TimingFunction { named(.easeOut) }

  /// Begins and ends slowly: control points (0.42, 0) and (0.58, 1).
  public static var easeInEaseOut: TimingFunction { named(.easeInEaseOut) }

  /// Core Animation's default: starts fast and ends slowly; control points (0.25, 0.1) and (0.25,
  /// 1).
  public static var `default`: TimingFunction { named(.default) }

  /// The curve `t * t * (3 - 2 * t)`, which begins and ends slowly.
  ///
  /// Its control points are (1/3, 0) and (2/3, 1). A bank evaluates it faster than other curves.
  public static var smoothstep: TimingFunction { cubicBezier(1 / 3.0, 0, 2 / 3.0, 1) }

  #if hasFeature(Embedded)
    @inline(never)
  #endif
  private static func named(_ name: BezierTable.Name) -> TimingFunction {
    TimingFunction(.cubicBezier(CubicBezierCurve(name)))
  }

  /// A cubic Bézier from (0, 0) to (1, 1) with inner control points (x1, y1) and (x2, y2).
  ///
  /// The x of a control point is clamped to 0...1, because otherwise an input could have three
  /// outputs. Its y is not clamped and may make the output overshoot. The output is within 1e-9 of
  /// the exact curve (times the largest |y|, if that is above 1), even at vertical tangents. With
  /// control points on the diagonal (x1 = y1, x2 = y2), the output is the input itself.
  /// - Precondition: all four numbers are finite. For values from outside the program use
  ///   `init(cubicBezier:_:_:_:)`, which throws.
  /// Source: CSS Easing Functions Level 2, section 2.3. CSS rejects an x outside 0...1; Core
  /// Animation's documentation does not mention such an x.
  public static func cubicBezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> TimingFunction {
    trapping { () throws(TimingFunctionError) in try TimingFunction(cubicBezier: x1, y1, x2, y2) }
  }

  /// As `cubicBezier(_:_:_:_:)`, for control points from outside the program.
  /// - Throws: `TimingFunctionError.controlPointNotFinite`.
  public init(
    cubicBezier x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) throws(TimingFunctionError) {
    guard x1.isFinite, y1.isFinite, x2.isFinite, y2.isFinite else {
      throw .controlPointNotFinite(x1: x1, y1: y1, x2: x2, y2: y2)
    }
    self.init(.cubicBezier(CubicBezierCurve(clamping: x1, y1, x2, y2)))
  }

  /// The curve, if this is a cubic Bezier; else nil.
  package var bezier: CubicBezierCurve? {
    guard case .cubicBezier(let curve) = storage else { return nil }
    return curve
  }

  /// The inner control points, x already clamped, if this is a cubic Bezier; else nil.
  public var controlPoints: (x1: Double, y1: Double, x2: Double, y2: Double)? {
    bezier.map { ($0.x1, $0.y1, $0.x2, $0.y2) }
  }
}
