// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The part of a run that a picture shows.
public struct MotionWindow: Hashable, Sendable {
  /// Seconds from the run's beginning.
  public let start: Double
  /// Seconds; above ``start``.
  public let end: Double
  /// Why this part.
  public let reason: Reason

  /// Why a part of a run is shown.
  public enum Reason: Hashable, Sendable {
    /// It is the whole run.
    case whole
    /// The run is longer, and has no rate change at which the naive way jumps.
    case beginning
    /// The run is longer; at this time the naive way jumps furthest, by so much of the way.
    case furthestJump(at: Double, of: Double)
  }

  /// - Precondition: `start` is at least 0 and below `end`, which is finite.
  public init(start: Double, end: Double, reason: Reason = .whole) {
    precondition(
      start >= 0 && start < end && end.isFinite,
      "a window must run from 0 s or later to a later time, not from \(start) to \(end)")
    self.start = start
    self.end = end
    self.reason = reason
  }
}

extension Comparison {
  /// The whole run where it is no longer than `seconds`; otherwise that much of it, around the rate
  /// change at which the naive way jumps furthest.
  ///
  /// The naive way's jumps do not depend on the frames, so neither the frames nor the strategies
  /// move the window. Of equal jumps the first counts.
  /// - Parameter seconds: Above 0.
  /// - Complexity: O(rate changes).
  public func window(ofSeconds seconds: Double) -> MotionWindow {
    precondition(seconds > 0, "a window must be longer than 0 s, but seconds is \(seconds)")
    // A recording of one frame at time 0 is a run too, and has to have a width.
    let length = max(trace.end(length: schedule.length), 1e-6)
    guard length > seconds else { return MotionWindow(start: 0, end: length) }
    guard let jump = furthestNaiveJump(before: length) else {
      return MotionWindow(start: 0, end: seconds, reason: .beginning)
    }
    // It starts at a whole tenth of a second, which is easier to read than an exact middle.
    let middle = ((jump.time - seconds / 2) * 10).rounded(.down) / 10
    let start = min(max(0, middle), length - seconds)
    return MotionWindow(
      start: start, end: start + seconds, reason: .furthestJump(at: jump.time, of: jump.size))
  }

  private func furthestNaiveJump(before end: Double) -> (time: Double, size: Double)? {
    var run = MeasuredRun<NaiveModel>(
      rule: .atOnce, at: schedule.initialRate)
    var furthest: (time: Double, size: Double)?
    for change in schedule.changes.prefix(while: { $0.time <= end }) {
      run.apply(change)
      guard let jump = run.takeJump() else { continue }
      let size = abs(jump.after - jump.before)
      if size > furthest?.size ?? 0 { furthest = (change.time, size) }
    }
    return furthest
  }
}
