// SPDX-License-Identifier: Apache-2.0

internal import FramePacing

/// The first presents of a window that a Wayland compositor has yet to show.
///
/// SDL 3, also behind sdl2-compat's SDL 2, presents such a window without waiting. The loop would
/// take that for a free run and turn vsync off. So up to 60 presents that return at once are followed
/// by a pause, until three have waited.
struct UnshownWindow {
  /// The shortest presenting time of a present that waited: 2 ms.
  private static let shortestWait: Int64 = 2_000_000
  /// The pause: a period of 60 Hz.
  static let pause: Int64 = 16_700_000

  private var pauses = 60
  private var waits = 3

  /// The pause after a present that took `duration`, both in nanoseconds; nil for none.
  mutating func pause(afterPresenting duration: Int64) -> Int64? {
    guard pauses > 0, waits > 0 else { return nil }
    if duration >= Self.shortestWait {
      waits -= 1
      return nil
    }
    pauses -= 1
    return Self.pause
  }
}
