// SPDX-License-Identifier: Apache-2.0

/// Measures the time from each rate change until the rate in effect has reached the requested rate,
/// or one requested later.
struct DelayCount {
  /// The number of rate changes in effect, the sum of their delays in seconds, and the longest
  /// delay.
  private var finished = 0
  private var sum = 0.0
  private var worst = 0.0

  /// The pending rate changes in order of time, in seconds and hertz.
  private var waiting: [(time: Double, hertz: Double)] = []
  /// The rate in effect at the latest rate change, just after it.
  private var start = (time: 0.0, hertz: 0.0)

  var isWaiting: Bool { !waiting.isEmpty }

  /// Adds a rate change.
  ///
  /// While rate changes are pending, the rate in effect is constant, or moves in a line between two
  /// of them.
  /// - Parameter inEffect: The rate in effect at `time`, before the change, in hertz.
  /// - Complexity: O(pending rate changes) in a ramp.
  mutating func requested(_ hertz: Double, at time: Double, inEffect: Double) {
    slid(to: inEffect, at: time)
    waiting.append((time, hertz))
    start = (time, inEffect)
  }

  /// Ends the wait of each rate change whose rate was passed, and of each one before it.
  /// - Parameter hertz: The rate in effect just before `time`.
  mutating func slid(to hertz: Double, at time: Double) {
    guard hertz != start.hertz else { return }
    var (passed, count) = (Double.infinity, 0)
    for index in waiting.indices.reversed() {
      let share = (waiting[index].hertz - start.hertz) / (hertz - start.hertz)
      if share >= 0, share <= 1 {
        passed = min(passed, start.time + share * (time - start.time))
        count = max(count, index + 1)
      }
      if index < count { finish(waiting[index].time, at: passed) }
    }
    waiting.removeFirst(count)
  }

  /// Marks all pending rate changes as in effect from `time` on, or from the time of the last
  /// pending change if that time is later.
  mutating func tookEffect(at time: Double) {
    let end = max(time, waiting.last?.time ?? time)
    for change in waiting { finish(change.time, at: end) }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func finish(_ requested: Double, at time: Double) {
    finished += 1
    sum += time - requested
    worst = max(worst, time - requested)
  }

  /// The mean and the longest delay in seconds; `nil` without rate changes.
  ///
  /// A rate change still pending at `end` counts until then.
  func result(end: Double, inEffect: Double) -> (mean: Double, worst: Double)? {
    var all = self
    all.slid(to: inEffect, at: end)
    all.tookEffect(at: end)
    return all.finished > 0 ? (all.sum / Double(all.finished), all.worst) : nil
  }
}
