// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The option `latchesLate` of a loop that gets reports of shown pictures.
///
/// The deadline is the time before a refresh at which the compositor takes a picture; the lead is
/// the loop's estimate of that time. The loop learns the lead from pictures that come too late.
/// These are about one in 500, and each also delays the three pictures after it.
struct DeadlineEstimatorTests {
  /// A disturbance of the compositor or the program.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (inout SimulatedProgram) -> Void
    /// The largest allowed difference between lead and deadline, in milliseconds.
    var most = 1.0
  }

  static let cases = [
    Case(testDescription: "exact") { _ in },
    Case(
      testDescription: "half a millisecond of jitter", change: { $0.screen.jitter = 0.5e6 },
      most: 1.5),
    Case(testDescription: "half of the reports are missing") { $0.silence = 2 },
    Case(testDescription: "reports three pictures late") { $0.reportDelay = 3 },
    Case(testDescription: "sleeps end 0.4 ms late") { $0.clock.lateness = 0.4e6 },
    Case(testDescription: "drawing takes 1 to 1.4 ms") { $0.body = 1e6...1.4e6 },
  ]

  @Test(arguments: [2.0, 7, 12], cases)
  func `the learned lead is close to the deadline, and at most one picture in 200 is late`(
    milliseconds: Double, test: Case
  ) throws {
    var program = SimulatedProgram.composited(deadline: milliseconds)
    test.change(&program)
    // The loop learns for ten seconds, and is then checked for five minutes.
    program.run(seconds: 10)
    let early = try #require(program.statistics.deadline)
    var errors: [Double] = []
    for _ in 0..<30 {
      program.run(seconds: 10)
      errors.append(Double(program.statistics.deadline?.lead ?? 0) / 1e6 - milliseconds)
    }
    #expect(errors.allSatisfy { $0 > -0.5 && $0 < test.most }, "\(errors)")
    let learned = try #require(program.statistics.deadline)
    // The input is at most a millisecond older than the sum of the deadline and the drawing time.
    let age = program.age(ofLast: 3000)
    #expect(test.most > 1 || age < milliseconds + program.body.upperBound / 1e6 + 1, "\(age)")
    if program.silence == 0 {
      // The displayed steps stay even.
      #expect(program.statistics.missed <= 2 * learned.late + 4)
      #expect(program.statistics.steps.percentile(0.95) < 1e-4)
    }
    let share = Double(learned.late - early.late) / Double(learned.aimed - early.aimed)
    #expect(
      share <= 0.005 && learned.aimed > 9_000, "\(share) of \(learned.aimed)")
  }

  @Test(arguments: [(2.0, 7.0), (2, 12), (7, 2), (12, 2)])
  func `a changed deadline is learned again`(before: Double, after: Double) throws {
    var program = SimulatedProgram.composited(deadline: before)
    program.run(seconds: 60)
    let known = try #require(program.statistics.deadline)
    program.screen.deadline = after * 1e6
    // A longer time before the refresh is learned within a second, because pictures are then late.
    // Nothing reveals that the time becomes shorter, so the estimate approaches it slowly.
    for (seconds, most) in [(1.0, 10.5), (after > before ? 9 : 200, 1.5), (200, 1)] {
      program.run(seconds: seconds)
      let error = Double(program.statistics.deadline?.lead ?? 0) / 1e6 - after
      #expect(error > -0.5 && error < most, "\(error)")
    }
    let learned = try #require(program.statistics.deadline)
    #expect(Double(learned.late - known.late) <= 0.005 * Double(learned.aimed - known.aimed))
  }

  @Test(arguments: [(2.0, 7.0), (2, 12), (7, 12)])
  func `in a queue of three, the pictures behind a late one do not count as late`(
    before: Double, after: Double
  ) throws {
    var program = SimulatedProgram.composited(deadline: before, depth: 3)
    program.run(seconds: 60)
    let known = try #require(program.statistics.deadline)
    program.screen.deadline = after * 1e6
    program.run(seconds: 60)
    let learned = try #require(program.statistics.deadline)
    #expect(learned.late - known.late <= 20)
    #expect(abs(Double(learned.lead ?? 0) / 1e6 - after) < 1)
  }

  @Test func `when the reports end, the loop latches as if there had been no reports`() {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 20)
    #expect(program.statistics.deadline != nil)
    program.isReporting = false
    program.run(seconds: 10)
    #expect(program.statistics.deadline == nil)
    // The input is no older than without `latchesLate`: two periods plus the deadline.
    #expect(program.age(ofLast: 300) < 40.5 && program.frames.last?.frame.mode == .locked)
    #expect(program.frames.suffix(300).allSatisfy { $0.frame.missed == 0 })
    program.isReporting = true
    program.run(seconds: 20)
    #expect(program.age(ofLast: 500) < 9.5)
  }

  @Test func `after a change of the display's rate, the deadline is learned again`() {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 20)
    (program.screen.refresh, program.screen.deadline) = (.fixed(20e6), 3e6)
    program.run(seconds: 60)
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
    // A report of a frame that does not exist, one of an old frame, a repeated report, and one with
    // a time before the previous report.
    for (number, time) in [(-1, now - 1), (3, now - 2), (1190, now - 3), (1190, 0)] {
      program.loop.shown(number, at: time, recording: &program.statistics)
    }
    #expect(program.statistics.deadline?.aimed == before.deadline?.aimed)
    program.run(seconds: 10)
    #expect(program.age(ofLast: 500) < 9.5)
  }

  // MARK: - Single pictures

  @Test
  func `no lead is known before the first picture, and a picture without a plan does not count`() {
    var estimator = DeadlineEstimator()
    #expect(estimator.lead == nil && estimator.aimed == 0)
    estimator.shown(at: 20_000_000, committed: 0, period: 16_000_000)
    #expect(estimator.lead == 12_000_000 && estimator.aimed == 0 && estimator.late == 0)
  }

  @Test func `a picture that is late because the program was stopped does not change the lead`() {
    var estimator = DeadlineEstimator()
    estimator.shown(at: 20_000_000, committed: 0, period: 16_666_667)
    let lead = estimator.lead
    let plan = RefreshPlan(refresh: 100_000_000, lead: lead ?? 0)
    // The first picture is planned for 100 ms and committed 5 ms too late for that. The second is
    // committed in time, but shown three refreshes late.
    for (late, shown) in [(5_000_000, 116_666_667), (0, 150_000_001)] as [(Int64, Int64)] {
      estimator.shown(
        at: shown, committed: plan.refresh - plan.lead + late, plan: plan, period: 16_666_667)
    }
    #expect(estimator.lead == lead && estimator.late == 2)
  }
}
