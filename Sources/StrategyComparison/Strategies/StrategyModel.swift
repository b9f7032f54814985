// SPDX-License-Identifier: Apache-2.0

/// What a strategy gives a frame: its position, and how many cycle boundaries it reported.
struct Shown {
  var position: FramePosition
  var reported = 0
}

/// Something that follows rate changes in the manner of one strategy.
///
/// Generic code over it is compiled for each strategy: a month has 155 million frames.
protocol StrategyModel: Sendable {
  /// Begins at time 0 and position 0.
  init(at rate: SignedRate)

  /// Applies a rate change whose time lies after the last frame and not after the next, and reports it to
  /// the meter, with the changes of motion before it and by it.
  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter)

  /// The frame at `time`, later than the one before.
  ///
  /// Changes of motion on the way are reported to the meter, each with what was before and after.
  mutating func show(at time: Double, _ meter: inout Meter) -> Shown

  /// What a frame at `time` would show, where nothing changes before it; not before the last frame.
  func position(at time: Double) -> FramePosition

  /// Cycles per second in effect at the time of the last frame, which `time` is.
  func hertz(at time: Double) -> Double

  /// Whether the rate is on its way between two values.
  var isSliding: Bool { get }
}

/// A phase and the rate at which it moves, on one side of an instant.
struct Movement {
  var phase: Double
  var hertz: Double
}
