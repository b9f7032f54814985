// SPDX-License-Identifier: Apache-2.0

/// How long rate changes wait until the rate last requested is in effect.
struct DelayCount {
  /// Rate changes answered so far, the seconds that they waited, and the longest of these.
  private var answered = 0
  private var sum = 0.0
  private var worst = 0.0

  /// The rate changes that wait: how many, the first and last one's times, and their times after the first.
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

  /// All that wait are answered; those given later than `time` at once.
  mutating func tookEffect(at time: Double) {
    guard waiting > 0 else { return }
    let longest = max(time, latest) - first
    sum += Double(waiting) * longest - sumAfterFirst
    worst = max(worst, longest)
    answered += waiting
    waiting = 0
  }

  /// Mean and longest in seconds, with what waits at `end` counted up to then; `nil` without rate changes.
  func result(end: Double) -> (mean: Double, worst: Double)? {
    var all = self
    all.tookEffect(at: end)
    return all.answered > 0 ? (all.sum / Double(all.answered), all.worst) : nil
  }
}
