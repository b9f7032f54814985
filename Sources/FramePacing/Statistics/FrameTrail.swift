// SPDX-License-Identifier: Apache-2.0

/// One step from a picture to the next: as it was predicted, and as it came.
public struct FrameStep: Hashable, Sendable {
  /// Seconds from presenting the picture before to presenting this one; nil after a pause or a
  /// stall.
  public var interval: Double?
  /// Seconds between the times at which the two were predicted to be seen; nil where nothing is
  /// predicted, as while the display is measured.
  public var predicted: Double?
  /// Seconds between the times at which the two were seen, as well as is known; nil as `predicted`.
  public var seen: Double?
  /// Whole refreshes without a picture before this one.
  public var missed = 0
  /// Whether the loop stalled before this picture.
  public var isAfterStall = false

  /// A step of which nothing is known.
  public init() {}

  /// Seconds by which the step came out longer than predicted; nil where nothing was.
  public var error: Double? {
    guard let predicted, let seen else { return nil }
    return seen - predicted
  }
}

/// The last 600 steps from picture to picture, in their order: for drawing them.
///
/// Recording and asking allocate nothing: all memory is taken at the start.
public struct FrameTrail: Hashable, Sendable {
  /// How many are remembered: 600, as many as each `SampleRing` has.
  public static let capacity = SampleRing.capacity

  private var ring = [FrameStep](repeating: FrameStep(), count: capacity)
  private var next = 0

  /// How many are remembered now; 0...600.
  public private(set) var count = 0

  /// A trail of nothing.
  public init() {}

  /// Adds one; the oldest of 600 falls out.
  public mutating func record(_ step: FrameStep) {
    ring[next] = step
    next = next + 1 == Self.capacity ? 0 : next + 1
    count = min(count + 1, Self.capacity)
  }

  /// The step recorded `age` steps before the newest.
  /// - Precondition: `age` is in 0..<count. `newest(validating:)` throws instead.
  public func newest(_ age: Int) -> FrameStep {
    trapping { () throws(FramePacingError) in try newest(validating: age) }
  }

  /// The step recorded `age` steps before the newest.
  /// - Throws: `FramePacingError.invalidValue` unless `age` is in 0..<count.
  public func newest(validating age: Int) throws(FramePacingError) -> FrameStep {
    try SampleRing.validateAge(age, of: count)
    return ring[(next - 1 - age + 2 * Self.capacity) % Self.capacity]
  }

  /// Forgets all, and keeps the memory.
  public mutating func reset() {
    next = 0
    count = 0
  }
}
