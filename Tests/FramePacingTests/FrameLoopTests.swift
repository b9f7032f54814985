// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

/// The loop without a window, on a manual clock.
struct FrameLoopTests {
  /// A loop with its clock and statistics, and a program with frames of 2 ms.
  struct Program {
    var loop: FrameLoop
    let clock = ManualClock(now: 1_000_000_000)
    var statistics = FrameStatistics()
    /// The times at which pictures were presented.
    var presented: [Int64] = []

    init(_ options: FrameLoopOptions, displayRate: FrameRate? = nil, presentWaits: Bool = false) {
      loop = FrameLoop(
        options, displayRate: displayRate, presentWaits: presentWaits, now: clock.now())
    }

    /// A program on a timer of 100 Hz, unless the options choose otherwise.
    static func timer(_ set: (inout FrameLoopOptions) -> Void = { _ in }) -> Program {
      var options = FrameLoopOptions()
      options.timing = .timer(FrameRate(hertz: 100))
      set(&options)
      return Program(options)
    }

    /// One frame, as in `FrameLoop`'s example.
    /// - Parameter refresh: The display's period in nanoseconds; nil if presenting does not wait.
    /// - Parameter build: The time of drawing in nanoseconds.
    mutating func frame(
      _ window: WindowState = WindowState(), refresh: Int64? = nil, build: Int64 = 2_000_000
    ) -> Frame {
      loop.wait(clock)
      var isDue = loop.polled(at: clock.now(), window)
      while !isDue, case let timeout = loop.eventTimeout(at: clock.now()), timeout < 500 {
        clock.advance(by: Int64(timeout) * 1_000_000)
        isDue = loop.polled(at: clock.now(), window)
      }
      precondition(isDue, "the loop sleeps")
      let begun = clock.now()
      let frame = loop.begin(at: begun)
      clock.advance(by: build)
      let drawn = clock.now()
      loop.waitToPresent(clock)
      clock.advance(by: 100)
      if let refresh { clock.sleep(until: (drawn / refresh + 1) * refresh) }
      let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
      loop.presented(frame, times, inputEvents: 1, recording: &statistics)
      presented.append(clock.now())
      return frame
    }
  }

  @Test func `a timer's frames and statistics have the times of the timer's grid`() {
    var program = Program.timer()
    let frames = (0..<50).map { _ in program.frame() }
    #expect(frames.map(\.time) == (0..<50).map { Double($0 * 10_000_000) / 1e9 })
    #expect(frames.allSatisfy { $0.mode == .timer(.requested) && $0.missed == 0 })
    let statistics = program.statistics
    #expect(statistics.frames == 50 && statistics.inputEvents == 50 && statistics.missed == 0)
    #expect(abs(statistics.percentile(1) - 0.01) < 1e-6 && statistics.count == 49)
    #expect(statistics.builds.longest == 0.002 && statistics.inputAges.longest < 0.00201)
  }

  @Test func `frames skipped by a slower rate do not count as missed when the focus returns`() {
    var options = FrameLoopOptions()
    options.whenUnfocused = .slows(FrameRate(hertz: 10))
    var program = Program(options, displayRate: FrameRate(hertz: 50), presentWaits: true)
    for _ in 0..<40 { _ = program.frame(refresh: 20_000_000) }
    var behind = WindowState()
    behind.hasFocus = false
    // The first frame is not slowed yet. Its picture misses two refreshes; the slowed frames after
    // it must not report these misses.
    var frames = [program.frame(behind, refresh: 20_000_000, build: 50_000_000)]
    for _ in 0..<5 { frames.append(program.frame(behind, refresh: 20_000_000)) }
    for _ in 0..<5 { frames.append(program.frame(refresh: 20_000_000)) }
    #expect(frames.allSatisfy { $0.missed == 0 } && program.statistics.missed == 0)
  }

  /// The second `seconds` puts the change a nanosecond after the next frame, as rounding may do.
  @Test(arguments: [false, true], [0.001, 0.010000001])
  func `a change that the next frame shows anyway causes no additional frame`(
    presentWaits: Bool, after seconds: Double
  ) {
    var program = Program(
      FrameLoopOptions(), displayRate: FrameRate(hertz: 100), presentWaits: presentWaits)
    let refresh: Int64? = presentWaits ? 10_000_000 : nil
    for _ in 0..<30 { _ = program.frame(refresh: refresh) }
    let start = program.clock.now()
    for _ in 0..<100 {
      let frame = program.frame(refresh: refresh)
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
    var program = Program.timer { $0.whenUnfocused = .pauses }
    _ = [program.frame(), program.frame()]
    program.loop.waitsForChange = isIdle
    var window = WindowState()
    set(&window)
    program.clock.advance(by: 8_000_000)
    program.loop.wait(program.clock)
    let isDue = program.loop.polled(at: program.clock.now(), window)
    #expect(isDue == (reason == nil))
    #expect(program.loop.mode == reason.map { .paused($0) } ?? .timer(.requested))
    guard reason != nil else { return }
    program.clock.advance(by: 60_000_000_000)
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
    var program = Program(
      FrameLoopOptions(), displayRate: FrameRate(hertz: 100), presentWaits: presentWaits)
    let refresh: Int64? = presentWaits ? 10_000_000 : nil
    for _ in 0..<30 { _ = program.frame(refresh: refresh) }
    var wakes = 0
    for change in 2..<20 {
      let time = Double(change) * 0.25
      program.loop.nextChange = time
      while case let timeout = program.loop.eventTimeout(at: program.clock.now()), timeout > 0 {
        let isDue = program.loop.polled(at: program.clock.now())
        #expect(!isDue)
        program.clock.advance(by: Int64(timeout) * 1_000_000)
        wakes += 1
      }
      let frame = program.frame(refresh: refresh)
      #expect(frame.time >= time && frame.time < time + 0.002, "\(frame.time)")
      #expect(!frame.isAfterStall && frame.missed == 0 && program.loop.nextChange == nil)
    }
    #expect(wakes == 18 && program.statistics.stalls == 0 && program.statistics.missed == 0)
    program.loop.nextChange = .infinity
    #expect(program.loop.eventTimeout(at: program.clock.now()) == FrameLoop.longestEventTimeout)
    var pressed = WindowState()
    pressed.inputEvents = 1
    let frame = program.frame(pressed, refresh: refresh)
    #expect(!frame.isAfterStall && frame.delta > 0)
    for past in [-Double.infinity, 0] {
      program.loop.nextChange = past
      #expect(program.loop.eventTimeout(at: program.clock.now()) == 0)
    }
  }

  @Test(arguments: [FrameTiming.timer(FrameRate(hertz: 100)), .virtual(FrameRate(hertz: 100))])
  func `the frames' time can be shifted without an effect on delta`(timing: FrameTiming) throws {
    var program = Program.timer { $0.timing = timing }
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

  /// Presenting does not wait at first, waits after a change of the display, and then stops waiting.
  @Test func `vsync is switched according to the observed waits`() {
    var program = Program(FrameLoopOptions(), displayRate: .sixty, presentWaits: true)
    #expect(program.loop.waitsForDisplay)
    for _ in 0..<12 { _ = program.frame(build: 1000) }
    #expect(!program.loop.waitsForDisplay && program.loop.mode == .timer(.freeRunning))
    var moved = WindowState()
    moved.displayMayHaveChanged = true
    _ = program.frame(moved)
    #expect(program.loop.waitsForDisplay && program.loop.mode == .measured)
    // If the display changes again soon afterwards, vsync is tried again 5 s after the first retry.
    for _ in 0..<12 { _ = program.frame(build: 1000) }
    _ = program.frame(moved)
    let retry = program.clock.now() + 5_000_000_000
    while program.clock.now() < retry - 100_000_000 {
      _ = program.frame()
      #expect(program.loop.mode == .timer(.freeRunning))
    }
    for _ in 0..<8 { _ = program.frame() }
    #expect(program.loop.waitsForDisplay)
  }

  /// The program is busy for `build` ms in frame 3, and for `between` ms after presenting it.
  ///
  /// The count and the frame's flag come from the same decision, also near the threshold.
  @Test(arguments: [100, 230, 249, 251, 262, 400], [100, 230, 249, 251, 262, 400])
  func `each frame after a stall is marked and counted, and a stall does not count as an interval`(
    build: Int64, between: Int64
  ) {
    for presentWaits in [false, true] {
      var program = Program(
        FrameLoopOptions(), displayRate: FrameRate(hertz: 100), presentWaits: presentWaits)
      let refresh: Int64? = presentWaits ? 10_000_000 : nil
      var frames: [Frame] = []
      for number in 0..<8 {
        if number == 4 { program.clock.advance(by: between * 1_000_000) }
        frames.append(
          program.frame(refresh: refresh, build: (number == 3 ? build : 2) * 1_000_000))
      }
      let statistics = program.statistics
      #expect(frames.count { $0.isAfterStall } == statistics.stalls, "waits: \(presentWaits)")
      #expect(statistics.longest < 0.27, "waits: \(presentWaits)")
    }
  }
}
