// SPDX-License-Identifier: Apache-2.0

/// Decides from how much time passed whether a loop stalled: stopped, suspended, debugged.
///
/// The one threshold, and one decision: a loop's `FramePacer` asks it, and what it finds goes to the
/// frame (`isAfterStall`), to the time by the `StallRule`, and to the statistics. The display clock
/// does not learn from what is longer than the default.
///
/// A quarter of a second, because it lies far from both sides. No display and no frame that
/// somebody watches takes so long: the slowest rates in use are 24 Hz (42 ms), and at a frame of
/// 250 ms nothing can be called an animation. What does stop a loop takes longer: a debugger, a
/// suspended machine, a terminal's Ctrl-Z. Gaffer's "Fix your timestep!" cuts deltas there too.
///
/// Two periods of the loop's rate are never a stall, so that a loop of 1 Hz is none.
package struct StallDetector: Hashable, Sendable {
  /// 0.25 s.
  package static let defaultLongestAdvance = 0.25

  /// Seconds from frame to frame above which there is a stall; 0.001...1e9.
  package let longestAdvance: Double
  private let nanoseconds: Int64

  /// A detector with a threshold of its own.
  /// - Parameter longestAdvance: Seconds; default 0.25.
  /// - Parameter slowest: A rate that the loop is slowed down to at times: two of its periods are
  ///   no stall either. Default none.
  /// - Precondition: `longestAdvance` is in 0.001...1e9.
  package init(longestAdvance: Double = defaultLongestAdvance, slowest: FrameRate? = nil) {
    require("the longest advance", longestAdvance, in: 0.001...1e9, unit: " s")
    self.longestAdvance = max(longestAdvance, 2 * (slowest?.period ?? 0))
    nanoseconds = Int64(self.longestAdvance * 1e9)
  }

  /// The longest time in nanoseconds that is no stall.
  /// - Parameter period: Nanoseconds between two frames of the loop's rate.
  package func limit(period: Int64) -> Int64 {
    let (two, isTooLong) = period.multipliedReportingOverflow(by: 2)
    return max(nanoseconds, isTooLong ? .max : two)
  }

  /// Whether so much time passed that the loop stalled, or went back by as much.
  /// - Parameter passed: Nanoseconds; negative where the clock went back.
  /// - Parameter period: Nanoseconds between two frames of the loop's rate.
  package func isStall(_ passed: Int64, period: Int64) -> Bool {
    let limit = limit(period: period)
    return passed > limit || passed < -limit
  }
}
