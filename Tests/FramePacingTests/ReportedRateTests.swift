// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// Displays that report another rate than they have: what is measured counts.
struct ReportedRateTests {
  static let seeds: [UInt64] = [1, 2, 3]

  /// Before: 240 over 60 was locked as 240, with three refreshes missed in each frame; 360 over 60
  /// was taken for a window out of sight.
  @Test(arguments: [(240, 60.0), (240, 59.94), (360, 60), (120, 60), (144, 72), (60, 30)], seeds)
  func `a display that reports a multiple of its rate is measured, and nothing is missed`(
    row: (reported: Int, hertz: Double), seed: UInt64
  ) {
    for noise in SimulatedDisplay.Noise.allCases {
      let display = SimulatedDisplay(hertz: row.hertz, seconds: 10, noise: noise)
      let trial = PacerTrial(
        reported: FrameRate(hertz: row.reported), display.run(seed: seed))
      #expect(abs((trial.pacer.measuredHertz ?? 0) / row.hertz - 1) < 0.005, "\(noise)")
      #expect(trial.missed.allSatisfy { $0 == 0 }, "\(noise), seed \(seed)")
      #expect(trial.error(0.99) < 0.2, "\(noise), seed \(seed)")
      #expect(trial.relocks == 0)
    }
  }

  /// While each frame builds for longer than three of the reported periods, a display of that rate
  /// would look the same; the first light frames show the difference.
  @Test(arguments: seeds)
  func `heavy frames hide the rate, and light ones show it`(seed: UInt64) {
    let heavy = SimulatedDisplay(hertz: 60, seconds: 10, build: 13...14, noise: .none)
    var trial = PacerTrial(reported: FrameRate(hertz: 240), heavy.run(seed: seed))
    #expect(abs((trial.pacer.measuredHertz ?? 0) - 240) < 1)
    let light = SimulatedDisplay(hertz: 60, seconds: 10, noise: .none)
    let before = trial.modes.count
    trial.run(VariableDisplayTests.later(light.run(seed: seed), by: 10_000_000_000))
    #expect(abs((trial.pacer.measuredHertz ?? 0) - 60) < 0.1)
    #expect(trial.missed.dropFirst(before + 20).allSatisfy { $0 == 0 })
    #expect(trial.relocks == 1)
  }

  /// A program that takes two refreshes for each frame: its pictures never wait for a whole one.
  @Test(arguments: seeds)
  func `a slow program on an honest display does not halve its rate`(seed: UInt64) {
    for noise in SimulatedDisplay.Noise.allCases {
      let display = SimulatedDisplay(hertz: 60, seconds: 10, build: 20...22, noise: noise)
      let trial = PacerTrial(reported: .sixty, display.run(seed: seed))
      #expect(abs((trial.pacer.measuredHertz ?? 0) - 60) < 0.5, "\(noise), seed \(seed)")
    }
  }

  /// Reported as 60, or not at all: 540 Hz is the fastest display but one that is sold.
  ///
  /// Before, all of these were a timer of 60 Hz after nine frames.
  @Test(arguments: [FrameRate.sixty, nil], [240.0, 280, 360, 480, 540])
  func `a display of up to 600 Hz is locked to, whatever it reports`(
    reported: FrameRate?, hertz: Double
  ) {
    for seed in Self.seeds {
      for noise in [SimulatedDisplay.Noise.none, .bursts] {
        let display = SimulatedDisplay(hertz: hertz, seconds: 3, build: 0.3...1, noise: noise)
        let trial = PacerTrial(reported: reported, display.run(seed: seed))
        #expect(trial.ranFree == nil, "\(noise), seed \(seed)")
        #expect(trial.pacer.mode == .locked, "\(noise), seed \(seed)")
        #expect(abs((trial.pacer.measuredHertz ?? 0) / hertz - 1) < 0.005, "\(noise)")
      }
    }
  }

  /// At 360 Hz, every fifth frame takes two.
  @Test func `frames of two refreshes do not make a fast display a free run`() {
    var pacer = FramePacer(displayRate: nil, presentWaits: true)
    var now: Int64 = 0
    for _ in 0..<20 {
      let reports =
        PacingModeTests.present(&pacer, count: 4, every: 2.778, from: &now)
        + PacingModeTests.present(&pacer, count: 1, every: 5.556, from: &now, blocking: 2.6)
      #expect(!reports.contains { $0.hasRunFree })
    }
    #expect(abs((pacer.measuredHertz ?? 0) - 360) < 0.5)
  }

  /// The display was locked to, and then the driver's vsync is switched off.
  @Test func `a display that was locked to can still become a free run`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    _ = PacingModeTests.present(&pacer, count: 60, every: 2.778, from: &now)
    #expect(pacer.mode == .locked)
    let reports = PacingModeTests.present(&pacer, count: 9, every: 0.4, from: &now, blocking: 0)
    #expect(reports.contains { $0.hasRunFree })
  }
}
