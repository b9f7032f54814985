// SPDX-License-Identifier: Apache-2.0

internal import FramePacing

/// Handles the first pictures of a window, until a Wayland compositor shows the window.
///
/// SDL 3, which sdl2-compat also uses, presents these pictures without waiting. The loop would
/// conclude that presenting never waits, and turn vsync off. Therefore the loop pauses after every
/// second picture that did not wait, until three pictures have waited or 60 have not. The first
/// picture after a pause does not wait on any display, because no picture is pending. The second
/// one shows whether presenting waits. As in `FreeRunDetector`, presenting counts as waiting if it
/// took at least 0.2 ms and at least a sixteenth of the period, not counting the time in which the
/// process computed.
struct UnshownWindow {
  private var presents = 60
  private var waits = 3
  /// The time at which presenting last returned; nil before the first picture and after a pause.
  private var last: Int64?

  /// The end of the pause after a picture, for a display of this period; nil for no pause.
  ///
  /// Two frames and the pause after them take 2.5 periods. The mean of their intervals is then too
  /// long to count as a free run (`FreeRunDetector`). A frame of 0.95 periods or more needs no
  /// pause.
  mutating func pause(afterPresenting times: FrameTimes, period: Int64) -> Int64? {
    guard presents > 0, waits > 0 else { return nil }
    let interval = last.map { times.presented - $0 } ?? .max
    let hasWaited = times.presented - times.drawn - times.computed >= max(period / 16, 200_000)
    if hasWaited { waits -= 1 } else { presents -= 1 }
    let pauses = !hasWaited && interval < period * 19 / 20
    last = pauses ? nil : times.presented
    return pauses ? times.presented + period * 5 / 2 - 2 * interval : nil
  }
}
