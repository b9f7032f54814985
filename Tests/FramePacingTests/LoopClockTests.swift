// SPDX-License-Identifier: Apache-2.0

import Foundation
import FramePacing
import LoopSimulation
import Testing

/// A frame's time is the clock's, smoothed by at most a period, on any screen.
struct LoopClockTests {
  /// The number of random programs: `LOOP_RUNS=10000` takes 15 seconds, optimized.
  static let runs = ProcessInfo.processInfo.environment["LOOP_RUNS"].flatMap { UInt64($0) } ?? 600

  @Test func `random programs on random screens keep the loop's invariants`() {
    for seed in 1...Self.runs {
      var random = RandomProgram(seed: seed)
      let violations = random.violations()
      #expect(violations.isEmpty, "\(violations), \(random.text)")
    }
  }

  // MARK: - Regressions

  @Test(arguments: [0.05e6, 5e6, 8e6, 12e6], [FrameRate.sixty, nil])
  func `presenting that does not wait is detected however long drawing takes`(
    body: Double, reported: FrameRate?
  ) {
    var program = SimulatedProgram(
      SimulatedScreen(.fixed(1e9 / 60), returns: .atOnce), reported: reported)
    program.body = body...body
    program.run(seconds: 3)
    #expect(program.loop.mode == .timer(.freeRunning) && program.rate(from: 17) < 60.1)
  }

  @Test func `late latching keeps the frame steps equal, even if no picture is reported as shown`()
  {
    var options = FrameLoopOptions()
    options.latchesLate = true
    var program = SimulatedProgram(SimulatedScreen(.fixed(1e9 / 60), lateness: 0.01e6), options)
    program.body = 2.5e6...2.6e6
    program.run(seconds: 60)
    #expect(program.stepErrors(from: 100).last ?? 1 < 0.2)
  }

  @Test func `no refresh is lost if reports arrive only as presenting returns`() {
    var options = FrameLoopOptions()
    options.latchesLate = true
    var program = SimulatedProgram(SimulatedScreen(.fixed(1e9 / 60), lateness: 0.03e6), options)
    program.isReporting = true
    program.body = 5e6...5.5e6
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

  @Test func `times shifted by a year still increase`() throws {
    var program = SimulatedProgram(SimulatedScreen(.fixed(1e9 / 60), lateness: 3e6))
    try program.loop.shiftTime(by: 31_557_600_000_000_000)
    program.body = 1e6...30e6
    program.run(seconds: 20)
    let times = program.frames.map(\.frame.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }
}
