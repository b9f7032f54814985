// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// What rate changes have cost a run: the measures that the comparison takes too.
struct FlashFigures: Hashable, Sendable {
  /// The largest jump of the value, 0...1.
  private(set) var valueJump = 0.0
  /// Seconds until a requested rate was in effect, at most.
  private(set) var delay = 0.0
  /// Cycles more (+) or fewer (-) than the requested rates make.
  private(set) var cyclesGained = 0.0

  /// Cycles that the requested rates make up to a time in seconds.
  private var requestedCycles = 0.0
  private var time: Double
  private let start: Double

  /// Figures of a run that begins at a time.
  init(since time: Double) {
    (start, self.time) = (time, time)
  }

  /// Adds the way at a requested rate, up to a time.
  /// - Parameter isMoving: False in a pause, in which nothing is asked of the run.
  mutating func add(allowed seconds: Double, isMoving: Bool, to time: Double) {
    if isMoving { requestedCycles += (time - self.time) / seconds }
    self.time = time
  }

  /// Takes a frame.
  /// - Parameter seconds: The cycle duration that is requested, as the flash limit lets it through.
  mutating func update(
    _ sample: RepeatSample, _ change: RateChangeReport?, allowed seconds: Double, at time: Double
  ) {
    add(allowed: seconds, isMoving: sample.hertz != 0, to: time)
    guard sample.state != .idle else { return }
    cyclesGained = sample.position.cycles - requestedCycles
    guard let change, change.time >= start else { return }
    valueJump = max(valueJump, change.jump)
    delay = max(delay, change.delay(at: time))
  }
}
