// SPDX-License-Identifier: Apache-2.0

/// How progress runs through a leg, which is the motion from one state to the other.
///
/// A repeat stores its pace as plain data.
///
/// For stops, springs and the other curves of `TimingFunction`, set the pace to linear and apply
/// the function to ``RepeatSample/progress``.
public enum Pace: Hashable, Sendable, BitwiseCopyable {
  /// Constant speed.
  case linear
  /// Begins slowly: control points (0.42, 0) and (1, 1).
  case easeIn
  /// Ends slowly: control points (0, 0) and (0.58, 1).
  case easeOut
  /// Begins and ends slowly: control points (0.42, 0) and (0.58, 1).
  case easeInEaseOut
  /// Core Animation's default: control points (0.25, 0.1) and (0.25, 1).
  case `default`
  /// A cubic Bezier from (0, 0) to (1, 1); each x is clamped to 0...1.
  case cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
  /// A number of steps of equal width, at least 1; without a jump at either end, at least 2.
  case steps(Int, StepJump = .end)

  /// The curve `t * t * (3 - 2 * t)`, which begins and ends slowly: a cubic Bezier with the control
  /// points (1/3, 0) and (2/3, 1).
  public static var smoothstep: Pace { .cubicBezier(1 / 3.0, 0, 2 / 3.0, 1) }

  /// The eased progress.
  /// - Parameter input: Progress; clamped to 0...1; NaN counts as 0.
  public func callAsFunction(_ input: Double) -> Double {
    let input = input > 0 ? min(input, 1) : 0
    if let name { return CubicBezierCurve(name).value(at: input) }
    switch self {
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return CubicBezierCurve(clamping: x1, y1, x2, y2).value(at: input)
    case .steps(let count, let jump): return StepCurve(count: count, jump: jump).value(at: input)
    default: return input
    }
  }

  /// The named curve whose values are in a table; `nil` for every other pace.
  var name: BezierTable.Name? {
    switch self {
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInEaseOut: .easeInEaseOut
    case .default: .default
    case .linear, .cubicBezier, .steps: nil
    }
  }

  func validate() throws(RepeatError) {
    switch self {
    case .linear, .easeIn, .easeOut, .easeInEaseOut, .default: break
    case .cubicBezier(let x1, let y1, let x2, let y2):
      guard x1.isFinite, y1.isFinite, x2.isFinite, y2.isFinite else { throw .invalidPace(self) }
    case .steps(let count, let jump):
      guard count >= (jump == .none ? 2 : 1) else { throw .invalidPace(self) }
    }
  }

  /// The control points as text, for an error's description.
  var text: String {
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else { return "" }
    return "(\(x1), \(y1)), (\(x2), \(y2))"
  }
}
