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

  /// Numbers at and near the limits, and below a tick of 2^-64 s.
  static let extreme: [Double] = [0, -0.0, 1, -1, .leastNonzeroMagnitude, 1e-300, 1e-20]

  @Test func `times stay within 1e12 s with any valid number in any property`() {
    for begin in Self.extreme + [1e12, -1e12] {
      for speed in Self.extreme + [1e6, -1e6] {
        for offset in Self.extreme + [1e12, -1e12] {
          let made = TimeSpace(begin: begin, speed: speed, offset: offset)
          for time in Self.extreme + [1e12, -1e12] {
            #expect(made.local(at: time).magnitude <= 1e12, "\(made) at \(time)")
            #expect((made.parent(at: time) ?? 0).magnitude <= 1e12, "\(made) at \(time)")
          }
        }
      }
    }
    #expect(TimeSpace(speed: -1e6).local(at: 1e12) == -1e12, "the limit of its sign")
    #expect(TimeSpace(speed: 0.5).parent(at: 1e12) == nil, "2e12 s is beyond the limit")
  }
}
