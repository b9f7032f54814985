// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Compares the cycle boundaries reported at frames with those that the motion passed.
struct EventCount {
  private(set) var missed: WideInt = 0
  private(set) var doubled: WideInt = 0

  /// -1 or 1.
  private var direction: WideInt
  /// The furthest boundary reached in this direction.
  private var furthest: WideInt = 0

  /// - Parameter direction: The direction of the first rate. 0 counts as forwards.
  init(direction: WideInt) { self.direction = direction < 0 ? -1 : 1 }

  /// Counts a frame at which the motion runs at `hertz`.
  ///
  /// If the direction has changed since the last frame, counting starts again, because boundaries
  /// are then rightly reported a second time.
  mutating func drew(_ shown: DrawnFrame, hertz: Double) {
    if hertz * Double(direction) < 0 {
      direction = -direction
      furthest = shown.position.lastBoundary(direction: direction)
      return
    }
    let reached = shown.position.lastBoundary(direction: direction)
    let passed = max(0, (reached - furthest) * direction)
    missed += max(0, passed - shown.reported)
    doubled += max(0, shown.reported - passed)
    if passed > 0 { furthest = reached }
  }
}
