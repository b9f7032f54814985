// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// Estimates of the deadlines of simulated compositors, compared with the known deadlines.
struct DeadlineEstimatorTests {
  /// A simulated compositor and program with their disturbances.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var change: @Sendable (inout SimulatedCompositor) -> Void
    /// The largest allowed difference between lead and deadline, in milliseconds.
    var most = 1.0
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "exact") { _ in },
    Case(name: "presenting never waits") { $0.blocks = false },
    Case(name: "half a millisecond of jitter", change: { $0.jitter = 500_000 }, most: 1.5),
    Case(name: "half of the reports are missing") { $0.silence = 2 },
    Case(name: "reports three pictures late") { $0.delay = 3 },
    Case(name: "reports four pictures late, presenting never waits") {
      ($0.delay, $0.blocks) = (4, false)
    },
    Case(name: "a program that is late by up to 0.4 ms") { $0.lateness = 400_000 },
    Case(name: "144 Hz") { $0.period = 6_944_444 },
  ]

  @Test(arguments: [2, 7, 12] as [Int64], cases)
  func `the learned lead is close to the deadline, and at most one picture in 200 is late`(
    milliseconds: Int64, test: Case
  ) {
    for seed in 1...5 as ClosedRange<UInt64> {
      var compositor = SimulatedCompositor(deadline: milliseconds * 1_000_000, seed: seed)
      test.change(&compositor)
      // The estimator learns for ten seconds, and is then checked for five minutes.
      compositor.run(600)
      #expect(compositor.error > -0.5 && compositor.error < test.most + 0.5, "seed \(seed)")
      compositor.resetCounts()
      for _ in 0..<30 {
        compositor.run(600)
        #expect(compositor.error > -0.5 && compositor.error < test.most, "seed \(seed)")
      }
      #expect(compositor.lateShare <= 0.005, "\(compositor.lateShare), seed \(seed)")
    }
  }

  @Test(arguments: [(2, 7), (2, 12), (7, 2), (12, 2)] as [(Int64, Int64)], [true, false])
  func `a changed deadline is learned again`(
    milliseconds: (before: Int64, after: Int64), blocks: Bool
  ) {
    var compositor = SimulatedCompositor(deadline: milliseconds.before * 1_000_000)
    compositor.blocks = blocks
    compositor.run(3600)
    compositor.deadline = milliseconds.after * 1_000_000
    compositor.resetCounts()
    // An earlier deadline is learned within a second, because late pictures reveal it. Nothing
    // reveals a later deadline, so the estimate approaches it slowly.
    compositor.run(60)
    #expect(compositor.error > -0.5, "\(compositor.error)")
    compositor.run(milliseconds.after > milliseconds.before ? 540 : 12_000)
    #expect(compositor.error > -0.5 && compositor.error < 1.5, "\(compositor.error)")
    compositor.run(12_000)
    #expect(compositor.error > -0.5 && compositor.error < 1, "\(compositor.error)")
    #expect(compositor.lateShare <= 0.005, "\(compositor.lateShare)")
  }

  @Test func `a picture that is late because the program was stopped is ignored`() {
    var compositor = SimulatedCompositor(deadline: 7_000_000)
    compositor.run(3600)
    var estimator = compositor.estimator
    let lead = estimator.lead
    // The first picture is planned for 100 ms and committed 5 ms too late for that. The second is
    // committed in time, but shown three refreshes late.
    var stopped = ShownPicture(
      committed: 100_000_000 - (lead ?? 0) + 5_000_000, shown: 116_666_667, period: 16_666_667)
    (stopped.aimed, stopped.lead) = (100_000_000, lead)
    estimator.shown(stopped)
    stopped.committed -= 5_000_000
    stopped.shown += 33_333_334
    estimator.shown(stopped)
    #expect(estimator.lead == lead && estimator.late == compositor.estimator.late + 2)
  }

  @Test
  func `no deadline is known before the first picture, and pictures without a plan are ignored`() {
    var estimator = DeadlineEstimator()
    #expect(estimator.lead == nil && estimator.aimed == 0)
    estimator.shown(ShownPicture(committed: 0, shown: 20_000_000, period: 16_000_000))
    #expect(estimator.lead == 12_000_000 && estimator.aimed == 0 && estimator.late == 0)
  }
}
