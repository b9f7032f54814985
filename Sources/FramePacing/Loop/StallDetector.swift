// SPDX-License-Identifier: Apache-2.0

/// Decides from the elapsed time whether a loop stalled, because its process was stopped, suspended
/// or debugged.
///
/// The result determines the frame's `isAfterStall`, the time (by the `StallRule`) and the
/// statistics. The display clock ignores intervals above the default threshold.
///
/// The default is a quarter of a second, which is far from the intervals of frames and from the
/// durations of stops. Frames take less: the slowest common rate is 24 Hz (42 ms), and 250 ms per
/// frame is no longer an animation. Real stops take longer: a debugger, a suspended machine, Ctrl-Z
/// in a terminal. G. Fiedler's "Fix your timestep!" cuts deltas at 0.25 s, too.
///
/// A time of at most two periods of the loop's rate is never a stall, so that a loop of 1 Hz works.
package struct StallDetector: Hashable, Sendable {
  /// The default threshold in seconds.
  package static let defaultLongestAdvance = 0.25

  /// The time between two frames, in seconds, above which the loop has stalled; 0.001...1e9.
  package let longestAdvance: Double
  private let nanoseconds: Int64

  /// A detector with its own threshold.
  /// - Parameter longestAdvance: Seconds; default 0.25.
  /// - Parameter slowest: The rate to which the loop slows down without the keyboard focus. A time
  ///   of two periods of this rate is not a stall. Default: no such rate.
  /// - Precondition: `longestAdvance` is in 0.001...1e9.
  package init(longestAdvance: Double = defaultLongestAdvance, slowest: FrameRate? = nil) {
    require("the longest advance", longestAdvance, in: 0.001...1e9, unit: " s")
    self.longestAdvance = max(longestAdvance, 2 * (slowest?.period ?? 0))
    nanoseconds = Int64(self.longestAdvance * 1e9)
  }

  /// Whether the clock advanced, or went back, by more than the limit.
  /// - Parameter passed: Nanoseconds; negative if the clock went back.
  /// - Parameter period: Nanoseconds between two frames of the loop's rate.
  package func isStall(_ passed: Int64, period: Int64) -> Bool {
    let (two, isTooLong) = period.multipliedReportingOverflow(by: 2)
    return passed.magnitude > max(nanoseconds, isTooLong ? .max : two).magnitude
  }
}
