// SPDX-License-Identifier: Apache-2.0

/// What a strategy gives a frame: where it stands, and how many cycle boundaries it told of.
struct Shown {
  var position: FramePosition
  var told = 0
}

/// Something that follows orders in the manner of one strategy.
///
/// Generic code over it is compiled for each strategy: a month has 155 million frames.
protocol Follower {
  /// Begins at time 0 and position 0.
  init(at rate: SignedRate)

  /// Takes an order whose time lies after the last frame and not after the next, and tells the meter
  /// of it, as of changes of course before it and by it.
  mutating func obey(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter)

  /// The frame at `time`, later than the one before.
  ///
  /// Changes of course on the way are told to the meter, each with what was before and after.
  mutating func show(at time: Double, _ meter: inout Meter) -> Shown

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
