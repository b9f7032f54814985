// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// Pairs of simultaneous disturbances that the random programs of `LoopSimulation` do not produce.
struct LoopDisturbanceTests {
  /// A click that minimises the window is an input event, and the window is hidden before the frame
  /// for that event.
  @Test(arguments: [true, false])
  func `if the window is hidden while input waits for its frame, the loop sleeps`(
    isIdle: Bool
  ) {
    var program = FrameLoopTests.Program.timer()
    let frame = program.frame()
    if isIdle {
      program.loop.waitsForChange = true
    } else {
      program.loop.nextChange = frame.time + 9
    }
    program.loop.wait(program.clock)
    var window = WindowState()
    window.inputEvents = 1
    var isDue = program.loop.polled(at: program.clock.now(), window)
    #expect(!isDue && program.loop.eventTimeout(at: program.clock.now()) <= 10)
    (window.inputEvents, window.isHidden) = (0, true)
    for _ in 0..<10 {
      program.clock.advance(by: 5_000_000)
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

  /// Each frame counts as a stall with this threshold, and takes three or four refreshes.
  @Test func `with wallClock, frame time equals the clock through many stalls`() {
    var options = FrameLoopOptions()
    (options.stalls, options.longestAdvance) = (.wallClock, 0.001)
    var program = SimulatedProgram(SimulatedScreen(.fixed(1e9 / 90)), options)
    program.body = 23e6...43e6
    program.run(seconds: 20)
    #expect(program.statistics.stalls > 300 && abs(program.drift(from: 20)) < 0.09)
  }

  /// Each picture is planned for a refresh that leaves time for the second longest of the last ten
  /// drawing times.
  @Test func `with reports, two long frames do not hold up the frames after them`() {
    var options = FrameLoopOptions()
    options.latchesLate = true
    var screen = SimulatedScreen(.fixed(1e9 / 60))
    screen.depth = 3
    var program = SimulatedProgram(screen, options)
    (program.isReporting, program.body) = (true, 1e6...1.1e6)
    program.run(seconds: 1)
    program.body = 105e6...105e6
    program.run(seconds: 0.2)
    program.body = 1e6...1.1e6
    let count = program.frames.count
    program.run(seconds: 1)
    let after = program.frames.dropFirst(count)
    #expect(after.dropFirst().allSatisfy { $0.frame.rawDelta < 0.04 })
    #expect(after.allSatisfy { Double($0.prediction - $0.begun) < 4e9 / 60 })
  }

  @Test(arguments: [1, 2, 3], [240, 360, 500])
  func `with reports, a prediction is not in the past, even after late sleeps`(
    depth: Int, hertz: Int
  ) {
    var options = FrameLoopOptions()
    options.latchesLate = true
    var screen = SimulatedScreen(.fixed(1e9 / Double(hertz)))
    screen.depth = depth
    var program = SimulatedProgram(screen, options, reported: FrameRate(hertz: hertz))
    (program.isReporting, program.body) = (true, 20e3...30e3)
    program.clock.lateness = 500e3
    program.run(seconds: 4)
    #expect(program.frames.allSatisfy { $0.prediction >= $0.begun })
  }

  /// Short pauses hide the intervals that would show the display's change.
  @Test func `pauses while the display changes its rate add no time`() {
    var program = SimulatedProgram(SimulatedScreen(.fixed(1e9 / 120)))
    program.body = 1e6...1e6
    program.run(seconds: 2)
    program.screen.refresh = .fixed(26_192_943)
    program.run(seconds: 0.21)
    for _ in 0..<60 {
      program.hide(seconds: program.random.double(in: 0...0.002))
      program.run(seconds: 0.001)
    }
    #expect(program.frames.dropFirst(20).allSatisfy { $0.frame.delta < 0.053 })
    #expect(program.frames.allSatisfy { $0.prediction - $0.begun < 53_000_000 })
  }

  @Test func `after a late picture on a timer's grid, the next picture waits for its line`() {
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
