// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The deadline of simulated compositors, of whom it is known.
struct DeadlineEstimatorTests {
  /// What a compositor and its program do besides having a deadline.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var change: @Sendable (inout SimulatedCompositor) -> Void
    /// How far above the deadline the lead may be, in milliseconds.
    var most = 1.0
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "exact") { _ in },
    Case(name: "presenting never waits") { $0.blocks = false },
    Case(name: "half a millisecond of jitter", change: { $0.jitter = 500_000 }, most: 1.5),
    Case(name: "half of the feedback is missing") { $0.silence = 2 },
    Case(name: "feedback three pictures late") { $0.delay = 3 },
    Case(name: "late, and presenting never waits") { ($0.delay, $0.blocks) = (4, false) },
    Case(name: "a program that is late by up to 0.4 ms") { $0.lateness = 400_000 },
    Case(name: "144 Hz") { $0.period = 6_944_444 },
  ]

  @Test(arguments: [2, 7, 12] as [Int64], cases)
  func `the deadline is found within a millisecond, with one late picture in two hundred`(
    milliseconds: Int64, test: Case
  ) {
    for seed in 1...5 as ClosedRange<UInt64> {
      var compositor = SimulatedCompositor(deadline: milliseconds * 1_000_000, seed: seed)
      test.change(&compositor)
      // Ten seconds to learn, then five minutes.
      compositor.run(600)
      #expect(compositor.error > -0.5 && compositor.error < test.most + 0.5)
      compositor.resetCounts()
      for _ in 0..<30 {
        compositor.run(600)
        #expect(compositor.error > -0.5 && compositor.error < test.most, "seed \(seed)")
      }
      #expect(compositor.lateShare <= 0.005, "\(compositor.lateShare), seed \(seed)")
    }
  }
}
