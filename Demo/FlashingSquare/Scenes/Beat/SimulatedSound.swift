// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A sound device as programs see one, for runs that play no sound: its position moves in steps of
/// 1024 samples, each a little late, with holes, and its clock drifts.
struct SimulatedSound: Sendable {
  /// Seconds of a step: 1024 samples at 44,100 Hz.
  static let step = 1024 / 44_100.0
  /// How much faster than the program's clock it runs.
  static let drift = 300e-6
  /// Seconds by which a step is late at most.
  static let jitter = 0.004
  /// Mean number of steps between two holes, and seconds in which a hole keeps the position.
  static let holeSteps = 200
  static let holeSeconds = 0.2

  private let start: Double
  private var random = SplitMix64(seed: 18)
  private var steps = 0
  private var nextStep = 0.0
  private var holeEnd = 0.0
  private var position: Double

  /// A device that plays from `start` on.
  init(start: Double, offset: Double) {
    self.start = start
    position = offset
  }

  /// The reported position at `time`, which never falls between calls.
  /// - Parameter offset: Seconds that the music is ahead of what the device has played.
  mutating func position(at time: Double, offset: Double) -> Double {
    let now = time - start
    let step = Self.step / (1 + Self.drift)
    while nextStep <= now {
      if nextStep >= holeEnd { position = Double(steps) * Self.step + offset }
      if random.whole(in: 1...Self.holeSteps) == 1 { holeEnd = nextStep + Self.holeSeconds }
      steps += 1
      nextStep = Double(steps) * step + random.unit() * random.unit() * Self.jitter
    }
    return position
  }
}
