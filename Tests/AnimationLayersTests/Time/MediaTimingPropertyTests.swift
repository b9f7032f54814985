// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

@Suite struct MediaTimingPropertyTests {
  static let seed: UInt64 = 2026

  /// Whether every number of a sample is one: finite, and a fraction of 0...1.
  static func isSound(_ sample: MediaSample) -> Bool {
    (0...1).contains(sample.fraction) && sample.progress.isFinite && sample.localTime.isFinite
      && sample.leg.magnitude <= MediaSample.greatestLeg.magnitude
      && (sample.isInEffect || sample.stage != .active)
  }

  /// A number of any kind: special, of any bits, or of an everyday size.
  static func anyNumber(_ random: inout SeededRandom) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: TimeSpaceTests.special.randomElement(using: &random) ?? 0
    case 1: Double(bitPattern: random.next())
    case 2: Double(Int.random(in: -100...100, using: &random)) / 10
    default: random.double(in: -1_000...1_000)
    }
  }

  static func anyTiming(_ random: inout SeededRandom) -> MediaTiming {
    MediaTiming(
      beginTime: anyNumber(&random), duration: anyNumber(&random), repeatCount: anyNumber(&random),
      repeatDuration: anyNumber(&random), autoreverses: random.chance(0.5),
      speed: anyNumber(&random), timeOffset: anyNumber(&random),
      fillMode: FillMode.allCases.randomElement(using: &random) ?? .both)
  }

  @Test func `a million timings at random times answer with numbers`() {
    var random = SeededRandom(seed: Self.seed)
    var failures = 0
    for _ in 0..<1_000_000 {
      let timing = Self.anyTiming(&random)
      let time = Self.anyNumber(&random)
      let sample = timing.sample(at: time, inReversedTime: random.chance(0.2))
      guard !Self.isSound(sample) || timing.activeDuration.isNaN || timing.endTime.isNaN else {
        continue
      }
      failures += 1
      if failures <= 10 { Issue.record("seed \(Self.seed): \(timing) at \(time): \(sample)") }
    }
  }

  @Test func `every special number in every property, alone and by twos, answers with numbers`() {
    let paths: [WritableKeyPath<MediaTiming, Double> & Sendable] = [
      \.beginTime, \.duration, \.repeatCount, \.repeatDuration, \.speed, \.timeOffset,
    ]
    for (first, second) in paths.flatMap({ path in paths.map { (path, $0) } }) {
      for number in TimeSpaceTests.special {
        for other in TimeSpaceTests.special {
          var timing = MediaTiming(duration: 2, repeatCount: 2, timeOffset: 0.25)
          timing[keyPath: first] = number
          timing[keyPath: second] = other
          for autoreverses in [false, true] {
            timing.autoreverses = autoreverses
            for time in TimeSpaceTests.special {
              let sample = timing.sample(at: time, timing: .easeInEaseOut)
              #expect(Self.isSound(sample), "\(timing) at \(time): \(sample)")
            }
          }
        }
      }
    }
  }

  @Test func `what is not a number reads as the default`() {
    let plain = MediaTiming(duration: 2)
    var odd = plain
    odd.beginTime = .nan
    odd.repeatCount = .nan
    odd.repeatDuration = .nan
    odd.speed = .nan
    odd.timeOffset = .nan
    for time in [-1, 0, 0.5, 2, 3] { #expect(odd.sample(at: time) == plain.sample(at: time)) }
    #expect(plain.sample(at: .nan) == plain.sample(at: 0))
    #expect(MediaTiming(duration: .nan).activeDuration == 0)
    #expect(MediaTiming(duration: -1).activeDuration == 0)
  }

  /// A timing whose numbers are multiples of 1/64, so that sums of them are exact.
  static func dyadicTiming(_ random: inout SeededRandom) -> MediaTiming {
    func number(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random)) / 64
    }
    return MediaTiming(
      beginTime: number(-640...640), duration: number(1...256), repeatCount: number(0...640),
      repeatDuration: random.chance(0.3) ? number(1...640) : 0, autoreverses: random.chance(0.5),
      speed: random.chance(0.5) ? 1 : number(-256...256), timeOffset: number(0...256),
      fillMode: .both)
  }

  @Test func `shifting begin and time alike changes nothing`() {
    var random = SeededRandom(seed: Self.seed)
    for _ in 0..<20_000 {
      let timing = Self.dyadicTiming(&random)
      let time = Double(Int.random(in: -1_000...1_000, using: &random)) / 64
      let shift = Double(Int.random(in: -100_000...100_000, using: &random))
      var later = timing
      later.beginTime += shift
      #expect(
        later.sample(at: time + shift) == timing.sample(at: time), "seed \(Self.seed): \(timing)")
    }
  }

  @Test func `playing backwards mirrors playing forwards in the middle of the active interval`() {
    var random = SeededRandom(seed: Self.seed)
    for _ in 0..<20_000 {
      var timing = Self.dyadicTiming(&random)
      timing.speed = timing.speed.magnitude
      guard timing.speed > 0 else { continue }
      let end = timing.endTime - timing.beginTime
      let time = Double(Int.random(in: 1...64, using: &random)) / 64 * end
      guard time > 0, time < end else { continue }
      var back = timing
      back.speed = -timing.speed
      let forwards = timing.sample(at: timing.beginTime + time)
      let backwards = back.sample(at: timing.beginTime + (end - time))
      // The point is the same to some roundings; at a leg's start it may be on either side.
      let difference = (forwards.fraction - backwards.fraction).magnitude
      #expect(
        difference < 1e-9 || (!timing.autoreverses && difference > 1 - 1e-9),
        "seed \(Self.seed): \(timing) \(time): \(forwards) \(backwards)")
      if forwards.leg == backwards.leg {
        #expect(forwards.runsBackwards != backwards.runsBackwards)
      }
    }
  }

  @Test func `an offset of whole cycles changes legs only`() {
    var random = SeededRandom(seed: Self.seed)
    for _ in 0..<20_000 {
      let timing = Self.dyadicTiming(&random)
      let time = Double(Int.random(in: -1_000...1_000, using: &random)) / 64
      var rotated = timing
      rotated.timeOffset += 3 * timing.cycleDuration
      let (before, after) = (timing.sample(at: time), rotated.sample(at: time))
      #expect(before.fraction == after.fraction, "seed \(Self.seed): \(timing) at \(time)")
      #expect(before.stage == after.stage)
      #expect(after.leg - before.leg == (timing.autoreverses ? 6 : 3))
    }
  }

  @Test func `a negative offset rotates back to legs before the first`() {
    let sample = MediaTiming(duration: 2, timeOffset: -0.5).sample(at: 0)
    #expect((sample.leg, sample.fraction) == (-1, 0.75))
    let folded = MediaTiming(duration: 2, autoreverses: true, timeOffset: -0.5).sample(at: 0)
    #expect((folded.leg, folded.cycle, folded.fraction) == (-1, -1, 0.25))
  }

  @Test func `backwards from an end that never comes counts its legs down`() {
    let timing = MediaTiming(duration: 2, repeatCount: .infinity, speed: -1)
    #expect(timing.sample(at: 0).fraction == 1)
    #expect(timing.sample(at: 0.5).fraction == 0.75)
    #expect(timing.sample(at: 2.5).leg == -2)
  }
}
