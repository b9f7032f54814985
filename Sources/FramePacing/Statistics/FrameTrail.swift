// SPDX-License-Identifier: Apache-2.0

/// One step from a picture to the next: as it was predicted, and as it came.
package struct FrameStep: Hashable, Sendable {
  /// Seconds from presenting the picture before to presenting this one; nil after a pause or a
  /// stall.
  package var interval: Double?
  /// Seconds between the `Frame.time` of the two; nil after a pause or a stall.
  package var predicted: Double?
  /// Seconds between the times at which the two were seen, as well as is known; nil as `predicted`.
  package var seen: Double?
  /// Whole refreshes without a picture before this one.
  package var missed = 0
  /// Whether the loop stalled before this picture.
  package var isAfterStall = false

  /// A step of which nothing is known.
  package init() {}

  /// Seconds by which the step came out longer than predicted; nil where nothing was.
  package var error: Double? {
    guard let predicted, let seen else { return nil }
    return seen - predicted
  }
}

/// The last 600 steps from picture to picture, in their order: for drawing them.
///
/// Recording and asking allocate nothing: all memory is taken at the start.
package struct FrameTrail: Hashable, Sendable {
  /// How many are remembered: 600, as many as each `SampleRing` has.
  package static let capacity = SampleRing.capacity

  private var ring = [FrameStep](repeating: FrameStep(), count: capacity)
  private var next = 0

  /// How many are remembered now; 0...600.
  package private(set) var count = 0

  /// A trail of nothing.
  package init() {}

  /// Adds one; the oldest of 600 falls out.
  package mutating func record(_ step: FrameStep) {
    ring[next] = step
    next = next + 1 == Self.capacity ? 0 : next + 1
    count = min(count + 1, Self.capacity)
  }

  /// The step recorded `age` steps before the newest.
  /// - Precondition: `age` is in 0..<count.
  package func newest(_ age: Int) -> FrameStep {
    require("a step's age", age, in: 0...count - 1)
    return ring[(next - 1 - age + 2 * Self.capacity) % Self.capacity]
  }

  /// Forgets all, and keeps the memory.
  package mutating func reset() {
    next = 0
    count = 0
  }
}
