// SPDX-License-Identifier: Apache-2.0

import DemoNumbers

/// A simulated sound device for silent runs.
///
/// As with a real device, the position moves in steps of 1024 samples, each slightly late, with
/// dropouts, and the clock drifts.
struct SimulatedSound: Sendable {
  /// The duration of a step in seconds: 1024 samples at 44,100 Hz.
  static let step = 1024 / 44_100.0
  /// The relative excess of the device's clock rate over the program's.
  static let drift = 300e-6
  /// The largest delay of a step, in seconds.
  static let jitter = 0.004
  /// The mean number of steps between dropouts, and a dropout's duration in seconds.
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

  /// The reported position at `time`; it never decreases from call to call with an equal `offset`.
  /// - Parameter offset: The seconds by which the music is ahead of the time played by the device.
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
