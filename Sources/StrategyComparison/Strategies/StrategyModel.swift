// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A strategy's frame: its position, and the number of cycle boundaries reported.
struct DrawnFrame {
  var position: FramePosition
  var reported: WideInt = 0
}

/// The model of one strategy.
///
/// Code that runs a model is generic, so that the compiler specializes it for each strategy: the
/// schedule of a month has 155 million frames.
protocol StrategyModel: Sendable {
  /// Starts at time 0 and position 0.
  init(at rate: SignedRate)

  /// Applies a rate change at a time between the last frame and the next.
  ///
  /// The model reports the rate change to the meter, after the changes of motion since the last
  /// frame.
  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter)

  /// Shows the frame at `time`, which is later than the time of the previous frame.
  ///
  /// The model reports the changes of motion since the previous frame to the meter, each with the
  /// state before and after.
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame

  /// The position that a frame at `time` would show without another rate change.
  /// - Precondition: `time` is not before the last frame.
  func position(at time: Double) -> FramePosition

  /// Cycles per second in effect at `time`, which is the time of the last frame.
  func hertz(at time: Double) -> Double

  /// Whether a ramp is in progress.
  var isSliding: Bool { get }
}

/// The phase and the rate just before or just after an instant.
struct Movement {
  var phase: Double
  var hertz: Double
}
