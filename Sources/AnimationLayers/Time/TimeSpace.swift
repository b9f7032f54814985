// SPDX-License-Identifier: Apache-2.0

/// A local time that runs in a parent's time: `local = (parent - begin) * speed + offset`.
///
/// Layers have one each; nested, speeds multiply downwards, and a change acts on all in it at once.
///
/// One rule serves pausing, resuming, seamless changes of speed and reversing: at parent time P,
/// with L = local(P), set `begin = P`, `offset = L` and the new speed. Nothing is divided, so it
/// works from and to speed 0 and through negative speeds; and local(P) is L afterwards, to the last
/// bit.
///
/// The three properties accept every number and keep a finite one: one that is not a number becomes
/// the property's default, an infinite one the greatest finite number of its sign. So no time that
/// comes out is infinite or not a number.
///
/// Source: CAMediaTiming.
public struct TimeSpace: Hashable, Sendable {
  /// The parent time at which local time is ``offset``, in seconds; default 0.
  public var begin: Double {
    didSet { begin = begin.finite(default: 0) }
  }

  /// Local seconds per parent second: 0 holds, negative runs backwards; default 1.
  ///
  /// Assigned alone, local time jumps by `(P - begin) * (new - old)` and a pause is over; see
  /// ``setSpeed(_:at:)`` for the change that does not jump.
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

  /// The speed that ``resume(at:)`` goes back to, while paused.
  public private(set) var speedBeforePause: Double?

  /// The space in which local time is parent time.
  public static let identity = TimeSpace()

  /// A space; by default the identity.
  public init(begin: Double = 0, speed: Double = 1, offset: Double = 0) {
    self.begin = begin.finite(default: 0)
    self.speed = speed.finite(default: 1)
    self.offset = offset.finite(default: 0)
  }

  /// Whether local time is stopped until ``resume(at:)``.
  public var isPaused: Bool { speedBeforePause != nil }

  /// The local time at a parent time, in seconds.
  /// - Parameter parent: Seconds; not a number reads as ``begin``.
  /// - Returns: Always finite: held at the greatest finite number where the exact time is beyond
  ///   it.
  public func local(at parent: Double) -> Double {
    // At `begin` exactly the offset, its sign of zero included; at speed 0 also where
    // `parent - begin` overflows.
    guard parent != begin, !parent.isNaN, speed != 0 else { return offset }
    return ((parent - begin) * speed + offset).finite(default: offset)
  }

  /// The parent time at a local time, in seconds.
  /// - Returns: `nil` at speed 0, where there is none or all are; and where it is no finite number.
  public func parent(at local: Double) -> Double? {
    guard speed != 0 else { return nil }
    let parent = (local - offset) / speed + begin
    return parent.isFinite ? parent : nil
  }

  /// The parent time at a local time as Core Animation's interface wants it: always a finite
  /// number.
  ///
  /// Where ``parent(at:)`` has no answer, it is ``begin``.
  public func finiteParent(at local: Double) -> Double { parent(at: local) ?? begin }
}

// MARK: - Changes that do not jump

extension TimeSpace {
  /// From parent time `parent` on, local time runs at `newSpeed`, from where it is.
  ///
  /// Ends a pause. A change to 0 is no pause: ``resume(at:)`` does not undo it.
  /// - Precondition: both are finite.
  public mutating func setSpeed(_ newSpeed: Double, at parent: Double) {
    precondition(
      newSpeed.isFinite && parent.isFinite,
      "a speed and its time must be finite, but are \(newSpeed) and \(parent)")
    // The one rule: sample once, then set all three.
    let local = local(at: parent)
    begin = parent
    offset = local
    speed = newSpeed
  }

  /// Stops local time from `parent` on.
  ///
  /// A second pause changes nothing.
  /// - Precondition: `parent` is finite.
  public mutating func pause(at parent: Double) {
    guard !isPaused else { return }
    let before = speed
    setSpeed(0, at: parent)
    speedBeforePause = before
  }

  /// Local time runs the other way from `parent` on; paused, it will when resumed.
  /// - Precondition: `parent` is finite.
  public mutating func reverse(at parent: Double) {
    if let before = speedBeforePause {
      speedBeforePause = -before
    } else {
      setSpeed(-speed, at: parent)
    }
  }

  /// Local time goes on from `parent` on, at the speed before the pause.
  ///
  /// Does nothing if not paused.
  /// - Precondition: `parent` is finite.
  public mutating func resume(at parent: Double) {
    guard let before = speedBeforePause else { return }
    setSpeed(before, at: parent)
  }

  /// Local time is `local` at `parent`, and runs on from there as before; a pause goes on.
  /// - Precondition: both are finite.
  public mutating func seek(toLocal local: Double, at parent: Double) {
    precondition(
      local.isFinite && parent.isFinite,
      "a local time and its parent time must be finite, but are \(local) and \(parent)")
    begin = parent
    offset = local
  }
}

extension Double {
  /// The number itself where finite, the greatest finite one of its sign where infinite.
  func finite(default standard: Double) -> Double {
    isFinite ? self : finiteBound(default: standard)
  }

  func finiteBound(default standard: Double) -> Double {
    if isNaN { return standard }
    return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }
}
