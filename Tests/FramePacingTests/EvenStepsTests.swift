// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The evenness of steps on screens of many kinds.
///
/// A loop that steps by its measured intervals is off by 0.07 to 14 ms at the median on the screens
/// of fixed rates. A loop that rounds its intervals to the reported period is off by up to 4 ms.
struct EvenStepsTests {
  /// A screen, and the largest allowed differences between the loop's steps and the displayed
  /// steps.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let screen: SimulatedScreen
    /// Nanoseconds of drawing.
    let body: ClosedRange<Double>
    let reported: Int
    /// Milliseconds at the median, and at the 99th percentile.
    let bounds: (Double, Double)

    init(
      _ name: String, _ screen: SimulatedScreen, depth: Int = 1, reported: Int = 60,
      body: ClosedRange<Double>, _ bounds: (Double, Double)
    ) {
      (testDescription, self.reported, self.body, self.bounds) = (name, reported, body, bounds)
      var screen = screen
      screen.depth = depth
      self.screen = screen
    }
  }

  private static func fixed(
    _ hertz: Double, _ returns: SimulatedScreen.Return = .late, lateness: Double = 0.1e6
  ) -> SimulatedScreen {
    SimulatedScreen(.fixed(1e9 / hertz), returns: returns, lateness: lateness)
  }

  private static let variable = SimulatedScreen(.variable(shortest: 1e9 / 144), lateness: 0.05e6)

  static let cases = [
    Case("60 Hz, prompt", fixed(60), body: 2e6...3e6, (0.05, 0.1)),
    Case("59.94 Hz, late", fixed(59.94, lateness: 0.8e6), body: 2e6...3e6, (0.05, 0.2)),
    Case("51.7 Hz, reports 60", fixed(51.7), body: 2e6...3e6, (0.05, 0.1)),
    Case("144 Hz, reports 60", fixed(143.9), body: 1e6...2e6, (0.05, 0.1)),
    // One picture in fifty misses its refresh.
    Case("240 Hz, late by 0.8 ms", fixed(240, lateness: 0.8e6), body: 0.5e6...1e6, (0.1, 4)),
    Case("60 Hz, bodies of 5 to 19 ms", fixed(60), body: 5e6...19e6, (0.05, 16.8)),
    Case("60 Hz, bodies of 20 to 22 ms", fixed(60), body: 20e6...22e6, (0.05, 0.1)),
    Case("60 Hz, queue of 3", fixed(60, lateness: 0.3e6), depth: 3, body: 2e6...9e6, (0.05, 0.1)),
    Case("60 Hz, returns at random", fixed(60, .random), body: 2e6...3e6, (2.8, 16.5)),
    Case("60 Hz, returns early", fixed(60, .early), body: 2e6...3e6, (1.3, 4)),
    Case("60 Hz, pictures in pairs", fixed(60, .pairs), depth: 2, body: 2e6...3e6, (0.1, 0.3)),
    Case("VRR, bodies of 8 to 25 ms", variable, reported: 144, body: 8e6...25e6, (4.5, 13)),
    Case("VRR, bodies of 10 to 12 ms", variable, reported: 144, body: 10e6...12e6, (0.6, 1.6)),
    Case("timer, body of 5 ms", SimulatedScreen(.free), body: 5e6...5.2e6, (0.1, 0.25)),
    Case("timer, body of 18 ms", SimulatedScreen(.free), body: 18e6...18e6, (0.05, 0.1)),
    Case("timer, body of 25 ms", SimulatedScreen(.free), body: 25e6...25e6, (0.05, 0.1)),
  ]

  @Test(arguments: cases) func `steps equal the displayed ones within the bounds`(test: Case) {
    var program = SimulatedProgram(
      test.screen, reported: FrameRate(hertz: test.reported),
      presentWaits: test.screen.refresh != .free)
    program.body = test.body
    program.run(seconds: 60)
    let errors = program.stepErrors(from: 300)
    #expect(percentile(errors, 0.5) <= test.bounds.0 && percentile(errors, 0.99) <= test.bounds.1)
  }
}
