// SPDX-License-Identifier: Apache-2.0

/// A local time that runs in a parent's time: `local = (parent - begin) * speed + offset`.
///
/// Layers have one each; nested, speeds multiply downwards, and a change acts on all in it at once.
///
/// One rule serves pausing, resuming, seamless changes of speed and reversing: at parent time P,
/// with L = local(P), set `begin = P`, `offset = L` and the new speed. Nothing is divided, so it
/// works from and to speed 0 and through negative speeds; and local(P) is L afterwards, to the last
/// bit. Where the classic way of computing a new begin time is defined, both give the same local
/// times.
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
  @inlinable
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

#if !hasFeature(Embedded)
  extension TimeSpace: Codable {
    private enum CodingKeys: String, CodingKey {
      case begin
      case speed
      case offset
      case speedBeforePause
    }

    /// Reads a saved space.
    /// - Throws: `DecodingError` where a number is missing or not finite, or where a paused space
    ///   moves.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func number(_ key: CodingKeys) throws -> Double {
        try Self.checked(container.decode(Double.self, forKey: key), key, in: container)
      }
      self.init(
        begin: try number(.begin), speed: try number(.speed), offset: try number(.offset))
      guard let before = try container.decodeIfPresent(Double.self, forKey: .speedBeforePause)
      else { return }
      speedBeforePause = try Self.checked(before, .speedBeforePause, in: container)
      guard speed == 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .speed, in: container,
          debugDescription: "the speed of a paused space must be 0, but is \(speed)")
      }
    }

    private static func checked(
      _ value: Double, _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> Double {
      guard value.isFinite else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "must be finite, but is \(value)")
      }
      return value
    }
  }
#endif

extension TimeSpace {
  // Here, as only this file may set the speed before a pause.

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
}
