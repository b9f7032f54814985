// SPDX-License-Identifier: Apache-2.0

import CMath

/// The position of a staircase's jumps: at its start, its end, neither or both.
///
/// Source: CSS Easing Functions Level 2, section 2.4, `jump-start` and so on.
public enum StepJump: UInt8, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  /// Jumps at input 0: the first tread is `1 / count` high.
  case start
  /// Jumps at input 1: the first tread is at 0, and the output 1 is reached only at input 1.
  case end
  /// Jumps at neither end: the first tread is at 0, the last at 1.
  case none
  /// Jumps at both ends: there is one more jump than there are treads.
  case both
}

extension TimingFunction {
  /// A staircase of `count` treads of equal width.
  ///
  /// With k whole treads passed, the output is `k / count` for `.end`, `(k + 1) / count` for
  /// `.start`, `k / (count - 1)` for `.none` and `(k + 1) / (count + 1)` for `.both`. At input 1,
  /// the output is 1. A tread begins exactly at the `Double` nearest to `k / count`. CSS's "before
  /// flag", which selects the lower output at a jump, does not exist here: the output depends on
  /// the input only.
  /// - Parameter count: Treads, at least 1; with `.none` at least 2.
  /// - Parameter jump: The position of the jumps; default `.end`, as in CSS.
  /// - Precondition: `count` is in this range; `init(steps:jump:)` throws instead.
  /// Source: CSS Easing Functions Level 2, section 2.4.
  public static func steps(_ count: Int, _ jump: StepJump = .end) -> TimingFunction {
    trapping { () throws(TimingFunctionError) in try TimingFunction(steps: count, jump: jump) }
  }

  /// As `steps(_:_:)`, for a count from outside the program.
  /// - Throws: `TimingFunctionError.stepCountTooSmall`.
  public init(steps count: Int, jump: StepJump) throws(TimingFunctionError) {
    let least = jump == .none ? 2 : 1
    guard count >= least else { throw .stepCountTooSmall(count: count, least: least) }
    self.init(.steps(StepCurve(count: count, jump: jump)))
  }
}

/// The staircase behind `TimingFunction.steps`.
struct StepCurve: Hashable, Sendable {
  let count: Int
  let jump: StepJump

  func value(at input: Double) -> Double {
    let treads = Double(count)
    var passed = floor(input * treads)
    // (1 / 49) * 49 is below 1, so the start of a tread is compared as a quotient, not as a
    // product.
    if (passed + 1) / treads <= input { passed += 1 }
    if passed / treads > input { passed -= 1 }
    let rises: Double
    switch jump {
    case .start: (passed, rises) = (passed + 1, treads)
    case .end: rises = treads
    case .none: rises = treads - 1
    case .both: (passed, rises) = (passed + 1, treads + 1)
    }
    return min(passed / rises, 1)
  }
}
