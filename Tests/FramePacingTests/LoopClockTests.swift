// SPDX-License-Identifier: Apache-2.0

import Foundation
import FramePacing
import LoopSimulation
import Testing

/// On any screen, a frame's time differs from the clock's time by at most a period.
struct LoopClockTests {
  /// The number of random programs: `LOOP_RUNS=10000` takes 15 seconds, optimized.
  static let runs = ProcessInfo.processInfo.environment["LOOP_RUNS"].flatMap { UInt64($0) } ?? 600

  @Test func `random programs on random screens keep the loop's invariants`() {
    for seed in 1...Self.runs {
      var random = RandomProgram(seed: seed)
      let violations = random.violations()
      #expect(violations.isEmpty, "\(violations), seed \(seed)")
    }
  }

  @Test func `no refresh is lost if reports arrive only when presenting returns`() {
    var program = SimulatedProgram.composited(depth: 1)
    (program.screen.lateness, program.body) = (0.03e6, 5e6...5.5e6)
    program.run(seconds: 10)
    #expect(program.rate(from: 20) > 59.5, "\(program.rate(from: 20))")
  }

  /// The program gets an event every 8 ms, or a flood of events.
  ///
  /// The loop draws at most one frame per refresh for them.
  @Test(arguments: [8e6, 0.5e6], [true, false])
  func `with frames on demand, the frames' time does not run ahead of the clock`(
    interval: Double, presentWaits: Bool
  ) {
    let screen = SimulatedScreen(presentWaits ? .fixed(1e9 / 60) : .free)
    for decision in [SimulatedProgram.Decision.waits, .waitsUntil(0.2)] {
      var program = SimulatedProgram(screen, presentWaits: presentWaits)
      (program.eventInterval, program.decision) = (interval, decision)
      program.run(seconds: 8)
      let time = program.frames.last?.frame.time ?? 0
      #expect(time < 8.02 && time > 7.5, "\(time) s")
      #expect(program.rate(from: 2) < 60.1 && program.rate(from: 2) > 58.8)
    }
  }

  @Test func `a pause right after a stall does not hide the stall`() {
    var program = SimulatedProgram(SimulatedScreen(.free), presentWaits: false)
    program.run(seconds: 1)
    program.clock.stops = [(at: Double(program.clock.now()), length: 2e9)]
    program.body = 20e6...20e6
    program.run(seconds: 0.02)
    program.loop.wait(program.clock)
    program.hide(seconds: 1)
    program.run(seconds: 0.1)
    #expect(program.frames.count { $0.frame.isAfterStall } == 1)
    #expect(program.statistics.stalls == 1)
  }

  // MARK: - Simultaneous disturbances that the random programs do not produce

  /// A click that minimises the window is an input event, and the window is hidden before the frame
  /// for that event.
  @Test(arguments: [true, false])
  func `if the window is hidden while input waits for its frame, the loop sleeps`(
    isIdle: Bool
  ) {
    var program = SimulatedProgram.exact()
    let frame = program.frame()
    (program.loop.waitsForChange, program.loop.nextChange) = (isIdle, isIdle ? nil : frame.time + 9)
    program.loop.wait(program.clock)
    var window = WindowState()
    window.inputEvents = 1
    var isDue = program.loop.polled(at: program.clock.now(), window)
    #expect(!isDue && program.loop.eventTimeout(at: program.clock.now()) <= 10)
    (window.inputEvents, window.isHidden) = (0, true)
    for _ in 0..<10 {
      program.clock.compute(5e6)
      isDue = program.loop.polled(at: program.clock.now(), window)
      let timeout = program.loop.eventTimeout(at: program.clock.now())
      #expect(!isDue && timeout == FrameLoop.longestEventTimeout)
    }
  }

  /// Before a first frame, there is no picture from which the length of the stop could be counted.
  @Test(arguments: [0, 1.0])
  func `a stop in the first frame, or in the first frame after a pause, is a stall`(begin: Double) {
    var program = SimulatedProgram(SimulatedScreen(.fixed(1e9 / 60)))
    program.run(seconds: begin)
    if begin > 0 { program.hide(seconds: 0.1) }
    program.clock.stops = [(at: Double(program.clock.now()) + 1e6, length: 2e9)]
    program.run(seconds: 3)
    #expect(program.frames.count { $0.frame.isAfterStall } == 1)
    #expect(program.statistics.stalls == 1)
    #expect(program.frames.allSatisfy { $0.frame.delta < 0.03 })
  }

  /// Each picture is planned for a refresh that leaves time for the second longest of the last ten
  /// drawing times.
  @Test func `with reports, two long frames do not hold up the frames after them`() {
    var program = SimulatedProgram.composited(depth: 3)
    program.run(seconds: 1)
    program.body = 105e6...105e6
    program.run(seconds: 0.2)
    program.body = 1e6...1e6
    let count = program.frames.count
    program.run(seconds: 1)
    let after = program.frames.dropFirst(count)
    #expect(after.dropFirst().allSatisfy { $0.frame.rawDelta < 0.04 })
    #expect(after.allSatisfy { Double($0.prediction - $0.begun) < 4e9 / 60 })
  }

  @Test(arguments: [1, 2, 3], [240, 360, 500])
  func `with reports, a prediction is not in the past, even after late sleeps`(
    depth: Int, hertz: Double
  ) {
    var program = SimulatedProgram.composited(hertz: hertz, depth: depth)
    program.body = 20e3...30e3
    program.clock.lateness = 500e3
    program.run(seconds: 4)
    #expect(program.frames.allSatisfy { $0.prediction >= $0.begun })
  }

  /// Short pauses hide the intervals that would show a change of the display.
  @Test(arguments: [false, true])
  func `pauses shorter than a period add no time, even if the display changes its rate`(
    presentWaits: Bool
  ) {
    var program = SimulatedProgram.exact(hertz: 120, presentWaits: presentWaits)
    program.run(seconds: 2)
    if presentWaits { program.screen.refresh = .fixed(26_192_943) }
    program.run(seconds: 0.21)
    for _ in 0..<100 {
      program.hide(seconds: program.random.double(in: 0...0.002))
      program.frame(build: 1e6)
    }
    #expect(program.frames.dropFirst(20).allSatisfy { $0.frame.delta < 0.053 })
    #expect(program.frames.allSatisfy { $0.prediction - $0.begun < 53_000_000 })
    #expect(presentWaits || program.drift(from: 0) < 0.02)
  }

  @Test func `after a late picture, a timer holds the next picture until its regular time`() {
    var options = FrameLoopOptions()
    (options.timing, options.presentsOnTime) = (.timer(FrameRate(hertz: 30)), true)
    var program = SimulatedProgram(SimulatedScreen(.free), options, presentWaits: false)
    program.body = 22e6...22e6
    program.run(seconds: 1)
    program.clock.stops = [(at: Double(program.clock.now()) + 10e6, length: 150e6)]
    let count = program.frames.count
    program.run(seconds: 1)
    let intervals = program.frames.dropFirst(count + 2).map(\.frame.rawDelta)
    #expect(intervals.allSatisfy { $0 > 0.025 }, "\(intervals)")
    #expect(program.statistics.missed > 3 && abs(program.drift(from: 0)) < 2 / 30.0)
  }
}
