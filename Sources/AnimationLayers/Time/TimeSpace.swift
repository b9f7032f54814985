// SPDX-License-Identifier: Apache-2.0

/// A local time within a parent's time: `local = (parent - begin) * speed + offset`.
///
/// Each layer has a time space. The speeds of nested layers multiply, and a change of a layer's
/// time space acts on all its descendants at once.
///
/// One rule pauses, resumes, reverses and changes speed without a jump: at parent time P, with L =
/// local(P), set `begin = P`, `offset = L` and the new speed. The rule needs no division, so it
/// also works for speed 0 and for negative speeds. Afterwards local(P) is L, to the last bit.
///
/// The three properties are always finite: NaN becomes the property's default, and an infinite
/// number becomes the greatest finite number of its sign. Therefore no resulting time is infinite
/// or NaN.
///
/// Source: CAMediaTiming.
public struct TimeSpace: Hashable, Sendable {
  /// The parent time at which local time is ``offset``, in seconds; default 0.
  public var begin: Double {
    didSet { begin = begin.finite(default: 0) }
  }

  /// Local seconds per parent second; 0 stops local time, and a negative speed runs local time
  /// backwards; default 1.
  ///
  /// Assigning a speed ends a pause, and makes the local time at parent time P jump by `(P - begin)
  /// * (new - old)`; ``setSpeed(_:at:)`` changes the speed without a jump.
  public var speed: Double {
    didSet {
      speed = speed.finite(default: 1)
      speedBeforePause = nil
    }
  }

  /// The local time at parent time ``begin``, in seconds; default 0.
  public var offset: Double {
    didSet { offset = offset.finite(default: 0) }
  }

  /// While paused, the speed that ``resume(at:)`` restores.
  package private(set) var speedBeforePause: Double?

  /// A time space; by default, local time is the parent's time.
  public init(begin: Double = 0, speed: Double = 1, offset: Double = 0) {
    self.begin = begin.finite(default: 0)
    self.speed = speed.finite(default: 1)
    self.offset = offset.finite(default: 0)
  }

  /// Whether local time is paused, until ``resume(at:)``.
  public var isPaused: Bool { speedBeforePause != nil }

  /// The local time at a parent time, in seconds.
  /// - Parameter parent: Seconds; NaN reads as ``begin``.
  /// - Returns: A finite number; an overflow gives the greatest finite number of its sign.
  public func local(at parent: Double) -> Double {
    // At `begin`, the result is exactly the offset, even if that is -0. At speed 0 the result is
    // also the offset, even if `parent - begin` overflows.
    guard parent != begin, !parent.isNaN, speed != 0 else { return offset }
    return ((parent - begin) * speed + offset).finite(default: offset)
  }

  /// The parent time at a local time, in seconds.
  /// - Returns: `nil` if the result is not finite, or at speed 0, because local time is constant
  ///   then.
  public func parent(at local: Double) -> Double? {
    guard speed != 0 else { return nil }
    let parent = (local - offset) / speed + begin
    return parent.isFinite ? parent : nil
  }

  /// The parent time at a local time; always finite, as Core Animation's interface requires.
  ///
  /// Returns ``begin`` if ``parent(at:)`` has no result.
  package func finiteParent(at local: Double) -> Double { parent(at: local) ?? begin }
}

// MARK: - Changes that do not jump

extension TimeSpace {
  /// Changes the speed from parent time `parent` on, without a jump of local time.
  ///
  /// Ends a pause. Speed 0 is not a pause: ``resume(at:)`` does not undo it.
  /// - Precondition: `newSpeed` and `parent` are finite.
  public mutating func setSpeed(_ newSpeed: Double, at parent: Double) {
    precondition(
      newSpeed.isFinite && parent.isFinite,
      "a speed and its time must be finite, but are \(newSpeed) and \(parent)")
    // The single rule: sample once, then set all three properties.
    let local = local(at: parent)
    begin = parent
    offset = local
    speed = newSpeed
  }

  /// Pauses local time from `parent` on.
  ///
  /// A second pause changes nothing.
  /// - Precondition: `parent` is finite.
  public mutating func pause(at parent: Double) {
    guard !isPaused else { return }
    let before = speed
    setSpeed(0, at: parent)
    speedBeforePause = before
  }

  /// Reverses local time from `parent` on.
  ///
  /// A paused space runs the other way when it resumes.
  /// - Precondition: `parent` is finite.
  public mutating func reverse(at parent: Double) {
    if let before = speedBeforePause {
      speedBeforePause = -before
    } else {
      setSpeed(-speed, at: parent)
    }
  }

  /// Resumes local time from `parent` on, at the speed before the pause.
  ///
  /// Does nothing if not paused.
  /// - Precondition: `parent` is finite.
  public mutating func resume(at parent: Double) {
    guard let before = speedBeforePause else { return }
    setSpeed(before, at: parent)
  }

  /// Sets local time to `local` at `parent`; local time continues from there at the same speed.
  ///
  /// A paused space stays paused.
  /// - Precondition: `local` and `parent` are finite.
  public mutating func seek(toLocal local: Double, at parent: Double) {
    precondition(
      local.isFinite && parent.isFinite,
      "a local time and its parent time must be finite, but are \(local) and \(parent)")
    begin = parent
    offset = local
  }
}

extension Double {
  /// The number if finite, the greatest finite number of its sign if infinite, the default if NaN.
  func finite(default standard: Double) -> Double {
    if isFinite { return self }
    if isNaN { return standard }
    return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }
}
