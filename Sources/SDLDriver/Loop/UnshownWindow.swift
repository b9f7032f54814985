// SPDX-License-Identifier: Apache-2.0

internal import FramePacing

/// The first presents of a window that a Wayland compositor has yet to show.
///
/// SDL 3, also behind sdl2-compat's SDL 2, presents such a window without waiting. The loop would
/// conclude that presenting never waits, and turn vsync off. Therefore the loop pauses after each
/// present that returns at once, for up to 60 presents, until three presents have waited. A pause
/// ends a period after the previous pause or present. As in `FreeRunDetector`, a present counts as
/// waiting if it took at least a sixteenth of the period and 0.2 ms, not counting the time in which
/// the process computed.
struct UnshownWindow {
  private var presents = 60
  private var waits = 3
  /// The end of the last pause, or the last present's return if later; nil before the first.
  private var last: Int64?

  /// The end of the pause after a present, for a display of this period; nil for none.
  mutating func pause(afterPresenting times: FrameTimes, period: Int64) -> Int64? {
    guard presents > 0, waits > 0 else { return nil }
    let due = (last ?? times.presented) + period
    let hasWaited = times.presented - times.drawn - times.computed >= max(period / 16, 200_000)
    let pauses = !hasWaited && due > times.presented
    last = pauses ? due : times.presented
    if hasWaited { waits -= 1 } else { presents -= 1 }
    return pauses ? due : nil
  }
}
