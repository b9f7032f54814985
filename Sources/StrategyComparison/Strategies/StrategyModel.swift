// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A strategy's frame: its position, and how many cycle boundaries it reported.
struct Shown {
  var position: FramePosition
  var reported: WideInt = 0
}

/// The model of one strategy: it follows rate changes.
///
/// Generic code over it is compiled for each strategy: a month has 155 million frames.
protocol StrategyModel: Sendable {
  /// Begins at time 0 and position 0.
  init(at rate: SignedRate)

  /// Applies a rate change whose time is after the last frame and not after the next, and reports
  /// it to the meter, with the changes of motion up to it.
  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter)

  /// The frame at `time`, later than the one before.
  ///
  /// Changes of motion on the way are reported to the meter, each with what was before and after.
  mutating func show(at time: Double, _ meter: inout Meter) -> Shown

  /// The position that a frame at `time` would show if nothing changed before it; not before the
  /// last frame.
  func position(at time: Double) -> FramePosition

  /// Cycles per second in effect at the time of the last frame, which `time` is.
  func hertz(at time: Double) -> Double

  /// Whether the rate is in a ramp.
  var isSliding: Bool { get }
}

/// A phase and the rate at which it moves, on one side of an instant.
struct Movement {
  var phase: Double
  var hertz: Double
}
