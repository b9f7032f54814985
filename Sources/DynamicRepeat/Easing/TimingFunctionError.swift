// SPDX-License-Identifier: Apache-2.0

/// Invalid values for a timing function.
public enum TimingFunctionError: Error, Hashable, Sendable {
  /// A coordinate of a Bezier control point is infinite or not a number.
  case controlPointNotFinite(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A step count is below 1, or below 2 with `StepJump.none`.
  case stepCountTooSmall(count: Int, least: Int)
  /// No stop was given.
  case noStops
  /// The stop at `index` holds an infinite value or one that is not a number.
  case stopNotFinite(index: Int)
  /// The stop at `index` has an input below that of a stop before it.
  case stopInputDecreases(index: Int, input: Double, previous: Double)
  /// The line through the first or last two stops is so steep that an output at an input in 0...1
  /// would be infinite.
  case stopsTooSteep
  /// A tolerance is outside 1e-9...0.5.
  case toleranceOutOfRange(tolerance: Double)
  /// A parameter of a spring, its frequency or its damping ratio is out of range.
  case springOutOfRange(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
}

extension TimingFunctionError: CustomStringConvertible {
  /// The invalid value and the valid range.
  public var description: String {
    switch self {
    case .controlPointNotFinite(let x1, let y1, let x2, let y2):
      return "control points (\(x1), \(y1)) and (\(x2), \(y2)) must be finite"
    case .stepCountTooSmall(let count, let least):
      return "step count \(count) must be at least \(least)"
    case .noStops:
      return "a piecewise linear function needs at least one stop"
    case .stopNotFinite(let index):
      return "stop \(index) must have a finite output, and a finite input if it has one"
    case .stopInputDecreases(let index, let input, let previous):
      return "the input of stop \(index) must be at least the previous \(previous), but is \(input)"
    case .stopsTooSteep:
      return "the outermost stops must be further apart: the line through them is too steep"
    case .toleranceOutOfRange(let tolerance):
      return "tolerance \(tolerance) must be in 1e-9...0.5"
    case .springOutOfRange(let mass, let stiffness, let damping, let velocity):
      return
        "a spring needs mass, stiffness and damping above 0 (here \(mass), \(stiffness) and \(damping)), a frequency and a damping ratio in 1e-6...1e6, and an initialVelocity in -1e9...1e9 (here \(velocity))"
    }
  }
}
