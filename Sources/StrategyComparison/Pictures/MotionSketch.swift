// SPDX-License-Identifier: Apache-2.0

/// A strategy's motion within a window, as points and lines for a picture.
package struct MotionSketch: Hashable, Sendable {
  /// The part of the run.
  package let window: MotionWindow
  /// The frames within the window.
  package private(set) var frames: [StrategyFrame] = []
  /// The value over time, 0 to 1: at each frame, and before and after each jump.
  package private(set) var value: [LinePoint] = []
  /// The visible jumps of the value.
  package private(set) var jumps: [ValueJump] = []

  init(_ window: MotionWindow) { self.window = window }

  /// Adds a frame, and the jump since the previous frame.
  mutating func add(_ frame: StrategyFrame, _ jump: (before: Double, after: Double)?) {
    // A jump before the window's first frame is outside the window.
    if !frames.isEmpty { add(jump, at: frame.time) }
    frames.append(frame)
    value.append(LinePoint(time: frame.time, value: frame.value))
  }

  mutating func add(_ jump: (before: Double, after: Double)?, at time: Double) {
    guard let jump, window.contains(time) else { return }
    value.append(LinePoint(time: time, value: jump.before))
    value.append(LinePoint(time: time, value: jump.after))
    let seen = ValueJump(time: time, before: jump.before, after: jump.after)
    if seen.size > Verdict.visibleJump { jumps.append(seen) }
  }
}

/// A point of a line.
package struct LinePoint: Hashable, Sendable {
  /// Seconds.
  package let time: Double
  /// In the line's own unit.
  package let value: Double
}

/// A jump of the value at one instant.
package struct ValueJump: Hashable, Sendable {
  /// Seconds.
  package let time: Double
  /// The value just before the jump.
  package let before: Double
  /// The value just after the jump.
  package let after: Double

  /// The height of the jump, as a part of the range.
  package var size: Double { abs(after - before) }
}
