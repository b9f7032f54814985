// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What a player does with a film. All of it acts on everything in the layer, and none of it jumps.
extension Layer {
  /// Whether it is still until ``resume(at:)``.
  public var isPaused: Bool { timeSpace.isPaused }

  /// Stops local time from a media time on; what shows stays.
  ///
  /// A second pause changes nothing. Paused animations do not stop.
  /// - Precondition: the time is finite.
  public func pause(at mediaTime: Double) {
    space.pause(at: parentTime(atMediaTime: mediaTime))
  }

  /// Local time goes on from where it is, at the speed before the pause.
  ///
  /// Does nothing where it is not paused.
  /// - Precondition: the time is finite.
  public func resume(at mediaTime: Double) {
    space.resume(at: parentTime(atMediaTime: mediaTime))
  }

  /// Local time runs at another speed from a media time on, from where it is.
  ///
  /// Ends a pause.
  /// - Parameters:
  ///   - speed: Local seconds per second of the superlayer; 0 and negative ones too.
  ///   - mediaTime: Seconds.
  /// - Precondition: both are finite; ``setSpeed(validating:at:)`` throws instead.
  public func setSpeed(_ speed: Double, at mediaTime: Double) {
    space.setSpeed(speed, at: parentTime(atMediaTime: mediaTime))
  }

  /// The same as ``setSpeed(_:at:)`` for numbers that may be invalid.
  /// - Throws: `LayerError.notFinite` for the speed, `.timeNotFinite` for the time; then nothing
  ///   has changed.
  public func setSpeed(
    validating speed: Double, at mediaTime: Double
  ) throws(LayerError) {
    try Self.check(speed, "speed")
    guard mediaTime.isFinite else { throw .timeNotFinite(mediaTime) }
    setSpeed(speed, at: mediaTime)
  }

  /// Local time runs the other way from a media time on; paused, it will when resumed.
  /// - Precondition: the time is finite.
  public func reverse(at mediaTime: Double) {
    space.reverse(at: parentTime(atMediaTime: mediaTime))
  }

  /// Stops local time at a time of its own, as a slider does.
  ///
  /// An animation from 0 to the slider's greatest value shows its last frame there only if it fills
  /// forwards. ``resume(at:)`` lets the layer run on from there.
  /// - Parameters:
  ///   - localTime: Seconds.
  ///   - mediaTime: Seconds.
  /// - Precondition: both are finite.
  public func scrub(to localTime: Double, at mediaTime: Double) {
    let parent = parentTime(atMediaTime: mediaTime)
    space.pause(at: parent)
    space.seek(toLocal: localTime, at: parent)
  }

  /// Plays what runs back to its beginning, as fast as it ran forwards.
  ///
  /// Each animation finishes at its beginning, as others do at their end, and is removed unless it
  /// says otherwise. Ends a pause; a layer that runs backwards already goes on. It stays backwards:
  /// ``reverse(at:)`` turns it for what is to run forwards next.
  /// - Precondition: the time is finite.
  public func playBackwards(at mediaTime: Double) {
    let speed = timeSpace.speedBeforePause ?? timeSpace.speed
    setSpeed(-speed.magnitude, at: mediaTime)
  }

  /// Lets an animation run to the end of its present cycle, where it finishes and is removed.
  ///
  /// Where its layer runs backwards, that is the cycle's beginning. Between two cycles it finishes
  /// with the next update. One that has not started, or is over, is removed at once; one at speed 0
  /// or of infinite duration has no end to its cycle and stays. Does nothing where there is none of
  /// this key.
  /// - Precondition: the time is finite.
  public func finishCycle(forKey key: AnimationKey, at mediaTime: Double) {
    precondition(mediaTime.isFinite, "a media time must be finite, but is \(mediaTime)")
    guard let attached = animations.first(where: { $0.key == key }) else { return }
    guard attached.isRunning else {
      removeAnimation(forKey: key)
      return
    }
    let point = contentPoint(atMediaTime: mediaTime)
    attached.endWithCycle(
      at: point.time, inReversedTime: point.direction < 0, on: self)
  }
}
