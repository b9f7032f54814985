// SPDX-License-Identifier: Apache-2.0

/// The part of a run shown in a picture.
package struct MotionWindow: Hashable, Sendable {
  /// Seconds from the run's beginning.
  package let start: Double
  /// Seconds; above ``start``.
  package let end: Double
  /// The naive strategy's largest jump, if the window is centered on it.
  package let jump: ValueJump?

  /// - Precondition: `start` is at least 0 and below `end`, which is finite.
  package init(start: Double, end: Double, around jump: ValueJump? = nil) {
    precondition(
      start >= 0 && start < end && end.isFinite,
      "a window must run from 0 s or later to a later time, not from \(start) to \(end)")
    (self.start, self.end, self.jump) = (start, end, jump)
  }

  func contains(_ time: Double) -> Bool { time >= start && time <= end }
}

extension Comparison {
  /// The whole run if it is at most `seconds` long, otherwise a part of it.
  ///
  /// The part is `seconds` long. It is around the naive strategy's largest jump, or at the run's
  /// beginning if the naive strategy never jumps.
  ///
  /// The naive strategy's jumps do not depend on the frames. Therefore the window is the same for
  /// all times of frames and all compared strategies. Of equal jumps the first counts.
  /// - Parameter seconds: Above 0.
  /// - Complexity: O(rate changes).
  package func window(ofSeconds seconds: Double) -> MotionWindow {
    precondition(seconds > 0, "a window must be longer than 0 s, but seconds is \(seconds)")
    // A recording of a single frame at time 0 has no length, but its picture needs a width.
    let length = max(trace.end(length: schedule.length), 1e-6)
    guard length > seconds else { return MotionWindow(start: 0, end: length) }
    guard let jump = furthestNaiveJump(before: length) else {
      return MotionWindow(start: 0, end: seconds)
    }
    // The start is rounded down to a tenth of a second, which is easier to read than the exact
    // time.
    let middle = ((jump.time - seconds / 2) * 10).rounded(.down) / 10
    let start = min(max(0, middle), length - seconds)
    return MotionWindow(start: start, end: start + seconds, around: jump)
  }

  private func furthestNaiveJump(before end: Double) -> ValueJump? {
    var run = MeasuredRun<NaiveModel>(rule: .atOnce, at: schedule.initialRate)
    var furthest: ValueJump?
    for change in schedule.changes.prefix(while: { $0.time <= end }) {
      run.apply(change)
      guard let (before, after) = run.takeJump() else { continue }
      let jump = ValueJump(time: change.time, before: before, after: after)
      if jump.size > furthest?.size ?? 0 { furthest = jump }
    }
    return furthest
  }
}

extension RateSchedule {
  /// The requested rates within a window, in cycles per second: a point at its start, at each rate
  /// change, and at its end.
  package func requestedRates(in window: MotionWindow) -> [LinePoint] {
    var rates = RequestedRates()
    var rate = SignedRate(initialRate, direction: 1)
    var points: [LinePoint] = []
    for change in changes.prefix(while: { $0.time <= window.end }) {
      let before = rate
      rate = rates.take(change)
      guard change.time >= window.start else { continue }
      if points.isEmpty { points.append(LinePoint(time: window.start, value: before.hertz)) }
      points.append(LinePoint(time: change.time, value: rate.hertz))
    }
    if points.isEmpty { points.append(LinePoint(time: window.start, value: rate.hertz)) }
    return points + [LinePoint(time: window.end, value: rate.hertz)]
  }
}
