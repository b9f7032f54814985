// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import FoundationEssentials
import Testing

/// Rules of media timing that the records in `Tests/Vectors` do not show.
@Suite struct MediaTimingTests {
  @Test(arguments: [
    (1.0, false, 0, 1.0), (1, true, 1, 0), (2.5, false, 2, 0.5), (2.5, true, 4, 1),
    (0.5, true, 0, 1), (0.75, true, 1, 0.5), (.infinity, true, MediaSample.greatestLeg, 1),
  ])
  func `with duration 0, all cycles pass at once`(
    count: Double, autoreverses: Bool, leg: Int, fraction: Double
  ) {
    let timing = MediaTiming(
      beginTime: 1, repeatCount: count, autoreverses: autoreverses, fillMode: .both)
    #expect(timing.activeDuration == 0)
    let before = timing.sample(at: 0.5)
    #expect((before.stage, before.leg, before.fraction) == (.before, 0, 0))
    let after = timing.sample(at: 1)
    #expect((after.stage, after.leg, after.fraction) == (.after, leg, fraction))
    // At speed -1, the fractions before and after the animation are swapped.
    var reversed = timing
    reversed.speed = -1
    #expect(reversed.sample(at: 0.5).fraction == fraction)
    #expect(reversed.sample(at: 1).fraction == 0)
  }

  @Test
  func `an animation of infinite duration, or of speed 0, stays at its first frame`() {
    let timing = MediaTiming(beginTime: 2, duration: .infinity, speed: 3, timeOffset: 0.5)
    let sample = timing.sample(at: 10, timing: .steps(1, .start))
    #expect((sample.stage, sample.leg, sample.fraction) == (.active, 0, 0))
    #expect(MediaTiming(duration: 2, speed: 0, timeOffset: 0.5).sample(at: -1e9).progress == 0.25)
    // A layer's local time is that of its time space.
    #expect(sample.localTime == TimeSpace(begin: 2, speed: 3, offset: 0.5).local(at: 10))
  }

  @Test(arguments: [
    ("{}", MediaTiming()),
    (
      #"{"duration": 0.5, "repeatCount": null}"#, MediaTiming(duration: 0.5, repeatCount: .infinity)
    ),
    (
      #"{"duration": null, "repeatDuration": null, "speed": -2, "fillMode": "both"}"#,
      MediaTiming(
        duration: .infinity, repeatDuration: .infinity, speed: -2, fillMode: .both)
    ),
    (
      #"{"beginTime": 1, "autoreverses": true, "timeOffset": 0.2, "speed": null}"#,
      MediaTiming(beginTime: 1, autoreverses: true, timeOffset: 0.2)
    ),
  ])
  func `JSON may leave out defaults, and null is an infinite length`(
    text: String, timing: MediaTiming
  ) throws {
    #expect(try JSONDecoder().decode(MediaTiming.self, from: Data(text.utf8)) == timing)
    let written = try JSONEncoder().encode(timing)
    #expect(try JSONDecoder().decode(MediaTiming.self, from: written) == timing)
  }

  @Test(arguments: [
    (#"{"length": 1}"#, "\"length\" is not a key of a timing: write \"beginTime\""),
    (#"{"fillMode": "front"}"#, "\"front\" is not a fill mode: write \"removed\""),
  ])
  func `JSON with an unknown key or name is an error that lists the known ones`(
    text: String, words: String
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(MediaTiming.self, from: Data(text.utf8))
    }
    #expect(String(describing: error).replacing("\\\"", with: "\"").contains(words))
  }
}
