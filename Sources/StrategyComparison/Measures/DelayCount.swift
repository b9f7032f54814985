// SPDX-License-Identifier: Apache-2.0

/// How long rate changes wait until the rate last requested is in effect.
struct DelayCount {
  /// Rate changes in effect so far, the sum of the seconds that they waited, and the longest wait.
  private var finished = 0
  private var sum = 0.0
  private var worst = 0.0

  /// The rate changes that wait: their number, the times of the first and the last, and the sum of
  /// their times after the first.
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

  /// All that wait are in effect from `time` on; the wait of a later one is 0.
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
  /// A rate change that still waits at `end` counts up to then.
  func result(end: Double) -> (mean: Double, worst: Double)? {
    var all = self
    all.tookEffect(at: end)
    return all.finished > 0 ? (all.sum / Double(all.finished), all.worst) : nil
  }
}
