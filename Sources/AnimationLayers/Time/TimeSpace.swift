// SPDX-License-Identifier: Apache-2.0

/// A local time within a parent's time: `local = (parent - begin) * speed + offset`.
///
/// One rule pauses, resumes, reverses and changes speed without a jump: at parent time P, with L =
/// local(P), set `begin = P`, `offset = L` and the new speed. The rule needs no division, so it
/// also works for speed 0 and for negative speeds. Afterwards local(P) is L, to the last bit.
///
/// Times are counted in units of 2^-64 s, as everywhere in this package. A result beyond ±1e12 s is
/// the limit of its sign.
///
/// Source: CAMediaTiming.
public struct TimeSpace: Hashable, Sendable {
  var beginTicks: LayerTicks
  var offsetTicks: LayerTicks
  private var ratio: LayerSpeed

  /// The parent time at which local time is ``offset``, in seconds; default 0.
  ///
  /// After a change at a nested layer's time, the number is rounded to the nearest `Double`.
  /// - Precondition: within ±1e12, as for ``offset``.
  public var begin: Double {
    get { beginTicks.seconds }
    set { beginTicks = LayerTicks(seconds: newValue, "a time space's begin") }
  }

  /// The local time at parent time ``begin``, in seconds; default 0.
  public var offset: Double {
    get { offsetTicks.seconds }
    set { offsetTicks = LayerTicks(seconds: newValue, "a time space's offset") }
  }

  /// Local seconds per parent second; 0 stops local time, and a negative speed runs local time
  /// backwards; default 1.
  ///
  /// Assigning a speed ends a pause, and makes the local time at parent time P jump by `(P - begin)
  /// * (new - old)`; ``setSpeed(_:at:)`` changes the speed without a jump.
  /// - Precondition: within ±1e6.
  public var speed: Double {
    didSet {
      ratio = LayerSpeed(speed)
      speedBeforePause = nil
    }
  }

  /// While paused, the speed that ``resume(at:)`` restores.
  package private(set) var speedBeforePause: Double?

  /// A time space; by default, local time is the parent's time.
  /// - Precondition: As for the properties.
  public init(begin: Double = 0, speed: Double = 1, offset: Double = 0) {
    beginTicks = LayerTicks(seconds: begin, "a time space's begin")
    offsetTicks = LayerTicks(seconds: offset, "a time space's offset")
    ratio = LayerSpeed(speed)
    self.speed = speed
  }

  /// Whether local time is paused, until ``resume(at:)``.
  public var isPaused: Bool { speedBeforePause != nil }

  /// 1 for forwards, 0 for stopped, -1 for backwards.
  @inline(__always) var directionSign: Int { ratio.sign }

  /// The local time at a parent time within ±1e12 s, in seconds.
  public func local(at parent: Double) -> Double {
    local(at: LayerTicks(seconds: parent, "a parent's time")).seconds
  }

  /// The parent time at a local time within ±1e12 s, in seconds.
  /// - Returns: `nil` if the result is beyond ±1e12 s, or at speed 0, because local time is constant
  ///   then.
  public func parent(at local: Double) -> Double? {
    parent(at: LayerTicks(seconds: local, "a local time"))?.seconds
  }

  @inline(__always)
  func local(at parent: LayerTicks) -> LayerTicks {
    ((parent - beginTicks) * ratio + offsetTicks).limited
  }

  func parent(at local: LayerTicks) -> LayerTicks? {
    guard directionSign != 0 else { return nil }
    let parent = ratio.duration(of: local - offsetTicks) + beginTicks
    return parent == parent.limited ? parent : nil
  }
}

// MARK: - Changes that do not jump

extension TimeSpace {
  /// Changes the speed from parent time `parent` on, without a jump of local time.
  ///
  /// Ends a pause. Speed 0 is not a pause: ``resume(at:)`` does not undo it.
  /// - Precondition: `newSpeed` is within ±1e6, and `parent` within ±1e12, as for all changes.
  public mutating func setSpeed(_ newSpeed: Double, at parent: Double) {
    setSpeed(newSpeed, at: LayerTicks(seconds: parent, "a parent's time"))
  }

  /// Pauses local time from `parent` on; a second pause changes nothing.
  public mutating func pause(at parent: Double) {
    pause(at: LayerTicks(seconds: parent, "a parent's time"))
  }

  /// Reverses local time from `parent` on; a paused space runs the other way when it resumes.
  public mutating func reverse(at parent: Double) {
    reverse(at: LayerTicks(seconds: parent, "a parent's time"))
  }

  /// Resumes local time from `parent` on, at the speed before the pause, if paused.
  public mutating func resume(at parent: Double) {
    resume(at: LayerTicks(seconds: parent, "a parent's time"))
  }

  /// Sets local time, within ±1e12, at `parent`; the speed stays, and a pause too.
  public mutating func seek(toLocal local: Double, at parent: Double) {
    seek(
      toLocal: LayerTicks(seconds: local, "a local time"),
      at: LayerTicks(seconds: parent, "a parent's time"))
  }

  mutating func setSpeed(_ newSpeed: Double, at parent: LayerTicks) {
    // The single rule: sample once, then set all three properties.
    seek(toLocal: local(at: parent), at: parent)
    speed = newSpeed
  }

  mutating func pause(at parent: LayerTicks) {
    guard !isPaused else { return }
    let before = speed
    setSpeed(0, at: parent)
    speedBeforePause = before
  }

  mutating func reverse(at parent: LayerTicks) {
    if let before = speedBeforePause {
      speedBeforePause = -before
    } else {
      setSpeed(-speed, at: parent)
    }
  }

  mutating func resume(at parent: LayerTicks) {
    guard let before = speedBeforePause else { return }
    setSpeed(before, at: parent)
  }

  mutating func seek(toLocal local: LayerTicks, at parent: LayerTicks) {
    beginTicks = parent
    offsetTicks = local
  }
}
