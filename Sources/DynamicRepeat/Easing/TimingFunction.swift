// SPDX-License-Identifier: Apache-2.0

/// Maps the even flow of progress, 0...1, to an eased one: a value, called like a function.
///
/// ```swift
/// let ease = TimingFunction.easeInEaseOut
/// ease(0.25)  // 0.129162
/// ```
/// Input below 0, and one that is not a number, is taken as 0, and input above 1 as 1. Output is
/// never clamped: Beziers, springs, `.back` and `.elastic` may leave 0...1. It is always finite.
/// A new formula goes into `EasingFamily`; a curve of a program's own is made with
/// `sampled(_:)`, `init(samples:of:)` or `init(stops:)`.
///
/// Source: CAMediaTimingFunction; CSS Easing Functions Level 2. Core Animation does not say what
/// it does outside 0...1.
public struct TimingFunction: Hashable, Sendable {
  /// The kinds of timing function; each has one file with its mathematics.
  enum Storage: Hashable, Sendable {
    case cubicBezier(CubicBezierCurve)
    case steps(StepCurve)
    case easing(EasingFamily, EasingDirection)
    // In a place of its own: it is twice as large as the others, and rare.
    indirect case spring(SpringCurve)
    case stops(StopCurve)
  }

  let storage: Storage

  init(_ storage: Storage) {
    self.storage = storage
  }

  /// The eased progress at `input`.
  ///
  /// Every kind but `steps` and stops answers exactly 0 at 0 and exactly 1 at 1.
  /// - Parameter input: Progress; clamped to 0...1, not a number reads as 0.
  /// - Returns: The eased progress, finite, not clamped.
  /// - Complexity: O(1); O(log n) for n stops.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  public func callAsFunction(_ input: Double) -> Double { value(at: input) }

  /// The same, for callers that have one at hand and would copy it for a call.
  @inline(__always)
  package func value(at input: Double) -> Double {
    // The comparisons are false for a NaN, which falls through to 0.
    let input = input > 0 ? (input < 1 ? input : 1) : 0
    switch storage {
    case .cubicBezier(let curve): return curve.value(at: input)
    case .steps(let curve): return curve.value(at: input)
    case .easing(let family, let direction): return direction.value(of: family, at: input)
    case .spring(let curve): return curve.value(at: input)
    case .stops(let curve): return curve.value(at: input)
    }
  }

  /// The same at an input between 0 and 1, for what is called for each of many.
  @inline(__always)
  func paced(_ input: Double) -> Double {
    guard case .cubicBezier(let curve) = storage else { return self(input) }
    if curve.isEven { return input }
    if input < 1, let value = curve.table?.value(at: input), !value.isNaN { return value }
    return self(input)
  }
}
