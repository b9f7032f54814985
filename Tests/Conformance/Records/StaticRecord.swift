// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// An animation in a time space, as in `static` and `floaty` records.
struct SpacedAnimation {
  let space: TimeSpace
  let timing: MediaTiming
  /// `nil` for linear.
  let function: TimingFunction?
  /// The same eight properties for a layer; `nil` if the offset rotates, which a layer's does not
  /// do.
  let layerTiming: MediaTiming?

  init(reading fields: inout Fields) throws(RecordError) {
    var timing = try fields.mediaTiming()
    function = try fields.timingFunction()
    let rotates =
      fields.has("timeOffsetMode")
      ? try fields.choice("timeOffsetMode", [("shift", false), ("wrap", true)]) : false
    // Begin, speed and a shifting offset belong to the space; a rotating one belongs to the
    // animation.
    space = TimeSpace(
      begin: timing.beginTime, speed: timing.speed, offset: rotates ? 0 : timing.timeOffset)
    layerTiming = rotates || timing.duration == .infinity ? nil : timing
    timing.beginTime = 0
    timing.speed = 1
    if !rotates { timing.timeOffset = 0 }
    self.timing = timing
  }

  func sample(at time: Double) -> MediaSample {
    timing.sample(
      at: space.local(at: time), timing: function ?? .linear, inReversedTime: space.speed < 0)
  }
}

extension SpacedAnimation {
  /// Compares a layer with these eight properties: whether it is shown, and its content's time.
  func compareLayer(
    _ sample: (time: Double, fraction: Double?), _ layer: Layer, _ check: inout SampleCheck
  ) {
    let duration = timing.duration
    check.near(
      "layer's time", layer.contentTime(at: sample.time), sample.fraction.map { $0 * duration },
      within: 1e-9 * max(1, duration))
  }

  /// A layer with these eight properties.
  func makeLayer() -> Layer? {
    guard let layerTiming else { return nil }
    let layer = Layer()
    layer.timing = layerTiming
    return layer
  }
}

/// static.jsonl: stage, leg, fraction and progress at given times.
struct StaticRecord: OracleRecord {
  private struct Sample {
    let time: Double
    let stage: MediaSample.Stage
    let leg: Double?
    let progress: Double?
    /// The outer `nil` means a missing field.
    let fraction: Double??
  }

  private let animation: SpacedAnimation
  private let activeDuration: Double
  private let samples: [Sample]

  init(reading fields: inout Fields) throws(RecordError) {
    animation = try SpacedAnimation(reading: &fields)
    activeDuration = try fields.numberOrInfinity("activeDuration")
    fields.ignore("tags", "map")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      sample.ignore("edge", "agree", "dissent")
      return Sample(
        time: try sample.number("t"), stage: try sample.stage("phase"), leg: try sample.leg(),
        progress: try sample.numberOrNull("progress"),
        fraction: sample.has("fraction") ? .some(try sample.numberOrNull("fraction")) : .none)
    }
  }

  func compare(_ comparison: inout Comparison) {
    comparison.whole("its length") { check in
      let found = animation.timing.activeDuration
      if activeDuration.isFinite {
        check.near(
          "active duration", found, activeDuration, within: 1e-9 * max(1, activeDuration))
      } else {
        check.equal("active duration", found, activeDuration)
      }
    }
    let layer = animation.makeLayer()
    for sample in samples {
      comparison.sample("t = \(sample.time)") { check in
        let found = animation.sample(at: sample.time)
        check.equal("stage", found.stage, sample.stage)
        check.equal("leg", found.shownLeg, sample.leg)
        if let fraction = sample.fraction {
          check.near("fraction", found.shown(found.fraction), fraction, within: 1e-9)
        }
        if animation.function == nil {
          check.near("fraction", found.shown(found.progress), sample.progress, within: 1e-9)
        } else {
          check.near("progress", found.shown(found.progress), sample.progress, within: 1e-5)
        }
        // Without a timing function, progress equals the fraction.
        let fraction = animation.function == nil ? sample.progress : sample.fraction
        if let layer, let fraction {
          animation.compareLayer((sample.time, fraction), layer, &check)
        }
      }
    }
  }
}

extension MediaSample {
  /// A property of the sample; `nil` if the model value is shown.
  func shown(_ value: Double) -> Double? { isInEffect ? value : nil }

  /// The leg; infinite if there are uncountably many.
  var shownLeg: Double? {
    shown(leg == MediaSample.greatestLeg ? .infinity : Double(leg))
  }
}
