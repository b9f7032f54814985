// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// A program with a `FrameLoop` on a compositor in simulated time.
///
/// Like Wayland's wp_presentation, the compositor reports the time at which each picture was shown.
///
/// The compositor takes a picture `deadline` before a refresh. As in SDL, presenting waits until
/// the compositor has taken the previous picture.
package struct CompositedProgram {
  package var loop: FrameLoop
  package var statistics = FrameStatistics()
  package let clock = ManualClock(now: 1_000_000_000)
  package var period: Int64
  package var deadline: Int64
  /// Whether the loop gets the compositor's reports.
  package var isReporting = true
  /// The time of drawing in nanoseconds.
  package var build: Int64 = 1_000_000
  /// All frames, and the age of each frame's input when it was shown, in nanoseconds.
  package private(set) var frames: [Frame] = []
  package private(set) var ages: [Int64] = []
  private var lastShown: Int64 = 0
  private var pending: [(number: Int, shown: Int64)] = []

  package init(
    latchesLate: Bool = true, period: Int64 = 16_666_667, deadline: Int64,
    reported: FrameRate? = .sixty
  ) {
    var options = FrameLoopOptions()
    options.latchesLate = latchesLate
    loop = FrameLoop(options, displayRate: reported, presentWaits: true, now: clock.now())
    (self.period, self.deadline) = (period, deadline)
  }

  /// Draws and presents this number of frames.
  package mutating func run(_ count: Int) {
    for _ in 0..<count { drawFrame() }
  }

  private mutating func drawFrame() {
    loop.wait(clock)
    while let report = pending.first, report.shown <= clock.now() {
      pending.removeFirst()
      if isReporting { loop.shown(report.number, at: report.shown, recording: &statistics) }
    }
    let polled = clock.now()
    _ = loop.polled(at: polled)
    let frame = loop.begin(at: polled)
    clock.advance(by: build)
    let drawn = clock.now()
    // Presenting returns when the compositor has taken the previous picture.
    if lastShown - deadline > drawn { clock.sleep(until: lastShown - deadline + 10_000) }
    let taken = clock.now()
    let shown = max((taken + deadline - 1) / period + 1, lastShown / period + 1) * period
    let times = FrameTimes(begun: polled, drawn: drawn, presented: taken)
    loop.presented(frame, times, recording: &statistics)
    pending.append((frame.number, shown))
    frames.append(frame)
    ages.append(shown - polled)
    lastShown = shown
  }

  /// The 99th percentile of the input's age in the last `count` frames, in milliseconds.
  package func age(ofLast count: Int) -> Double {
    let sorted = ages.suffix(count).sorted()
    return Double(sorted[max(sorted.count * 99 / 100 - 1, 0)]) / 1e6
  }
}
