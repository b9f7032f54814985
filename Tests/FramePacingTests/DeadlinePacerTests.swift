// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct DeadlinePacerTests {
  /// The same grid by another way: quotient added, remainder carried, never divided again.
  struct CarriedGrid {
    let quotient: Int64
    let remainder: Int64
    let denominator: Int64
    var time: Int64
    var carry: Int64 = 0

    init(_ rate: FrameRate, start: Int64) {
      let total = 1_000_000_000 * rate.seconds
      (quotient, remainder) = total.quotientAndRemainder(dividingBy: rate.frames)
      denominator = rate.frames
      time = start
    }

    mutating func next() -> Int64 {
      time += quotient
      carry += remainder
      if carry >= denominator {
        carry -= denominator
        time += 1
      }
      return time
    }
  }

  @Test(arguments: [
    FrameRate.sixty, FrameRate(frames: 60_000, seconds: 1001), FrameRate(hertz: 144),
  ])
  func `the grid has not drifted by a nanosecond after ten million frames`(rate: FrameRate) {
    let start: Int64 = 1_234_567_890_123
    var pacer = DeadlinePacer(rate: rate, start: start)
    var grid = CarriedGrid(rate, start: start)
    var differences = 0
    // Frame by frame at first, then in strides of 997 of which 996 are skipped.
    for number in 1...10_000_000 {
      let expected = grid.next()
      guard number <= 100_000 || number % 997 == 0 || number == 10_000_000 else { continue }
      let missed = number - Int(pacer.index) - 1
      let (deadline, skipped) = pacer.advance(now: missed > 0 ? expected : pacer.deadline)
      if deadline != expected || skipped != missed { differences += 1 }
    }
    #expect(differences == 0)
    #expect(pacer.index == 10_000_000)
  }

  /// 100 Hz has deadlines every 10 ms; the last frame's was 0.
  @Test(arguments: [
    // now, deadline, skipped; milliseconds
    (0.0, 10.0, 0), (9.0, 10.0, 0), (10.0, 10.0, 0),
    // Late by less than a period: due at once, nothing skipped.
    (10.5, 10.0, 0), (19.999, 10.0, 0),
    // Late by whole periods: they are skipped, and this frame is due at once.
    (20.0, 20.0, 1), (29.0, 20.0, 1), (35.0, 30.0, 2), (5000.0, 5000.0, 499),
    // A clock that has not reached the start yet.
    (-50.0, 10.0, 0),
  ])
  func `a late frame skips whole periods and counts them`(
    now: Double, deadline: Double, skipped: Int
  ) {
    var pacer = DeadlinePacer(rate: FrameRate(hertz: 100), start: 0)
    let next = pacer.advance(now: Int64(now * 1e6))
    #expect(next.deadline == Int64(deadline * 1e6))
    #expect(next.skipped == skipped)
  }

  @Test func `after a hang there is one late frame and then the old grid, no burst`() {
    var pacer = DeadlinePacer(rate: FrameRate(hertz: 100), start: 0)
    let clock = ManualClock()
    var times: [Int64] = []
    for frame in 0..<6 {
      clock.sleep(until: pacer.advance(now: clock.now()).deadline)
      times.append(clock.now() / 1_000_000)
      if frame == 1 { clock.advance(by: 57_000_000) }
    }
    #expect(times == [10, 20, 77, 80, 90, 100])
  }
}
