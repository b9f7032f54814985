// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import Testing

@testable import DynamicRepeat

/// The last bits of a motion, which the model of Tests/ControllerScripts does not resolve.
@Suite struct MotionTests {
  @Test func `a ramp is never ahead of the exact position, and behind by two units at most`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      // The ramp is so short that its exact distance, in units of 2^-64 cycle, is a quotient of two
      // Int128.
      let (first, b) = (random.number(20), random.number(20))
      guard first != b else { continue }
      let length = abs(random.number(30)) + 1
      let time = Int128.random(in: 1...length, using: &random)
      let piece = Piece(
        start: Rate(units: first << 56), end: Rate(units: b << 56), length: Ticks(units: length))
      // `a` is 0 if the rate's sign changes within the first tick.
      let a = piece.start.units >> 56
      let (top, bottom) = ((2 * a * length + (b - a) * time) * time, length << 41)
      for (piece, top) in [(piece, top), (-piece, -top)] {
        let floor = top / bottom - (top < 0 && top % bottom != 0 ? 1 : 0)
        let ceiling = -(-top / bottom) + (top > 0 && top % bottom != 0 ? 1 : 0)
        #expect((floor - 2...floor).contains(piece.distance(until: Ticks(units: time), 1).units))
        #expect(
          (ceiling...ceiling + 2).contains(piece.distance(until: Ticks(units: time), -1).units))
      }
    }
  }

  @Test func `the time of a position is the first tick at which the position is reached`() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<10_000 {
      let rate = Rate(units: random.number(116))
      var motion = Motion(
        anchor: Anchor(
          time: Ticks(units: random.number(70)), position: Position(units: random.number(66))),
        rate: rate, rest: Ticks(units: max(0, random.number(66))))
      if Bool.random(using: &random) {
        motion.startLater(by: Ticks(units: 1 + abs(random.number(64))))
      }
      if Bool.random(using: &random) {
        let (end, length) = (Rate(units: random.number(116)), Ticks(units: random.number(66)))
        motion.setRamp(from: rate, to: end, over: length.magnitude)
      }
      let direction = motion.direction
      let target = motion.anchor.position.next(direction)
      let time = motion.arrival(at: target)
      guard direction != 0, time != .never, time != motion.partEndTime else { continue }
      // A ramp that ends within the tolerance of a position reaches it at its end.
      let end = motion.partEndTime
      guard end == .never || !motion.position(at: end).meets(target) else { continue }
      let (before, reached) = (motion.position(at: time - 1), motion.position(at: time))
      #expect((target - before).sign == direction && (reached - target).sign != -direction)
    }
  }
}

extension SplitMix64 {
  /// A number of at most this many bits, often fewer.
  fileprivate mutating func number(_ bits: Int) -> Int128 {
    let limit = Int128(1) << Int128(Int.random(in: 1...bits, using: &self))
    return Int128.random(in: -limit...limit, using: &self)
  }
}
