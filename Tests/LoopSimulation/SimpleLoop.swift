// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

/// Pacing and time steps of programs without a library.
package enum SimpleLoop: CaseIterable, Sendable {
  /// Sleeps to the next multiple of 1/60 s; the step is measured.
  case sleeping
  /// Presenting waits; the step is measured.
  case measuring
  /// Presenting waits; intervals within 0.2 ms of a multiple of the reported period are rounded to
  /// it, and the step is the mean of the last four.
  ///
  /// Source: the rule of T. Glaiel's article "How to make your game run at 60fps" (2019).
  case snapping

  /// The differences between the loop's steps and the displayed steps, in milliseconds, sorted.
  package func stepErrors(
    _ screen: SimulatedScreen, body: ClosedRange<Double>, seconds: Double, reported: Double = 60,
    seed: UInt64
  ) -> [Double] {
    var (screen, random) = (screen, SeededRandom(seed: seed))
    if self == .sleeping { screen.returns = .atOnce }
    let period = 1e9 / reported
    var (now, last) = (1e9, 1e9)
    var intervals: [Double] = []
    var shownBefore = 0.0
    var errors: [Double] = []
    while now < 1e9 * (1 + seconds) {
      var interval = now - last
      last = now
      if self == .snapping {
        let multiple = (interval / period).rounded() * period
        if multiple > 0, abs(interval - multiple) < 0.2e6 { interval = multiple }
        intervals = intervals.suffix(3) + [interval > 8 * period ? period : interval]
        interval = intervals.reduce(0, +) / Double(intervals.count)
      }
      let drawn = now + random.double(in: body)
      let (returned, shown) = screen.present(at: drawn, &random)
      errors.append(abs(interval - (shown - shownBefore)) / 1e6)
      shownBefore = shown
      now = returned + 2e4
      if self == .sleeping {
        let line = 1e9 / 60.0
        now = ((now / line).rounded(.down) + 1) * line + random.double(in: 2e4...1e5)
      }
    }
    return errors.dropFirst(300).sorted()
  }
}

/// A screen for the comparison with `SimpleLoop`.
package struct ComparedScreen: Sendable {
  package let name: String
  package let screen: SimulatedScreen
  package let body: ClosedRange<Double>
  package let reported: Int
  package let presentWaits: Bool
  /// The allowed ratio of the 99th percentile to that of the simple loops.
  package var tailFactor = 1.1

  init(
    _ name: String, _ screen: SimulatedScreen, body: ClosedRange<Double>, reported: Int = 60,
    presentWaits: Bool = true, depth: Int = 1, tailFactor: Double = 1.1
  ) {
    self.tailFactor = tailFactor
    (self.name, self.body, self.reported) = (name, body, reported)
    self.presentWaits = presentWaits
    var screen = screen
    screen.depth = depth
    self.screen = screen
  }

  private static func fixed(
    _ hertz: Double, _ returns: SimulatedScreen.Return = .late, lateness: Double = 0.1e6
  ) -> SimulatedScreen {
    SimulatedScreen(.fixed(1e9 / hertz), returns: returns, lateness: lateness)
  }

  /// All cases.
  package static var all: [ComparedScreen] {
    let variable = SimulatedScreen(.variable(shortest: 1e9 / 144), lateness: 0.05e6)
    let free = SimulatedScreen(.free)
    return [
      ComparedScreen("60 Hz, prompt", fixed(60), body: 2e6...3e6),
      ComparedScreen("59.94 Hz, late by 0.8 ms", fixed(59.94, lateness: 0.8e6), body: 2e6...3e6),
      ComparedScreen("51.7 Hz, says 60", fixed(51.7), body: 2e6...3e6),
      ComparedScreen("144 Hz, says 60", fixed(143.9), body: 1e6...2e6),
      ComparedScreen(
        "240 Hz, late by 0.8 ms", fixed(240, lateness: 0.8e6), body: 0.5e6...1e6,
        tailFactor: 1.4),
      ComparedScreen("60 Hz, bodies of 5 to 19 ms", fixed(60), body: 5e6...19e6),
      ComparedScreen("60 Hz, bodies of 20 to 22 ms", fixed(60), body: 20e6...22e6),
      ComparedScreen("60 Hz, queue of 3", fixed(60, lateness: 0.3e6), body: 2e6...9e6, depth: 3),
      ComparedScreen("60 Hz, returns at random", fixed(60, .random), body: 2e6...3e6),
      ComparedScreen("60 Hz, returns early", fixed(60, .early), body: 2e6...3e6),
      ComparedScreen("60 Hz, pictures in pairs", fixed(60, .pairs), body: 2e6...3e6, depth: 2),
      ComparedScreen("VRR, bodies of 8 to 25 ms", variable, body: 8e6...25e6, reported: 144),
      ComparedScreen("VRR, bodies of 10 to 12 ms", variable, body: 10e6...12e6, reported: 144),
      ComparedScreen("timer, body of 5 ms", free, body: 5e6...5.2e6, presentWaits: false),
      ComparedScreen("timer, body of 18 ms", free, body: 18e6...18e6, presentWaits: false),
      ComparedScreen("timer, body of 25 ms", free, body: 25e6...25e6, presentWaits: false),
    ]
  }

  /// Step errors of the loop in a minute, in milliseconds, sorted.
  package func stepErrors(seed: UInt64) -> [Double] {
    var program = SimulatedProgram(
      screen, reported: FrameRate(hertz: reported), presentWaits: presentWaits,
      seed: seed)
    program.body = body
    program.run(seconds: 60)
    return program.stepErrors(from: 300)
  }

  /// Step errors of a simple loop in a minute, in milliseconds, sorted.
  package func stepErrors(_ loop: SimpleLoop, seed: UInt64) -> [Double] {
    loop.stepErrors(screen, body: body, seconds: 60, reported: Double(reported), seed: seed)
  }
}
