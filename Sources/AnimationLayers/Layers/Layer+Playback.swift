// SPDX-License-Identifier: Apache-2.0

/// Player controls: pause, resume, speed, reverse, scrub. Each control acts on everything in the
/// layer, and only `scrub` makes local time jump. All times are seconds within ±1e12.
extension Layer {
  /// Whether the layer is paused, until ``resume(at:)``.
  public var isPaused: Bool { timeSpace.isPaused }

  /// Pauses local time at a media time; the current frame stays.
  ///
  /// A second pause changes nothing. Pausing does not stop animations.
  public func pause(at mediaTime: Double) {
    timeSpace.pause(at: parentTime(atMediaTime: mediaTime))
  }

  /// Resumes local time at its current value, at the speed before the pause.
  ///
  /// Does nothing if the layer is not paused.
  public func resume(at mediaTime: Double) {
    timeSpace.resume(at: parentTime(atMediaTime: mediaTime))
  }

  /// Changes the speed of local time at a media time, without a jump.
  ///
  /// Ends a pause.
  /// - Parameters:
  ///   - speed: Local seconds per second of the superlayer; may be 0 or negative.
  ///   - mediaTime: Seconds.
  /// - Precondition: `speed` is within ±1e6, and `mediaTime` within ±1e12.
  public func setSpeed(_ speed: Double, at mediaTime: Double) {
    timeSpace.setSpeed(speed, at: parentTime(atMediaTime: mediaTime))
  }

  /// Reverses local time at a media time.
  ///
  /// A paused layer runs the other way when it resumes.
  public func reverse(at mediaTime: Double) {
    timeSpace.reverse(at: parentTime(atMediaTime: mediaTime))
  }

  /// Stops local time at a given value, as a slider does.
  ///
  /// The end of an animation is outside its active interval: at the slider's maximum, the last
  /// frame shows only if the animation fills forwards. ``resume(at:)`` continues from the given
  /// value.
  /// - Parameters:
  ///   - localTime: Seconds.
  ///   - mediaTime: Seconds.
  /// - Precondition: both times are within ±1e12 s.
  public func scrub(to localTime: Double, at mediaTime: Double) {
    let parent = parentTime(atMediaTime: mediaTime)
    timeSpace.pause(at: parent)
    timeSpace.seek(toLocal: LayerTicks(seconds: localTime, "a local time"), at: parent)
  }
}
