// SPDX-License-Identifier: Apache-2.0

/// One step between two pictures.
package struct FrameStep: Hashable, Sendable {
  /// Seconds between presenting the previous picture and this one; nil after a pause or a stall.
  package var interval: Double?
  /// Whole refreshes without a picture before this one.
  package var missed: Int
  /// Whether the loop stalled before this picture.
  package var isAfterStall: Bool

  /// A step; without values by default.
  package init(interval: Double? = nil, missed: Int = 0, isAfterStall: Bool = false) {
    (self.interval, self.missed, self.isAfterStall) = (interval, missed, isAfterStall)
  }
}

/// The last 600 steps between pictures, for charts; all memory is allocated at the start.
package struct FrameTrail: Hashable, Sendable {
  /// The number of stored steps: 600, as in `SampleRing`.
  package static let capacity = SampleRing.capacity
  private var ring = [FrameStep](repeating: FrameStep(), count: capacity)
  private var next = 0

  /// The current number of stored steps; 0...600.
  package private(set) var count = 0

  /// An empty trail.
  package init() {}

  /// Adds a step; replaces the oldest of 600.
  package mutating func record(_ step: FrameStep) {
    ring[next] = step
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// The step recorded `age` steps before the newest.
  /// - Precondition: `age` is in 0..<count.
  package func newest(_ age: Int) -> FrameStep {
    require("a step's age", age, in: 0...count - 1)
    return ring[(next - 1 - age + 2 * Self.capacity) % Self.capacity]
  }
}
