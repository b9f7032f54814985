// SPDX-License-Identifier: Apache-2.0

import CFrameLoop
import CTimerSlack
import FramePacing

/// The loop that a `dr_loop *` points to.
struct LoopObject: ~Copyable {
  var loop: FrameLoop
  var statistics = FrameStatistics()
  var fixedStep: FixedStep?
  /// The clock's time at the loop's creation, in nanoseconds.
  let start = SystemClock().now()
  /// The thread that created the loop.
  private let owner = SystemClock.thisThread()
  /// The timer slack of that thread before the loop was created, in nanoseconds.
  let slackBefore = repeat_timer_slack()
  /// Whether the wait for the next frame has ended.
  var hasWaited = false
  var wasPolled = false
  var inputEvents = 0
  /// The frame that was begun and is not presented yet; `nil` between frames.
  var begun: BegunFrame?

  init(_ settings: LoopSettings) {
    fixedStep = settings.fixedStep
    loop = FrameLoop(
      settings.options, displayRate: settings.displayRate, presentWaits: settings.presentWaits,
      now: start)
    statistics.mode = loop.mode
    statistics.reportedHertz = loop.reportedRate?.hertz
    SystemClock.sharpenThisThread()
  }

  var isOwnedByThisThread: Bool { owner == SystemClock.thisThread() }

  var isPaused: Bool {
    if case .paused = loop.mode { true } else { false }
  }
}

/// A frame between its begin and its presentation.
struct BegunFrame {
  let frame: Frame
  let begun: Int64
  /// The time at the end of drawing, and the process's processor time until that time; `nil` if
  /// unknown.
  var drawn: (time: Int64, computed: Int64)?
}
