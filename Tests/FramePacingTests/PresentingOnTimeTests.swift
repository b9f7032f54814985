// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

/// Pictures presented on a timer's grid, on a manual clock.
struct PresentingOnTimeTests {
  /// The result of a loop of 100 Hz with a program that cycles through these drawing times in
  /// milliseconds.
  struct Outcome {
    /// Milliseconds between pictures, after the loop has learned the drawing time.
    var intervals: [Double] = []
    var frames: [Frame] = []
    var statistics = FrameStatistics()

    init(onTime: Bool, drawing: [Double], count: Int = 60) {
      var program = FrameLoopTests.Program.timer { $0.presentsOnTime = onTime }
      for number in 0..<count {
        frames.append(program.frame(build: Int64(drawing[number % drawing.count] * 1e6)))
      }
      statistics = program.statistics
      let presented = program.presented
      intervals = zip(presented, presented.dropFirst()).map { Double($1 - $0) / 1e6 }
      intervals.removeFirst(20)
    }

    var spread: Double { (intervals.max() ?? 0) - (intervals.min() ?? 0) }
  }

  @Test(arguments: [[2], [1, 8], [0.1, 3, 5, 0.2, 7]])
  func `pictures appear at even intervals although drawing times vary`(drawing: [Double]) {
    let even = Outcome(onTime: true, drawing: drawing)
    #expect(even.spread < 1e-3 && even.intervals.allSatisfy { abs($0 - 10) < 1e-3 })
    #expect(even.frames.allSatisfy { $0.missed == 0 && !$0.isAfterStall })
    #expect(even.frames.map(\.time) == (0..<60).map { Double($0 * 10_000_000) / 1e9 })
    // Waiting for the grid does not count as presenting.
    #expect(even.statistics.presents.longest == 1e-7)
    let plain = Outcome(onTime: false, drawing: drawing)
    let unevenness = (drawing.max() ?? 0) - (drawing.min() ?? 0)
    #expect(plain.spread >= unevenness - 1e-3)
    #expect(plain.frames.map(\.time) == even.frames.map(\.time))
  }

  /// The loop's estimate of the drawing time ignores one slow frame in ten.
  ///
  /// Only the slow frame's picture is late.
  @Test func `a slow frame delays only its own picture`() {
    var drawing = [Double](repeating: 1, count: 20)
    drawing[5] = 6
    let outcome = Outcome(onTime: true, drawing: drawing)
    let uneven = outcome.intervals.filter { abs($0 - 10) > 1e-3 }
    #expect(uneven.count == 4 && outcome.frames.allSatisfy { $0.missed == 0 })
  }

  @Test func `drawing that takes longer than a period is not delayed further`() {
    let held = Outcome(onTime: true, drawing: [13])
    let plain = Outcome(onTime: false, drawing: [13])
    #expect(held.intervals == plain.intervals)
    #expect(held.frames.map(\.time) == plain.frames.map(\.time))
  }

  @Test func `with vsync no picture is held`() {
    var options = FrameLoopOptions()
    options.presentsOnTime = true
    let clock = ManualClock(now: 0)
    var loop = FrameLoop(options, displayRate: .sixty, presentWaits: true, now: 0)
    loop.wait(clock)
    _ = loop.begin(at: clock.now())
    loop.waitToPresent(clock)
    #expect(clock.now() == 0)
  }
}
