// SPDX-License-Identifier: Apache-2.0

/// Maps linear progress, 0...1, to eased progress; a timing function is a value that is called like
/// a function.
///
/// ```swift
/// let ease = TimingFunction.easeInEaseOut
/// ease(0.25)  // 0.129162
/// ```
/// Input below 0 and NaN read as 0, input above 1 as 1. Output is never clamped: Béziers, springs,
/// `.back` and `.elastic` may leave 0...1. The output is always finite.
///
/// To add a formula, extend `EasingFamily`. To make a custom curve, use
/// `init(samples:of:)` or `init(stops:)`.
///
/// Source: CAMediaTimingFunction; CSS Easing Functions Level 2. Core Animation does not define
/// inputs outside 0...1.
public struct TimingFunction: Hashable, Sendable {
  /// The kinds of timing functions; the mathematics of each has its own file.
  enum Storage: Hashable, Sendable {
    case cubicBezier(CubicBezierCurve)
    case steps(StepCurve)
    case easing(EasingFamily, EasingDirection)
    // Indirect, because this curve is twice as large as the others, and rare.
    indirect case spring(SpringCurve)
    case stops(StopCurve)
  }

  let storage: Storage

  init(_ storage: Storage) {
    self.storage = storage
  }

  /// The eased progress at `input`.
  ///
  /// All kinds except `steps` and stops give exactly 0 at 0 and exactly 1 at 1.
  /// - Parameter input: Progress; clamped to 0...1; NaN reads as 0.
  /// - Returns: The eased progress, finite, not clamped.
  /// - Complexity: O(1); O(log n) for n stops.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  public func callAsFunction(_ input: Double) -> Double {
    // Both comparisons are false for NaN, which falls through to 0.
    let input = input > 0 ? (input < 1 ? input : 1) : 0
    switch storage {
    case .cubicBezier(let curve): return curve.value(at: input)
    case .steps(let curve): return curve.value(at: input)
    case .easing(let family, let direction): return direction.value(of: family, at: input)
    case .spring(let curve): return curve.value(at: input)
    case .stops(let curve): return curve.value(at: input)
    }
  }
}
