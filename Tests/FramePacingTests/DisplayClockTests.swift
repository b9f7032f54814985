// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// Measurements of a locked display, in simulation.
struct DisplayClockTests {
  static func program(
    _ hertz: Double, reported: Int, lateness: Double = 0.1e6, body: ClosedRange<Double> = 1e6...2e6,
    seconds: Double, seed: UInt64 = 1
  ) -> SimulatedProgram {
    var program = SimulatedProgram(
      SimulatedScreen(.fixed(1e9 / hertz), lateness: lateness),
      reported: FrameRate(hertz: reported),
      seed: seed)
    program.body = body
    program.run(seconds: seconds)
    return program
  }

  @Test(arguments: [
    (51.7, 60), (59.94, 60), (75, 60), (119.88, 120), (143.9, 60), (360, 60), (60, 240), (60, 360),
    (72, 144), (30, 60),
  ])
  func `a display is measured despite wrong reports, and no refresh is missed`(
    hertz: Double, reported: Int
  ) {
    let program = Self.program(hertz, reported: reported, body: 0.3e6...1e6, seconds: 5)
    #expect(program.loop.mode == .locked)
    #expect(abs((program.statistics.measuredHertz ?? 0) / hertz - 1) < 0.002)
    #expect(program.statistics.missed == 0 && program.statistics.relocks == 0)
    #expect(percentile(program.stepErrors(from: 100), 0.99) < 0.15)
  }

  @Test func `predictions do not drift within five minutes`() {
    let program = Self.program(59.94, reported: 60, lateness: 0.8e6, seconds: 300)
    let ahead = program.frames.map { Double($0.prediction) - $0.shown }
    let (first, last) = (ahead[600..<1200].sorted()[300], ahead.suffix(600).sorted()[300])
    #expect(abs(first - last) < 0.1e6, "\(first), \(last)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the clock locks to a changed rate within twenty frames, without a report`(
    seed: UInt64
  ) {
    var program = Self.program(59.94, reported: 60, lateness: 0.2e6, seconds: 5, seed: seed)
    for hertz in [50, 143.9, 60] {
      program.screen.refresh = .fixed(1e9 / hertz)
      let count = program.frames.count
      program.run(seconds: 3)
      let locked = program.frames.dropFirst(count + 20)
      #expect(locked.allSatisfy { $0.frame.mode == .locked }, "\(hertz) Hz")
      #expect(abs((program.statistics.measuredHertz ?? 0) / hertz - 1) < 0.005, "\(hertz) Hz")
    }
  }

  @Test
  func `frames that take two refreshes each are predicted, and the measured rate is not halved`() {
    let program = Self.program(60, reported: 60, body: 20e6...22e6, seconds: 20)
    #expect(abs((program.statistics.measuredHertz ?? 0) - 60) < 0.1)
    let late = program.frames.dropFirst(100).map { abs(Double($0.prediction) - $0.shown) }.sorted()
    #expect(percentile(late, 0.99) < 1e6, "pictures are shown when predicted")
  }

  @Test(arguments: [(8e6, 25e6), (10e6, 12e6), (7e6, 16e6)])
  func `a display without a period has no missed refreshes and no lasting lock`(
    least: Double, most: Double
  ) {
    var program = SimulatedProgram(
      SimulatedScreen(.variable(shortest: 1e9 / 144)), reported: FrameRate(hertz: 144))
    program.body = least...most
    program.run(seconds: 30)
    let frames = program.frames.dropFirst(400)
    #expect(frames.count { $0.frame.mode == .measured } * 20 > frames.count * 19)
    #expect(program.statistics.relocks <= 5 && program.loop.waitsForDisplay)
  }

  /// With bodies of 10 to 24 ms, a program's pictures take one or two refreshes.
  @Test func `a display with a period is not considered variable`() {
    for hertz in [51.7, 59.94, 75, 100, 119.88] {
      let program = Self.program(
        hertz, reported: Int(hertz.rounded()), body: 10e6...24e6, seconds: 15)
      #expect(program.frames.dropFirst(60).allSatisfy { $0.frame.mode == .locked }, "\(hertz) Hz")
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
