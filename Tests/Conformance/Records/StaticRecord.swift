// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// An animation in a time space, as in the records of static.jsonl and floaty.jsonl.
struct SpacedAnimation: Decodable {
  let space: TimeSpace
  let timing: MediaTiming
  /// `nil` for linear.
  let function: TimingFunction?
  /// A layer with the record's eight timing properties.
  ///
  /// `nil` if the time offset wraps around within each cycle, which a layer does not support, or if
  /// the duration is infinite.
  let layer: Layer?

  init(from decoder: any Decoder) throws {
    let fields = try TimingFields(from: decoder)
    let mode = try decoder.container(keyedBy: Field.self)
      .decodeIfPresent(String.self, forKey: "timeOffsetMode")
    let rotates = mode == "wrap"
    var timing = fields.timing
    function = fields.function
    layer = rotates || timing.duration == .infinity ? nil : Layer()
    layer?.timing = timing
    // Begin time, speed and an offset that shifts time belong to the space; an offset that wraps
    // around within each cycle belongs to the animation.
    space = TimeSpace(
      begin: timing.beginTime, speed: timing.speed, offset: rotates ? 0 : timing.timeOffset)
    (timing.beginTime, timing.speed) = (0, 1)
    if !rotates { timing.timeOffset = 0 }
    self.timing = timing
  }

  func sample(at time: Double) -> MediaSample {
    timing.sample(
      at: space.local(at: time), timing: function ?? .linear, inReversedTime: space.speed < 0)
  }
}

/// static.jsonl: stage, leg, fraction and progress at given times.
struct StaticRecord: OracleRecord {
  struct Sample: Decodable {
    let t: Double
    let phase: String
    let leg, fraction, progress: Double?
  }

  private let animation: SpacedAnimation
  private let activeDuration: Double
  private let samples: [Sample]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    animation = try SpacedAnimation(from: decoder)
    activeDuration = try fields.decode(Double.self, forKey: "activeDuration")
    samples = try fields.decode([Sample].self, forKey: "samples")
  }

  func compare(_ comparison: inout Comparison) {
    comparison.whole("its length") { check in
      check.near(
        "active duration", animation.timing.activeDuration, activeDuration,
        within: activeDuration.isFinite ? 1e-9 * max(1, activeDuration) : 0)
    }
    let isLinear = animation.function == nil
    for sample in samples {
      comparison.sample("t = \(sample.t)") { check in
        let found = animation.sample(at: sample.t)
        check.equal("stage", found.stageName, sample.phase)
        check.equal("leg", found.shownLeg, sample.leg)
        check.near(
          isLinear ? "fraction" : "progress", found.shown(found.progress), sample.progress,
          within: isLinear ? 1e-9 : 1e-5)
        // Without a timing function, progress equals the fraction.
        let fraction = isLinear ? sample.progress : sample.fraction
        guard isLinear || fraction != nil else { return }
        check.near("fraction", found.shown(found.fraction), fraction, within: 1e-9)
        guard let layer = animation.layer else { return }
        let duration = animation.timing.duration
        check.near(
          "layer's time", layer.contentTime(at: sample.t), fraction.map { $0 * duration },
          within: 1e-9 * max(1, duration))
      }
    }
  }
}

extension MediaSample {
  /// A property of the sample; `nil` while the model value shows.
  func shown(_ value: Double) -> Double? { isInEffect ? value : nil }

  /// The number of the leg; infinite if it is `MediaSample.greatestLeg`.
  var shownLeg: Double? {
    shown(leg == MediaSample.greatestLeg ? .infinity : Double(leg))
  }

  var stageName: String { "\(stage)" }
}
