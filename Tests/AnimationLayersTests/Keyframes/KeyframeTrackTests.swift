// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

@Suite struct KeyframeTrackTests {
  static let seed: UInt64 = 41

  @Test func `two equal key times are a jump to the later value`() throws {
    let track = try KeyframeTrack([0.0, 1, 5, 6], keyTimes: [0, 0.5, 0.5, 1])
    #expect(track.value(at: (0.5).nextDown) < 1)
    #expect(track.value(at: 0.5) == 5)
    let atStart = try KeyframeTrack([0.0, 3, 4], keyTimes: [0, 0, 1])
    #expect(atStart.value(at: 0) == 3)
    let atEnd = try KeyframeTrack([0.0, 3, 4], keyTimes: [0, 1, 1])
    #expect(atEnd.value(at: 1) == 4)
    let allAtOnce = try KeyframeTrack([0.0, 3, 4], keyTimes: [0, 0, 0])
    #expect(allAtOnce.value(at: 0) == 4)
  }

  @Test func `a paced track takes time in proportion to distance`() throws {
    let corner = try KeyframeTrack.paced([
      Point(x: 0, y: 0), Point(x: 3, y: 4), Point(x: 3, y: 19),
    ])
    #expect(corner.value(at: 0.625) == Point(x: 3, y: 11.5))
    let still = try KeyframeTrack.paced([4.0, 4, 4])
    #expect(still.keyTimes == [0, 0.5, 1])
    #expect(still.value(at: 0.3) == 4)
    let huge = Double.greatestFiniteMagnitude
    #expect(try KeyframeTrack.paced([-huge, huge, 0]).value(at: 0.25).isFinite)
  }

  @Test func `at a key time the value is exact, bit for bit`() throws {
    var random = SeededRandom(seed: Self.seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 2...7, using: &random)
      let values = (0..<count).map { _ in random.double(in: -100...100) }
      let times = (0..<count).map { _ in random.double(in: 0...1) }.sorted()
      for track in [try KeyframeTrack(values, keyTimes: times), try .paced(values)] {
        for (time, value) in zip(track.keyTimes, values) {
          #expect(track.value(at: time) == value, "seed \(Self.seed)")
        }
      }
    }
  }

  @Test func `the error for an invalid argument states the valid range`() {
    let rows: [(make: () throws -> KeyframeTrack<Double>, says: String)] = [
      ({ try .init([]) }, "at least one value"), ({ try .paced([]) }, "at least one value"),
      ({ try .init([1, 2], keyTimes: [0]) }, "be 2 key times for these values, but there are 1"),
      ({ try .discrete([1, 2], keyTimes: [0, 1]) }, "be 3 key times for these values"),
      ({ try .init([1, 2], keyTimes: [0, 1.5]) }, "key time 1 must be in 0...1, but is 1.5"),
      ({ try .init([1, 2], keyTimes: [-0.1, 1]) }, "key time 0 must be in 0...1, but is -0.1"),
      ({ try .init([1, 2], keyTimes: [0, .nan]) }, "key time 1 must be in 0...1, but is nan"),
      (
        { try .init([1, 2, 3], keyTimes: [0, 0.7, 0.5]) },
        "key time 2 must not be before the previous one, 0.7, but is 0.5"
      ),
      ({ try .init([1, 2], timingFunctions: [.linear, .linear]) }, "be 1 timing functions"),
    ]
    for row in rows {
      let error = #expect(throws: LayerError.self) { try row.make() }
      #expect(error?.description.contains(row.says) == true, "\(String(describing: error))")
    }
  }
}
