// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

/// The loop without a window, on a clock that the test moves.
struct FrameLoopTests {
  /// A loop, its clock and its figures, and a program whose frames take 2 ms.
  struct Program {
    var loop: FrameLoop
    let clock = ManualClock(now: 1_000_000_000)
    var statistics = FrameStatistics()

    init(_ options: FrameLoopOptions, displayRate: FrameRate? = nil, presentWaits: Bool = false) {
      loop = FrameLoop(
        options, displayRate: displayRate, presentWaits: presentWaits, now: clock.now())
    }

    static func timer(_ hertz: Int) -> Program {
      var options = FrameLoopOptions()
      options.timing = .timer(FrameRate(hertz: hertz))
      return Program(options)
    }

    /// One frame as `FrameLoop`'s own example has it.
    /// - Parameter refresh: Nanoseconds of a display's period; nil where presenting does not wait.
    /// - Parameter build: Nanoseconds that drawing takes.
    mutating func frame(
      slowedTo slower: FrameRate? = nil, refresh: Int64? = nil, build: Int64 = 2_000_000
    ) -> Frame {
      loop.wait(clock, slowedTo: slower)
      loop.polled(at: clock.now())
      let begun = clock.now()
      let frame = loop.begin(at: begun)
      clock.advance(by: build)
      let drawn = clock.now()
      if let refresh { clock.sleep(until: (drawn / refresh + 1) * refresh) }
      let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
      loop.presented(frame, times, inputEvents: 1, recording: &statistics)
      return frame
    }
  }

  @Test func `a timer's frames have the times of its grid, and the figures say so`() {
    var program = Program.timer(100)
    let frames = (0..<50).map { _ in program.frame() }
    #expect(frames.map(\.time) == (0..<50).map { Double($0 * 10_000_000) / 1e9 })
    #expect(frames.allSatisfy { $0.mode == .timer(.requested) && $0.missed == 0 })
    let statistics = program.statistics
    #expect(statistics.frames == 50 && statistics.inputEvents == 50 && statistics.missed == 0)
    #expect(abs(statistics.percentile(1) - 0.01) < 1e-6 && statistics.count == 49)
    #expect(statistics.builds.longest == 0.002 && statistics.inputAges.longest == 0.002)
  }

  @Test func `a display that presenting waits for is locked to`() {
    var program = Program(FrameLoopOptions(), displayRate: .sixty, presentWaits: true)
    let frames = (0..<40).map { _ in program.frame(refresh: 20_000_000) }
    #expect(frames[0].mode == .acquiring(.started) && frames[39].mode == .locked)
    #expect(abs(frames[39].delta - 0.02) < 1e-6 && abs(frames[39].refreshPeriod - 0.02) < 1e-6)
    #expect(program.statistics.measuredHertz.map { abs($0 - 50) < 0.01 } == true)
  }

  @Test func `a pause is out of the time, and its reason is the mode`() {
    var program = Program.timer(100)
    let first = [program.frame(), program.frame()]
    program.loop.pause(.hidden)
    #expect(program.loop.mode == .paused(.hidden))
    program.clock.advance(by: 60_000_000_000)
    program.loop.resume(at: program.clock.now())
    #expect(program.loop.mode == .timer(.requested))
    let next = [program.frame(), program.frame()]
    #expect((first + next).map(\.time) == [0, 0.01, 0.02, 0.03])
    #expect(next.allSatisfy { !$0.isAfterStall && $0.missed == 0 })
    #expect(program.statistics.stalls == 0 && program.statistics.longest < 0.0101)
  }

  /// On-demand frames: the caller sleeps until something happens, and resumes.
  @Test func `a loop that waits for a change does not sleep`() {
    var program = Program.timer(100)
    _ = program.frame()
    program.loop.waitsForChange = true
    let before = program.clock.now()
    program.loop.wait(program.clock)
    #expect(program.clock.now() == before)
    program.clock.advance(by: 5_000_000_000)
    program.loop.resume(at: program.clock.now())
    #expect(!program.loop.waitsForChange)
    let frame = program.frame()
    #expect(frame.time == 0.01 && !frame.isAfterStall)
  }

  @Test func `what a slower rate leaves out is not missed`() {
    var program = Program.timer(100)
    let frames = (0..<10).map { _ in program.frame(slowedTo: FrameRate(hertz: 10)) }
    #expect(frames.allSatisfy { $0.missed == 0 })
    #expect(program.clock.now() > 1_900_000_000, "ten frames of a tenth of a second")
  }

  @Test func `a stop in a frame is one stall, by the rule of the options`() {
    for (rule, time) in [(StallRule.resume, 0.02), (.wallClock, 5.012)] {
      var options = FrameLoopOptions()
      options.timing = .timer(FrameRate(hertz: 100))
      options.stalls = rule
      var program = Program(options)
      _ = [program.frame(), program.frame()]
      program.clock.advance(by: 5_000_000_000)
      let frame = program.frame()
      #expect(frame.isAfterStall && abs(frame.time - time) < 0.01, "\(rule): \(frame.time)")
      #expect(program.statistics.stalls == 1 && program.statistics.longest < 0.0101)
    }
  }

  /// Between presenting and the next wait the program does something else: what is counted and what
  /// the frame says are one decision, near the threshold too.
  @Test(arguments: [100, 230, 249, 251, 262, 400], [100, 230, 249, 251, 262, 400])
  func `a frame is after a stall exactly where one is counted, and no stall is an interval`(
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

  @Test func `virtual frames have the same times whatever the clock does, and never wait`() {
    var options = FrameLoopOptions()
    options.timing = .virtual(FrameRate(hertz: 50))
    var program = Program(options)
    program.loop.waitsForChange = true
    #expect(!program.loop.waitsForChange, "nothing to wait for")
    let frames = (0..<5).map { _ in program.frame() }
    #expect(frames.map(\.time) == [0, 0.02, 0.04, 0.06, 0.08])
    #expect(program.clock.sleeps == 0 && program.loop.mode == .timer(.virtual))
    #expect(program.statistics.percentile(1) == 0.02)
  }
}
