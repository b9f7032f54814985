// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A timing function at hand, for what is called once a frame for each of many things.
///
/// Most are Beziers, which are numbers alone. A `TimingFunction` may hold arrays: to copy one, as the
/// compiler does before a call, takes longer than to evaluate it.
struct Pace: ~Copyable {
  let timing: TimingFunction
  /// Whether that is a Bezier: the one below.
  let isBezier: Bool
  let bezier: CubicBezierCurve

  init(_ timing: TimingFunction) {
    self.timing = timing
    let bezier = timing.bezier
    isBezier = bezier != nil
    guard let curve = bezier ?? TimingFunction.linear.bezier else {
      preconditionFailure("the linear timing function is no Bezier")
    }
    self.bezier = curve
  }

  /// The eased progress where it is no Bezier.
  ///
  /// Mutating, though it changes nothing: only so does the compiler leave the function where it is.
  @inline(never)
  mutating func other(_ progress: Double) -> Double {
    timing.value(at: progress)
  }
}
