// SPDX-License-Identifier: Apache-2.0

/// Measures the time from each rate change until the last requested rate is in effect.
struct DelayCount {
  /// The number of rate changes in effect, the sum of their delays in seconds, and the longest
  /// delay.
  private var finished = 0
  private var sum = 0.0
  private var worst = 0.0

  /// The pending rate changes: their number, the times of the first and the last, and the sum of
  /// their times relative to the first.
  private var waiting = 0
  private var first = 0.0
  private var latest = 0.0
  private var sumAfterFirst = 0.0

  var isWaiting: Bool { waiting > 0 }

  mutating func requested(at time: Double) {
    if waiting == 0 {
      first = time
      sumAfterFirst = 0
    }
    waiting += 1
    latest = time
    sumAfterFirst += time - first
  }

  /// Marks all pending rate changes as in effect from `time` on, or from the time of the last
  /// pending change if that time is later.
  mutating func tookEffect(at time: Double) {
    guard waiting > 0 else { return }
    let longest = max(time, latest) - first
    sum += Double(waiting) * longest - sumAfterFirst
    worst = max(worst, longest)
    finished += waiting
    waiting = 0
  }

  /// The mean and the longest delay in seconds; `nil` without rate changes.
  ///
  /// A rate change still pending at `end` counts until then.
  func result(end: Double) -> (mean: Double, worst: Double)? {
    var all = self
    all.tookEffect(at: end)
    return all.finished > 0 ? (all.sum / Double(all.finished), all.worst) : nil
  }
}
