// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import StrategyComparison

@Suite struct MeasureTests {
  @Test func `the near value is within its tolerance, and the slope is the curve's`() {
    let seed: UInt64 = 9
    var random = SeededRandom(seed: seed)
    let curve = ValueCurve.standard
    #expect(curve.tolerance < 1e-5)
    for _ in 0..<20_000 {
      let phase = random.double(in: 0...0.999_999_9)
      let value = curve.value(atPhase: phase)
      #expect(
        (curve.nearValue(atPhase: phase) - value).magnitude <= curve.tolerance, "seed \(seed)")
    }
    for phase in [0.1, 0.25, 0.35, 0.49, 0.51, 0.75, 0.9] {
      #expect((curve.slope(atPhase: phase) - slope(phase)).magnitude < slopeTolerance)
      #expect((curve.value(atPhase: phase) - shownValue(phase)).magnitude < agreement)
    }
    for phase in [0, 0.5, 1.0.nextDown] {
      #expect(curve.slope(atPhase: phase).magnitude < 1e-12)
      #expect(curve.nearValue(atPhase: phase) == (phase == 0.5 ? 1 : 0) || phase > 0.9)
    }
  }

  @Test func `boundaries are counted half-open, in the direction of the motion`() {
    let rows: [(from: Double, to: Double, count: Int)] = [
      (0, 0.9, 0), (0.9, 1, 1), (1, 1.1, 0), (0.9, 3.2, 3), (3.2, 3, 1), (3, 2.9, 0),
      (3.2, 0.9, 3), (-0.1, 0, 1), (0, -0.1, 0), (0.1, -0.1, 1), (2, 2, 0),
    ]
    for row in rows {
      let count = FramePosition(row.to).boundaries(since: FramePosition(row.from))
      #expect(count == row.count, "\(row)")
    }
    #expect(FramePosition(-1e-18) == FramePosition(cycle: -1, phase: 1.0.nextDown))
    #expect(FramePosition(2.25).cycles(since: FramePosition(-0.5)) == 2.75)
  }

  @Test func `events are held against the boundaries passed for the first time`() {
    let frames: [(cycles: Double, hertz: Double, reported: Int, missed: Int, doubled: Int)] = [
      (0.5, 1, 0, 0, 0), (1.5, 1, 1, 0, 0),
      // Passed 2, 3 and 4, and reported one; a jump back passes nothing; 3 again.
      (4.5, 1, 1, 2, 0), (2.5, 1, 0, 2, 0), (3.5, 1, 1, 2, 1),
      // Turned; 3 on the way back; arrived at 2; left it.
      (3.5, -1, 0, 2, 1), (2.5, -1, 1, 2, 1), (2, -1, 1, 2, 1), (1.5, -1, 0, 2, 1),
      // Held, which turns nothing; then 1 without a word.
      (1.5, 0, 0, 2, 1), (0.5, -1, 0, 3, 1),
    ]
    var count = EventCount(direction: 1)
    for frame in frames {
      count.drew(
        Shown(position: FramePosition(frame.cycles), reported: frame.reported), hertz: frame.hertz)
      #expect(count.missed == frame.missed && count.doubled == frame.doubled, "\(frame)")
    }
  }

  @Test func `delays are those of all rate changes that wait`() {
    var delays = DelayCount()
    #expect(delays.result(end: 5) == nil)
    delays.requested(at: 1e9)
    delays.requested(at: 1e9 + 1)
    #expect(delays.isWaiting)
    delays.tookEffect(at: 1e9 + 3)
    #expect(!delays.isWaiting)
    delays.requested(at: 1e9 + 4)
    // In effect before it was requested: no delay.
    delays.tookEffect(at: 1e9 + 2)
    let result = delays.result(end: 1e9 + 9)
    #expect(result?.mean == (3.0 + 2 + 0) / 3)
    #expect(result?.worst == 3)
  }

  @Test func `every measure has one sentence, and fits its column`() {
    for measure in Measure.allCases {
      #expect(measure.definition.hasSuffix(".") && !measure.definition.contains(". "))
      #expect(measure.title.count <= 9 && measure.unit.count <= 9)
    }
  }
}
