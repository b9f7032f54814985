// SPDX-License-Identifier: Apache-2.0

extension ClockFollower {
  /// What is shown: a gap to the line that closes at a steady rate, or a wait.
  struct Shown: Hashable, Sendable {
    /// Seconds after the first sample at which the plan begins.
    var x = 0.0
    /// Seconds that the line is ahead of what is shown then.
    var gap = 0.0
    /// Seconds in which the gap closes; 0 without one.
    var duration = 0.0
    /// The leader's seconds at which what is shown waits; nil where it moves.
    var waitingAt: Double?

    func gap(at x: Double) -> Double {
      guard x > self.x else { return gap }
      let done = x - self.x
      return done < duration ? gap * (1 - done / duration) : 0
    }
  }

  /// A gap takes a quarter of a second at least: what is shown changes its rate no more than needed.
  private static let leastSeconds = 0.25
  /// How much faster than the leader what is shown may run while the line is being acquired.
  private static let acquiringCatchUp = 0.1

  /// The position to show at `time`: on the leader's line, or on its way there.
  ///
  /// It never steps back, except at a seek. While ``state`` is ``State/locked`` its rate is the
  /// leader's within ``Settings/catchUp``, while acquiring 0 to 110 % of it, while unlocked 0.
  /// A sample corrects what follows from its time on: who looks ahead of the samples, to when a
  /// picture will be seen, may look by 20 frames.
  /// - Parameter time: Seconds; finite; not before the last sample, or the answer is what the newest
  ///   plan gives, extended backwards.
  /// - Returns: In the leader's units; nil before the first sample.
  public func position(at time: Double) -> Double? {
    guard last != nil else { return nil }
    if let waiting = shown.waitingAt { return position(height: waiting, at: 0) }
    let x = time - origin.time
    return position(height: shownHeight(at: x), at: x)
  }

  /// Seconds that the leader's line is ahead of what is shown at `time`; nil before the first
  /// sample, and while the leader stands still.
  public func gap(at time: Double) -> Double? {
    guard state != .unlocked else { return nil }
    return shown.gap(at: time - origin.time)
  }

  func shownHeight(at x: Double) -> Double {
    if let waiting = shown.waitingAt { return waiting - x }
    return line.height(at: x) - shown.gap(at: x)
  }

  /// Closes the gap from `height` to the line as soon as the bounds allow.
  mutating func plan(at x: Double, from height: Double) {
    let gap = line.height(at: x) - height
    let most = state == .locked ? settings.catchUp : gap > 0 ? Self.acquiringCatchUp : 1
    let soonest = gap.magnitude / (most * (1 + line.slope))
    shown = Shown(x: x, gap: gap, duration: max(soonest, Self.leastSeconds))
  }
}
