// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// Measures what parts of a frame cost.
///
/// Off, it reads no clock and measures nothing: then the same arguments draw the same picture.
struct Stopwatch: Hashable, Sendable {
  let isOn: Bool

  static let off = Stopwatch(isOn: false)
  static let running = Stopwatch(isOn: true)

  /// Nanoseconds; only differences mean anything.
  var now: Int64 { isOn ? SystemClock().now() : 0 }

  /// Seconds that have passed since `start`; 0 where it is off.
  func seconds(since start: Int64) -> Double { Double(now - start) * 1e-9 }
}
