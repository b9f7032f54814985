// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The loop without a window, in simulated time without noise.
struct FrameLoopTests {
  @Test func `a timer's frames and statistics have the times of the timer's grid`() {
    var program = SimulatedProgram.exact { $0.timing = .timer(FrameRate(hertz: 100)) }
    var pressed = WindowState()
    pressed.inputEvents = 1
    let frames = (0..<50).map { _ in program.frame(pressed) }
    #expect(frames.map(\.time) == (0..<50).map { Double($0 * 10_000_000) / 1e9 })
    #expect(frames.allSatisfy { $0.mode == .timer(.requested) && $0.missed == 0 })
    let statistics = program.statistics
    #expect(statistics.frames == 50 && statistics.inputEvents == 50 && statistics.missed == 0)
    #expect(abs(statistics.percentile(1) - 0.01) < 1e-6 && statistics.count == 49)
    #expect(statistics.builds.longest == 0.002 && statistics.inputAges.longest == 0.00202)
  }

  @Test func `frames skipped by a slower rate do not count as missed when the focus returns`() {
    var program = SimulatedProgram.exact(hertz: 50, presentWaits: true) {
      $0.whenUnfocused = .slows(FrameRate(hertz: 10))
    }
    program.run(seconds: 1)
    var behind = WindowState()
    behind.hasFocus = false
    // The first frame is not slowed yet. Its picture misses two refreshes; the slowed frames after
    // it must not report these misses.
    var frames = [program.frame(behind, build: 50e6)]
    for _ in 0..<5 { frames.append(program.frame(behind)) }
    for _ in 0..<5 { frames.append(program.frame()) }
    #expect(frames.allSatisfy { $0.missed == 0 } && program.statistics.missed == 0)
  }

  /// The second value of `seconds` puts the change a nanosecond after the next frame, as rounding
  /// may do.
  @Test(arguments: [false, true], [0.001, 0.010000001])
  func `a change that the next frame shows anyway causes no additional frame`(
    presentWaits: Bool, after seconds: Double
  ) {
    var program = SimulatedProgram.exact(presentWaits: presentWaits)
    program.run(seconds: 0.3)
    let start = program.clock.now()
    for _ in 0..<100 {
      let frame = program.frame()
      #expect(abs(frame.delta - 0.01) < 1e-6 && !frame.isAfterStall && frame.missed == 0)
      program.loop.nextChange = frame.time + seconds
    }
    #expect(abs(program.clock.now() - start - 1_000_000_000) < 12_000_000)
  }

  /// Rows: the window's state after the wait, whether nothing moves, and the reason for drawing no
  /// frame; nil if a frame is drawn.
  static var windows: [(set: (inout WindowState) -> Void, isIdle: Bool, reason: PauseReason?)] {
    [
      ({ $0.isHidden = true }, false, .hidden), ({ $0.isHidden = true }, true, .hidden),
      ({ $0.hasFocus = false }, false, .unfocused), ({ _ in }, false, nil), ({ _ in }, true, .idle),
      ({ $0.displayMayHaveChanged = true }, true, .idle), ({ $0.inputEvents = 1 }, true, nil),
      ({ $0.needsPicture = true }, true, nil), ({ $0.isEnding = true }, true, nil),
    ]
  }

  @Test(arguments: Self.windows.indices)
  func `the window's state pauses the loop, and the pause ends when its reason ends`(
    row: Int
  ) {
    let (set, isIdle, reason) = Self.windows[row]
    var program = SimulatedProgram.exact { $0.whenUnfocused = .pauses }
    let running = program.frame().mode
    program.frame()
    program.loop.waitsForChange = isIdle
    var window = WindowState()
    set(&window)
    program.clock.compute(8e6)
    program.loop.wait(program.clock)
    let isDue = program.loop.polled(at: program.clock.now(), window)
    #expect(isDue == (reason == nil))
    #expect(program.loop.mode == reason.map { .paused($0) } ?? running)
    guard reason != nil else { return }
    program.clock.compute(60e9)
    window.isEnding = true
    let isDueAtEnd = program.loop.polled(at: program.clock.now(), window)
    #expect(isDueAtEnd == (reason != .hidden), "a visible window gets a last frame")
    var pressed = WindowState()
    pressed.inputEvents = 1
    let frame = program.frame(pressed)
    #expect(frame.time == 0.02 && !frame.isAfterStall && program.loop.mode == frame.mode)
  }

  /// A flash that changes every quarter of a second; the caller waits for events in between.
  @Test(arguments: [false, true])
  func `until the next change, time passes, and the loop sleeps and wakes once`(
    presentWaits: Bool
  ) {
    var program = SimulatedProgram.exact(presentWaits: presentWaits)
    program.run(seconds: 0.3)
    for change in 2..<20 {
      let time = Double(change) * 0.25
      program.loop.nextChange = time
      let frame = program.frame()
      #expect(frame.time >= time && frame.time < time + 0.002, "\(frame.time)")
      #expect(!frame.isAfterStall && frame.missed == 0 && program.loop.nextChange == nil)
    }
    #expect(program.wakes == 18 && program.statistics.stalls == 0)
    #expect(program.statistics.missed == 0)
    for (change, timeout) in [
      (Double.infinity, FrameLoop.longestEventTimeout), (-.infinity, 0), (0, 0),
    ] {
      program.loop.nextChange = change
      #expect(program.loop.eventTimeout(at: program.clock.now()) == timeout)
    }
    program.loop.nextChange = .infinity
    var pressed = WindowState()
    pressed.inputEvents = 1
    let frame = program.frame(pressed)
    #expect(!frame.isAfterStall && frame.delta > 0)
  }

  @Test(arguments: [FrameTiming.timer(FrameRate(hertz: 100)), .virtual(FrameRate(hertz: 100))])
  func `the frames' time can be shifted without an effect on delta`(timing: FrameTiming) throws {
    var program = SimulatedProgram.exact { $0.timing = timing }
    try program.loop.shiftTime(by: 3_600_000_000_000)
    var frames = [program.frame(), program.frame()]
    try program.loop.shiftTime(by: -3_599_000_000_000)
    frames += [program.frame(), program.frame()]
    #expect(frames.map(\.time) == [3600, 3600.01, 1.02, 1.03])
    #expect(frames.dropFirst().allSatisfy { abs($0.delta - 0.01) < 1e-12 })
    for shift in [Int64.max, .min] {
      #expect(throws: FramePacingError.invalidShift(nanoseconds: shift)) {
        try program.loop.shiftTime(by: shift)
      }
    }
    let next = program.frame()
    #expect(next.time == 1.04)
  }

  /// Presenting never waits here, although the loop expects it to wait for the display.
  @Test func `vsync without waits is switched off, and tried again when the display changes`() {
    var program = SimulatedProgram.exact(hertz: 60, presentWaits: true)
    program.screen.returns = .atOnce
    #expect(program.loop.waitsForDisplay)
    func runFree() { for _ in 0..<12 { program.frame(build: 1000) } }
    runFree()
    #expect(!program.loop.waitsForDisplay && program.loop.mode == .timer(.freeRunning))
    var moved = WindowState()
    moved.displayMayHaveChanged = true
    program.frame(moved)
    #expect(program.loop.waitsForDisplay && program.loop.mode == .measured)
    // If the display changes again soon afterwards, vsync is tried again 5 s after the first retry.
    runFree()
    program.frame(moved)
    let retry = program.clock.now() + 5_000_000_000
    while program.clock.now() < retry - 100_000_000 {
      program.frame()
      #expect(program.loop.mode == .timer(.freeRunning))
    }
    for _ in 0..<8 { program.frame() }
    #expect(program.loop.waitsForDisplay)
  }

  /// The program is busy for `build` ms in frame 3, and for `between` ms after presenting it.
  ///
  /// The count and the frame's flag come from the same decision, also near the threshold.
  @Test(arguments: [100, 230, 249, 251, 262, 400], [100, 230, 249, 251, 262, 400])
  func `each frame after a stall is marked and counted, and a stall does not count as an interval`(
    build: Double, between: Double
  ) {
    for presentWaits in [false, true] {
      var program = SimulatedProgram.exact(presentWaits: presentWaits)
      for number in 0..<8 {
        if number == 4 { program.clock.compute(between * 1e6) }
        program.frame(build: number == 3 ? build * 1e6 : nil)
      }
      let flagged = program.frames.count { $0.frame.isAfterStall }
      #expect(flagged == program.statistics.stalls, "waits: \(presentWaits)")
      #expect(program.statistics.longest < 0.27, "waits: \(presentWaits)")
    }
  }

  @Test(arguments: [[2], [1, 8], [0.1, 3, 5, 0.2, 7]])
  func `presented on time, pictures appear at even intervals although drawing times vary`(
    drawing: [Double]
  ) {
    func run(onTime: Bool) -> (program: SimulatedProgram, intervals: [Double]) {
      var program = SimulatedProgram.exact { $0.presentsOnTime = onTime }
      for number in 0..<60 { program.frame(build: drawing[number % drawing.count] * 1e6) }
      // After twenty frames, the loop has learned the drawing time.
      let shown = program.frames.dropFirst(20).map(\.shown)
      return (program, zip(shown, shown.dropFirst()).map { ($1 - $0) / 1e6 })
    }
    let (even, plain) = (run(onTime: true), run(onTime: false))
    #expect(even.intervals.allSatisfy { abs($0 - 10) < 5e-4 })
    #expect(even.program.frames.allSatisfy { $0.frame.missed == 0 && !$0.frame.isAfterStall })
    // Waiting for the grid does not count as presenting.
    #expect(even.program.statistics.presents.longest == 2e-5)
    let spread = (plain.intervals.max() ?? 0) - (plain.intervals.min() ?? 0)
    #expect(spread >= (drawing.max() ?? 0) - (drawing.min() ?? 0) - 1e-3)
    for (program, _) in [even, plain] {
      #expect(program.frames.map(\.frame.time) == (0..<60).map { Double($0 * 10_000_000) / 1e9 })
    }
  }
}
