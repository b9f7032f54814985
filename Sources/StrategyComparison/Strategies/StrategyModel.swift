// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A strategy's frame: its position, and the number of cycle boundaries reported.
struct DrawnFrame {
  var position: FramePosition
  var reported: WideInt = 0
}

/// The model of one strategy.
///
/// Generic code over the model is specialized for each strategy, because a month has 155 million
/// frames.
protocol StrategyModel: Sendable {
  /// Starts at time 0 and position 0.
  init(at rate: SignedRate)

  /// Applies a rate change between the last frame and the next, and reports it to the meter, with
  /// the changes of motion up to it.
  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter)

  /// Shows the frame at `time`, later than the previous frame.
  ///
  /// Reports the changes of motion since then to the meter, each with the state before and after.
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame

  /// The position that a frame at `time` would show if nothing changed before; not before the last
  /// frame.
  func position(at time: Double) -> FramePosition

  /// Cycles per second in effect at `time`, which is the time of the last frame.
  func hertz(at time: Double) -> Double

  /// Whether the rate is in a ramp.
  var isSliding: Bool { get }
}

/// A phase and the rate at which it moves, on one side of an instant.
struct Movement {
  var phase: Double
  var hertz: Double
}
