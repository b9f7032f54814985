// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// smil.jsonl: shown values of a property, from values or from/to/by, additive and cumulative.
struct SmilRecord: OracleRecord {
  private enum Mode {
    case linear
    case discrete
    case paced
  }

  private let animation: any LayerAnimation
  private let modelValue: Double
  private let samples: [(time: Double, presented: Double)]

  init(reading fields: inout Fields) throws(RecordError) {
    let timing = try fields.mediaTiming(hasAutoreverses: false, hasOffset: false)
    modelValue = try fields.number("modelValue")
    let composition = ValueComposition(
      isAdditive: try fields.flag("additive"), isCumulative: try fields.flag("cumulative"))
    animation = try Self.animation(&fields, timing, composition)
    fields.ignore("kind", "tags")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      sample.ignore("edge")
      return (try sample.number("t"), try sample.number("presented"))
    }
  }

  /// A keyframe animation if there are values, a basic one if there are ends.
  private static func animation(
    _ fields: inout Fields, _ timing: MediaTiming, _ composition: ValueComposition
  ) throws(RecordError) -> any LayerAnimation {
    let mode: Mode = try fields.choice(
      "calculationMode", [("linear", .linear), ("discrete", .discrete), ("paced", .paced)])
    let from = try fields.numberIfPresent("fromValue")
    let to = try fields.numberIfPresent("toValue")
    let by = try fields.numberIfPresent("byValue")
    guard fields.has("values") else {
      guard mode == .linear else {
        throw RecordError(problem: "without values the calculationMode must be linear")
      }
      var basic = BasicAnimation(valueProperty, from: from, to: to, by: by)
      basic.timing = timing
      basic.composition = composition
      return basic
    }
    var keyframes = KeyframeAnimation(valueProperty, try track(&fields, mode))
    keyframes.timing = timing
    keyframes.composition = composition
    return keyframes
  }

  private static func track(
    _ fields: inout Fields, _ mode: Mode
  ) throws(RecordError) -> KeyframeTrack<Double> {
    let values = try fields.numbers("values")
    let keyTimes = fields.has("keyTimes") ? try fields.numbers("keyTimes") : nil
    let functions =
      fields.has("timingFunctions") ? try fields.timingFunctions("timingFunctions") : nil
    do {
      switch mode {
      case .linear:
        return try KeyframeTrack(values, keyTimes: keyTimes, timingFunctions: functions)
      case .discrete: return try .discrete(values, keyTimes: keyTimes)
      case .paced: return try .paced(values)
      }
    } catch {
      throw RecordError(problem: error.description)
    }
  }

  func compare(_ comparison: inout Comparison) {
    let probe = LayerProbe([animation], model: modelValue)
    for sample in samples {
      comparison.sample("t = \(sample.time)") { check in
        check.near(
          "value", probe.value(of: valueProperty, at: sample.time), sample.presented, within: 2e-3)
      }
    }
  }
}
