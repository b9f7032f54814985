// SPDX-License-Identifier: Apache-2.0

extension TraceRow {
  /// The row of an animation that repeats in a layer's time.
  /// - Parameters:
  ///   - cycleDuration: The duration of a cycle, in seconds of the layer's time.
  ///   - speed: The layer's seconds per second of its superlayer; determines the requested
  ///     duration.
  ///   - overallSpeed: The layer's seconds per second of media time; determines the duration in
  ///     effect.
  ///   - localTime: Seconds of the layer's time since the animation's start.
  init(
    time: Double, cycleDuration: Double, speed: Double, overallSpeed: Double, localTime: Double,
    value: Double, events: [String]
  ) {
    let cycles = localTime / cycleDuration
    let whole = cycles.rounded(.down)
    self.init(
      time: time, cycleDurationRequested: cycleDuration / speed.magnitude,
      cycleDurationInEffect: cycleDuration / overallSpeed.magnitude,
      cycle: Int(whole), phase: min(cycles - whole, 1.0.nextDown), value: value, events: events)
  }
}
