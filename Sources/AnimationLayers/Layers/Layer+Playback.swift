// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

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
  /// - Precondition: both are finite.
  public func setSpeed(_ speed: Double, at mediaTime: Double) {
    space.setSpeed(speed, at: parentTime(atMediaTime: mediaTime))
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
}
