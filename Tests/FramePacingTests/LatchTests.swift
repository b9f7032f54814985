// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import TestSupport
import Testing

/// What a loop may cost and promise on displays on which pictures take several refreshes.
struct LatchTests {
  /// A display of which each picture is shown by its own present, one with a queue, and one that
  /// reports when pictures were shown; with drawing times of 0.3 to 2.2 periods.
  static let displays =
    SimulatedDisplay.table
    + [60.0, 144].flatMap { hertz in
      (1...7).flatMap { step in
        [(0, false), (1, false), (1, true), (2, true)].map { queue, isReporting in
          let share = 0.32 * Double(step)
          return SimulatedDisplay(
            "\(hertz) Hz, \(share) periods, queue \(queue), reports: \(isReporting)", hertz: hertz,
            queue: queue, gpu: share * 1e9 / hertz
          ) { ($0.isReporting, $0.screen.gpuSpread) = (isReporting, 0.02) }
        }
      }
    }

  @Test(arguments: displays.indices)
  func `latching late costs no picture`(index: Int) {
    let display = Self.displays[index]
    let rate = display.program(latchesLate: false, seconds: 30).rate(from: 0)
    let late = display.program(latchesLate: true, seconds: 30).rate(from: 0)
    #expect(late >= 0.98 * rate, "\(late) instead of \(rate) Hz: \(display.name)")
  }

  @Test func `latching late costs no picture on random displays`() {
    for seed in 1...max(LoopClockTests.runs / 10, 1) {
      let display = SimulatedDisplay.random(seed: seed)
      let rate = display.program(latchesLate: false, seconds: 30).rate(from: 0)
      let program = display.program(latchesLate: true, seconds: 30)
      #expect(program.rate(from: 0) >= 0.98 * rate, "\(program.rate(from: 0)) of \(rate), \(seed)")
      for (before, frame) in zip(program.frames.map(\.frame), program.frames.dropFirst()) {
        #expect(frame.frame.time > before.time, "seed \(seed)")
      }
    }
  }

  @Test func `a program that draws in time gets newer input, without stutter`() {
    for isReporting in [false, true] {
      let display = SimulatedDisplay("", hertz: 60, queue: 1, gpu: 5e6) {
        $0.isReporting = isReporting
      }
      let (plain, late) = (
        display.program(latchesLate: false, seconds: 300),
        display.program(latchesLate: true, seconds: 300)
      )
      let ages = [plain, late].map { $0.age(ofLast: 3000, exceptShare: 0.5) }
      #expect(ages[1] < ages[0] - 10)
      #expect(late.lateShare(from: 0) < 0.003)
    }
    // Each delay costs a refresh here, and the loop tries again after longer and longer pauses.
    let own = SimulatedDisplay("", hertz: 60, gpu: 5e6).program(latchesLate: true, seconds: 900)
    #expect(own.statistics.missed > 4 && own.statistics.missed < 30, "\(own.statistics.missed)")
  }

  /// Milliseconds of graphics processors that vary by 2 %, and the pictures that wait in the queue.
  @Test(arguments: [
    (60.0, 5.0, 2), (60, 10, 1), (60, 10, 2), (60, 13, 2), (60, 15.8, 2), (144, 6.6, 2),
  ])
  func `with reports, one picture in five hundred is late, and input is newer`(
    row: (hertz: Double, gpu: Double, queue: Int)
  ) throws {
    let display = SimulatedDisplay("", hertz: row.hertz, queue: row.queue, gpu: row.gpu * 1e6) {
      ($0.isReporting, $0.screen.gpuSpread) = (true, 0.02)
    }
    let plain = display.program(latchesLate: false, seconds: 60)
    let late = display.program(latchesLate: true, seconds: 300)
    let ages = [plain, late].map { $0.age(ofLast: 2000, exceptShare: 0.5) }
    #expect(ages[1] < ages[0] - 10, "\(ages) ms")
    let pictures = try #require(late.statistics.deadline)
    #expect(Double(pictures.late) < 0.003 * Double(pictures.aimed), "\(pictures)")
    #expect(late.lateShare(from: 300) < 0.003)
  }

  /// Here a delay leaves no time for the graphics processor.
  @Test(arguments: [(60.0, 15.8), (144, 6.6)])
  func `without time for delays, fewer pictures are late`(hertz: Double, gpu: Double) {
    let display = SimulatedDisplay("", hertz: hertz, queue: 1, gpu: gpu * 1e6) {
      ($0.isReporting, $0.screen.gpuSpread) = (true, 0.02)
    }
    let program = display.program(latchesLate: true, seconds: 300)
    #expect(program.lateShare(from: 300) < 0.0015)
  }

  // MARK: - The least step

  @Test
  func `a locked loop's delta is at least a quarter of the period, and the sum is the clock's`() {
    var timeline = FrameTimeline(stalls: .resume)
    var (now, deltas): (Int64, [Double]) = (0, [])
    for passed in [33, 33, 17, 33, 33, 17, 1, 33, 33, 33] as [Int64] {
      now += passed * 1_000_000
      // The next line of a grid of 33 ms.
      let seen = (now / 33_000_000 + 1) * 33_000_000
      var reading = FrameReading(now: now, seen: seen, refreshPeriod: 0.033)
      reading.mode = .locked
      deltas.append(timeline.next(reading).delta)
    }
    #expect(deltas.dropFirst().allSatisfy { $0 >= 0.00825 }, "\(deltas)")
    #expect(abs(deltas.reduce(0, +) - Double(now - 33_000_000) / 1e9) < 0.033)
  }

  // MARK: - Changes at a known time

  /// Two displays of exact and reported rates, and one that pictures reach through a queue.
  @Test(arguments: [(60.0, 60.0, 0), (59.94, 60, 1), (144, 60, 0)], [0.05...0.24, 0.25...0.6])
  func `a change is drawn once, for the first refresh at or after it`(
    row: (hertz: Double, reported: Double, queue: Int), gap: ClosedRange<Double>
  ) {
    let display = SimulatedDisplay(
      "", hertz: row.hertz, reported: row.reported, queue: row.queue)
    var program = display.program(latchesLate: false, seconds: 4)
    var random = SeededRandom(seed: 3)
    var change = program.frames[program.frames.count - 1].frame.time
    for _ in 0..<200 {
      change += random.double(in: gap)
      program.loop.nextChange = change
      let frame = program.frame()
      let late = frame.time - change
      #expect(late >= 0 && late <= 1.001 / row.hertz, "\(late) s")
      #expect(frame.missed == 0 && frame.mode == .locked)
      let shown = program.frames[program.frames.count - 1]
      #expect(abs(shown.shown - Double(shown.prediction)) < 0.5e6)
    }
  }

  // MARK: - Several refreshes for a picture

  @Test func `pictures that alternate between two and three refreshes have their mean as a step`() {
    for queue in [1, 2] {
      let display = SimulatedDisplay("", hertz: 60, queue: queue, gpu: 2.5e9 / 60)
      let program = display.program(latchesLate: false, seconds: 20)
      let last = program.frames[program.frames.count - 1].frame
      #expect(last.mode == .locked && abs(last.refreshPeriod - 1 / 60.0) < 1e-5)
      // Half a period; a grid's steps are off by none or by a whole one, depending on the queue.
      let errors = program.stepErrors(.ours, reported: .sixty, from: 100)
      #expect(percentile(errors, 0.99) < 8.4)
    }
  }

  @Test(arguments: [144.0, 165, 240], [18.0...18.2, 18...30])
  func `a variable display misses no refresh`(hertz: Double, milliseconds: ClosedRange<Double>) {
    for seed in 1...20 as ClosedRange<UInt64> {
      let body = milliseconds.lowerBound * 1e6...milliseconds.upperBound * 1e6
      var display = SimulatedDisplay("", hertz: hertz, body: body) {
        $0.screen.refresh = .variable(shortest: 1e9 / hertz)
      }
      display.seed = seed
      let program = display.program(latchesLate: false, seconds: 10)
      #expect(program.statistics.missed <= 20, "\(program.statistics.missed), seed \(seed)")
    }
  }
}
