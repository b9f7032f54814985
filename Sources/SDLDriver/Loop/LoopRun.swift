// SPDX-License-Identifier: Apache-2.0

internal import FramePacing

/// A running loop and its input.
struct LoopRun {
  var loop: FrameLoop
  var input = Input()
  let options: LoopOptions
  /// Where a compositor reports when pictures were shown, and the loop latches late.
  var reports: ShownReports?

  init(_ options: LoopOptions, displayRate: FrameRate?, swapControl: Bool, now: Int64) {
    self.options = options
    loop = FrameLoop(
      options.frames, displayRate: displayRate, presentWaits: swapControl, now: now)
  }
}
