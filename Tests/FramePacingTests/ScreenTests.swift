// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The measured rate and the even steps of a loop on screens of many kinds.
///
/// A loop that steps by its measured intervals is off by 0.07 to 14 ms at the median on the screens
/// of fixed rates. A loop that rounds its intervals to the reported period is off by up to 4 ms.
struct ScreenTests {
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

    func program(seconds: Double, seed: UInt64 = 1) -> SimulatedProgram {
      var program = SimulatedProgram(
        screen, reported: FrameRate(hertz: reported), presentWaits: screen.refresh != .free,
        seed: seed)
      program.body = body
      program.run(seconds: seconds)
      return program
    }
  }

  private static func fixed(
    _ hertz: Double, _ returns: SimulatedScreen.Return = .late, lateness: Double = 0.1e6
  ) -> SimulatedScreen {
    SimulatedScreen(.fixed(1e9 / hertz), returns: returns, lateness: lateness)
  }

  private static let variable = SimulatedScreen(.variable(shortest: 1e9 / 144), lateness: 0.05e6)

  static let rates = [
    (51.7, 60), (59.94, 60), (75, 60), (119.88, 120), (143.9, 60), (360, 60), (60, 240), (60, 360),
    (72, 144), (30, 60),
  ].map { hertz, reported in
    Case(
      "\(hertz) Hz, reports \(reported)", fixed(hertz), reported: reported, body: 0.3e6...1e6,
      (0.05, 0.15))
  }
  /// Screens on which pictures take one or two refreshes.
  static let slow = [51.7, 59.94, 75, 100, 119.88].map { hertz in
    Case(
      "\(hertz) Hz, bodies of 10 to 24 ms", fixed(hertz), reported: Int(hertz.rounded()),
      body: 10e6...24e6, (1010 / hertz, 2010 / hertz))
  }
  static let others = [
    Case("60 Hz, prompt", fixed(60), body: 2e6...3e6, (0.05, 0.1)),
    Case("59.94 Hz, late", fixed(59.94, lateness: 0.8e6), body: 2e6...3e6, (0.05, 0.2)),
    // One picture in fifty misses its refresh.
    Case("240 Hz, late by 0.8 ms", fixed(240, lateness: 0.8e6), body: 0.5e6...1e6, (0.1, 4)),
    Case("60 Hz, bodies of 5 to 19 ms", fixed(60), body: 5e6...19e6, (0.05, 16.8)),
    Case("60 Hz, bodies of 20 to 22 ms", fixed(60), body: 20e6...22e6, (0.05, 0.1)),
    Case("60 Hz, queue of 3", fixed(60, lateness: 0.3e6), depth: 3, body: 2e6...9e6, (0.05, 0.1)),
    Case("60 Hz, presenting returns at random", fixed(60, .random), body: 2e6...3e6, (2.8, 16.5)),
    Case("60 Hz, presenting returns early", fixed(60, .early), body: 2e6...3e6, (1.3, 4)),
    Case("60 Hz, pictures in pairs", fixed(60, .pairs), depth: 2, body: 2e6...3e6, (0.1, 0.3)),
    Case("VRR, bodies of 8 to 25 ms", variable, reported: 144, body: 8e6...25e6, (4.5, 13)),
    Case("VRR, bodies of 7 to 16 ms", variable, reported: 144, body: 7e6...16e6, (4.5, 13)),
    Case("VRR, bodies of 10 to 12 ms", variable, reported: 144, body: 10e6...12e6, (0.6, 1.6)),
    Case("timer, body of 5 ms", SimulatedScreen(.free), body: 5e6...5.2e6, (0.1, 0.25)),
    Case("timer, body of 18 ms", SimulatedScreen(.free), body: 18e6...18e6, (0.05, 0.1)),
    Case("timer, body of 25 ms", SimulatedScreen(.free), body: 25e6...25e6, (0.05, 0.1)),
  ]

  @Test(arguments: rates + slow + others)
  func `the rate is measured despite wrong reports, and steps equal the displayed ones`(
    test: Case
  ) {
    let program = test.program(seconds: 60)
    let errors = program.stepErrors(from: 300)
    #expect(percentile(errors, 0.5) <= test.bounds.0 && percentile(errors, 0.99) <= test.bounds.1)
    let (frames, statistics) = (program.frames.map(\.frame), program.statistics)
    switch test.screen.refresh {
    case .fixed(let period)
    where test.screen.returns == .late && test.screen.lateness < 0.1 * period:
      #expect(frames.dropFirst(60).allSatisfy { $0.mode == .locked } && statistics.relocks == 0)
      #expect(abs((statistics.measuredHertz ?? 0) * period / 1e9 - 1) < 0.002)
      if test.bounds.1 < 1 {
        // Pictures are shown when predicted, and the grid does not drift.
        let ahead = program.frames.map { Double($0.prediction) - $0.shown }
        let errors = ahead.dropFirst(100).map { abs($0) }.sorted()
        #expect(percentile(errors, 0.99) < 1e6 || test.screen.depth > 1)
        let early = ahead.dropFirst(600).prefix(600).sorted()
        #expect(abs(early[300] - ahead.suffix(600).sorted()[300]) < 0.1e6)
      }
      let gaps = zip(program.frames.dropFirst(60), program.frames.dropFirst(61)).map {
        Int((($1.shown - $0.shown) / period).rounded()) - 1
      }
      let missed = frames.dropFirst(62).reduce(0) { $0 + $1.missed }
      #expect(abs(missed - gaps.reduce(0, +)) <= 2, "missed refreshes are counted")
    case .variable:
      let measured = frames.dropFirst(400).count { $0.mode == .measured }
      #expect(measured * 20 > (frames.count - 400) * 19 && program.loop.waitsForDisplay)
      #expect(statistics.relocks <= 5)
    default: break
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the clock locks to a changed rate within twenty frames, without a report`(
    seed: UInt64
  ) {
    let late = Case("", Self.fixed(59.94, lateness: 0.2e6), body: 1e6...2e6, (0, 0))
    var program = late.program(seconds: 5, seed: seed)
    for hertz in [50, 143.9, 60] {
      program.screen.refresh = .fixed(1e9 / hertz)
      let count = program.frames.count
      program.run(seconds: 3)
      let locked = program.frames.dropFirst(count + 20)
      #expect(locked.allSatisfy { $0.frame.mode == .locked }, "\(hertz) Hz")
      #expect(abs((program.statistics.measuredHertz ?? 0) / hertz - 1) < 0.005, "\(hertz) Hz")
    }
  }

  @Test func `a clock that goes back restarts the lock, and predictions are still in the future`() {
    var clock = DisplayClock(reported: .sixty)
    for number in 0..<100 as Range<Int64> {
      _ = clock.presented(at: 1_000_000_000 + number * 16_666_667)
    }
    let arrival = clock.presented(at: 1_000_000)
    let prediction = clock.predict(1_000_000)
    #expect(arrival.interval == nil && !arrival.isTooLong && prediction.seen > 1_000_000)
  }
}
