// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The late latch of a loop that gets reports of shown pictures.
///
/// The loop learns from late pictures: about one in 500 misses its refresh, and delays the next three.
struct LearnedDeadlineTests {
  @Test(arguments: [2.0, 7, 12])
  func `the input's age exceeds the deadline plus the drawing time by at most a millisecond`(
    milliseconds: Double
  ) throws {
    var program = SimulatedProgram.composited(deadline: milliseconds)
    program.run(seconds: 60)
    let least = milliseconds + 1
    #expect(program.age(ofLast: 3000) < least + 1, "\(program.age(ofLast: 3000))")
    let learned = try #require(program.statistics.deadline)
    #expect(Double(learned.late) <= 0.005 * Double(learned.aimed) && learned.aimed > 3400)
    #expect(program.statistics.missed <= 2 * learned.late + 4)
    // The displayed steps stay even.
    #expect(program.statistics.steps.percentile(0.95) < 1e-4)
    #expect(program.frames.last?.frame.mode == .locked)
    // Without reports the input is up to a period older.
    var silent = SimulatedProgram.composited(deadline: milliseconds)
    silent.isReporting = false
    silent.run(seconds: 60)
    #expect(silent.statistics.deadline == nil)
    #expect(silent.age(ofLast: 3000) > program.age(ofLast: 3000) + 4)
  }

  @Test func `when the reports end, the loop latches as if there had been no reports`() {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 20)
    #expect(program.statistics.deadline != nil)
    program.isReporting = false
    program.run(seconds: 10)
    #expect(program.statistics.deadline == nil)
    // The input is no older than without a latch: two periods and the deadline.
    #expect(program.age(ofLast: 300) < 40.5 && program.frames.last?.frame.mode == .locked)
    #expect(program.frames.suffix(300).allSatisfy { $0.frame.missed == 0 })
    program.isReporting = true
    program.run(seconds: 10)
    #expect(program.age(ofLast: 500) < 9.5)
  }

  @Test func `a pause and a stall do not disturb the learned deadline`() {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 20)
    let before = program.statistics.deadline
    for _ in 0..<5 {
      program.hide(seconds: 1.23456789)
      program.run(seconds: 1)
      program.clock.compute(5e9)
      program.run(seconds: 1)
    }
    let lead = program.statistics.deadline?.lead ?? 0
    #expect(abs(lead - (before?.lead ?? 0)) < 1_000_000)
    #expect(program.age(ofLast: 40, exceptShare: 0.1) < 9.5)
  }

  @Test func `after a change of the display's rate, the deadline is learned again`() {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 20)
    (program.screen.refresh, program.screen.deadline) = (.fixed(20e6), 3e6)
    program.run(seconds: 30)
    #expect(
      abs(program.loop.reportedRate?.hertz ?? 0) == 60 && program.frames.last?.frame.mode == .locked
    )
    #expect(abs((program.frames.last?.frame.refreshPeriod ?? 0) - 0.02) < 1e-5)
    #expect(program.age(ofLast: 800) < 5.5, "\(program.age(ofLast: 800))")
  }

  @Test func `inconsistent reports are ignored`() {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 20)
    let before = program.statistics
    let now = program.clock.now()
    // A report of no frame, one of an old frame, a repeated report, and one with a time before the
    // previous report.
    for (number, time) in [(-1, now - 1), (3, now - 2), (1190, now - 3), (1190, 0)] {
      program.loop.shown(number, at: time, recording: &program.statistics)
    }
    #expect(program.statistics.deadline?.aimed == before.deadline?.aimed)
    program.run(seconds: 10)
    #expect(program.age(ofLast: 500) < 9.5)
  }
}
