// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

/// The equations of "Core Animation Timing in Depth", one test each, and our rule beside them.
@Suite struct SeedEquationTests {
  static let seed: UInt64 = 501
  /// Times up to 1e4 s, computed in another order: some roundings of 1e-12.
  static let tolerance = 1e-9

  private func each(_ body: (TimeSpace, Double, inout SeededRandom) -> Void) {
    var random = SeededRandom(seed: Self.seed)
    for _ in 0..<5_000 {
      let space = TimeSpace(
        begin: random.double(in: -50...50),
        speed: random.double(in: 0.1...4) * (random.chance(0.5) ? 1 : -1),
        offset: random.double(in: -50...50))
      body(space, random.double(in: -100...100), &random)
    }
  }

  @Test func `equation 1: local time is a linear function of parent time`() {
    each { space, time, _ in
      #expect(space.local(at: time) == (time - space.begin) * space.speed + space.offset)
    }
  }

  @Test func `figure 1: with a begin time of 0, local time is the offset at parent time 0`() {
    each { space, time, _ in
      let space = TimeSpace(speed: space.speed, offset: space.offset)
      #expect(space.local(at: 0) == space.offset)
      #expect(space.local(at: time) == time * space.speed + space.offset)
    }
  }

  @Test func `figure 2: a begin time shifts the graph right, scaled by speed; the offset is not`() {
    each { space, time, random in
      let shift = random.double(in: -10...10)
      var later = space
      later.begin += shift
      #expect((later.local(at: time + shift) - space.local(at: time)).magnitude < Self.tolerance)
      var further = space
      further.offset += shift
      let moved = further.local(at: time) - space.local(at: time)
      #expect((moved - shift).magnitude < Self.tolerance)
    }
  }

  @Test func `equation 2: the begin time at which a parent time has a given local time`() {
    each { space, time, random in
      let local = random.double(in: -50...50)
      let begin = time - (local - space.offset) / space.speed
      let moved = TimeSpace(begin: begin, speed: space.speed, offset: space.offset)
      #expect((moved.local(at: time) - local).magnitude < Self.tolerance)
    }
  }

  /// The seed's `pauseLayer`, on a space instead of a layer.
  private func seedPause(_ space: inout TimeSpace, at now: Double) {
    let pausedTime = space.local(at: now)
    space.speed = 0
    space.offset = pausedTime
  }

  /// The seed's `resumeLayer`.
  private func seedResume(_ space: inout TimeSpace, at now: Double) {
    let pausedTime = space.offset
    space.speed = 1
    space.offset = 0
    space.begin = 0
    space.begin = space.local(at: now) - pausedTime
  }

  @Test func `pausing and resuming like the seed gives the same local times ever after`() {
    each { space, time, random in
      // The seed's resume knows speed 1 only.
      var theirs = TimeSpace(begin: space.begin, speed: 1, offset: space.offset)
      var ours = theirs
      seedPause(&theirs, at: time)
      ours.pause(at: time)
      for later in [0, 0.5, 17] {
        #expect(theirs.local(at: time + later) == ours.local(at: time + later))
      }
      let end = time + random.double(in: 0...100)
      seedResume(&theirs, at: end)
      ours.resume(at: end)
      for later in [0, 0.25, 3, 1_000] {
        let difference = theirs.local(at: end + later) - ours.local(at: end + later)
        #expect(difference.magnitude < Self.tolerance)
      }
    }
  }

  /// `tb' = tp - (tp - tb) m / n`, and nothing else of the space changes but the speed.
  private func seedSpeedChange(_ space: TimeSpace, to n: Double, at parent: Double) -> TimeSpace {
    let begin = parent - (parent - space.begin) * space.speed / n
    return TimeSpace(begin: begin, speed: n, offset: space.offset)
  }

  @Test func `the seed's new begin time and our rule give the same local times ever after`() {
    each { space, time, random in
      let n = random.double(in: 0.1...4) * (random.chance(0.5) ? 1 : -1)
      let theirs = seedSpeedChange(space, to: n, at: time)
      var ours = space
      ours.setSpeed(n, at: time)
      // "The local time is the same between both speeds at that time."
      #expect((theirs.local(at: time) - space.local(at: time)).magnitude < Self.tolerance)
      for later in [0, 0.016, 1, 60, 1_000] {
        let difference = theirs.local(at: time + later) - ours.local(at: time + later)
        #expect(difference.magnitude < Self.tolerance, "seed \(Self.seed): \(space) to \(n)")
      }
    }
  }

  @Test func `where the seed's begin time is undefined, ours goes on: from and to speed 0`() {
    var space = TimeSpace(begin: 1, speed: 2, offset: 3)
    #expect(!(10 - (10 - space.begin) * space.speed / 0).isFinite)
    space.setSpeed(0, at: 10)
    #expect(space.local(at: 99) == 21)
    space.setSpeed(-1, at: 20)
    #expect(space.local(at: 22) == 19)
  }
}
