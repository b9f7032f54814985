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
      options.frameLoop, displayRate: displayRate, presentWaits: swapControl, now: now)
  }
}

extension LoopOptions {
  /// The options that concern the frames' times.
  fileprivate var frameLoop: FrameLoopOptions {
    var loop = FrameLoopOptions()
    loop.timing = timing
    loop.latchesLate = latchesLate
    loop.presentsOnTime = presentsOnTime
    loop.stalls = stalls
    loop.longestAdvance = longestAdvance
    loop.whenUnfocused = whenUnfocused
    return loop
  }
}
