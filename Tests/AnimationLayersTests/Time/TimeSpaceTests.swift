// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

@Suite struct TimeSpaceTests {
  static let seed: UInt64 = 3

  /// The changes that must not cause a jump.
  static let changes: [(name: String, make: @Sendable (inout TimeSpace, Double) -> Void)] = [
    ("setSpeed to 0", { $0.setSpeed(0, at: $1) }),
    ("setSpeed to -0.3", { $0.setSpeed(-0.3, at: $1) }),
    ("pause", { $0.pause(at: $1) }),
    ("reverse", { $0.reverse(at: $1) }),
  ]

  @Test func `at a change, local time is continuous to the last bit`() {
    var random = SeededRandom(seed: Self.seed)
    for _ in 0..<10_000 {
      let speed = [0, 1, -1, 0.5, random.double(in: -4...4)].randomElement(using: &random)!
      let space = TimeSpace(
        begin: random.double(in: -100...100), speed: speed,
        offset: random.double(in: -100...100))
      let time = random.double(in: -1_000...1_000)
      let before = space.local(at: time)
      for (name, make) in Self.changes {
        var changed = space
        make(&changed, time)
        #expect(
          changed.local(at: time).bitPattern == before.bitPattern, "\(name), seed \(Self.seed)")
      }
    }
  }

  @Test func `at the begin, a local time of minus zero stays minus zero`() {
    #expect(TimeSpace(begin: 5, speed: 2, offset: -0.0).local(at: 5).sign == .minus)
  }

  @Test func `pausing twice equals pausing once, and resuming restores the earlier speed`() {
    var space = TimeSpace(begin: 1, speed: 2.5, offset: 0.5)
    space.pause(at: 3)
    let once = space
    space.pause(at: 4)
    #expect(space == once)
    #expect(space.isPaused)
    #expect(space.local(at: 100) == 5.5)
    space.resume(at: 10)
    #expect(!space.isPaused)
    #expect(space.speed == 2.5)
    #expect(space.local(at: 12) == 10.5)
    let running = space
    space.resume(at: 11)
    #expect(space == running)
    space.pause(at: 12)
    space.speed = 1
    #expect(!space.isPaused, "assigning a speed ends a pause")
  }

  @Test func `reversing retraces the same times, paused or not`() {
    var space = TimeSpace(speed: 2)
    space.reverse(at: 3)
    #expect(space.local(at: 4) == 4)
    space.pause(at: 4)
    space.reverse(at: 5)
    #expect(space.local(at: 6) == 4)
    space.resume(at: 6)
    #expect(space.local(at: 7) == 6)
  }

  /// Every special number.
  static let special: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, 1, -1, .ulpOfOne, 1e-300, 1e300,
  ]

  @Test func `times stay finite with any special number in any property`() {
    for begin in Self.special {
      for speed in Self.special {
        for offset in Self.special {
          let made = TimeSpace(begin: begin, speed: speed, offset: offset)
          var set = TimeSpace()
          set.begin = begin
          set.speed = speed
          set.offset = offset
          #expect(set == made)
          for time in Self.special {
            #expect(made.local(at: time).isFinite, "\(made) at \(time)")
            #expect(made.finiteParent(at: time).isFinite, "\(made) at \(time)")
            #expect(made.parent(at: time)?.isFinite ?? true, "\(made) at \(time)")
          }
        }
      }
    }
  }
}
