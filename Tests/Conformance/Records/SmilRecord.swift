// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// smil.jsonl: the shown values of a property, whose animation has a list of values or some of
/// `from`, `to` and `by`, and may be additive and cumulative.
struct SmilRecord: OracleRecord {
  struct Sample: Decodable {
    let t, presented: Double
  }

  /// The fields other than those of the timing.
  struct Fields: Decodable {
    let calculationMode: String
    let values, keyTimes: [Double]?
    let timingFunctions: [Curve?]?
    let fromValue, toValue, byValue: Double?
    let additive, cumulative: Bool
    let modelValue: Double
    let samples: [Sample]
  }

  private let fields: Fields
  private let animation: any LayerAnimation

  init(from decoder: any Decoder) throws {
    fields = try Fields(from: decoder)
    let timing = try TimingFields(from: decoder).timing
    guard let values = fields.values else {
      var basic = BasicAnimation(
        valueProperty, from: fields.fromValue, to: fields.toValue, by: fields.byValue)
      (basic.isAdditive, basic.isCumulative) = (fields.additive, fields.cumulative)
      basic.timing = timing
      animation = basic
      return
    }
    let functions = fields.timingFunctions?.map { $0?.function ?? .linear }
    let track =
      switch fields.calculationMode {
      case "discrete": try KeyframeTrack.discrete(values, keyTimes: fields.keyTimes)
      case "paced": try KeyframeTrack.paced(values)
      default: try KeyframeTrack(values, keyTimes: fields.keyTimes, timingFunctions: functions)
      }
    var keyframes = KeyframeAnimation(valueProperty, track)
    (keyframes.isAdditive, keyframes.isCumulative) = (fields.additive, fields.cumulative)
    keyframes.timing = timing
    animation = keyframes
  }

  func compare(_ comparison: inout Comparison) {
    let probe = LayerProbe([animation], model: fields.modelValue)
    for sample in fields.samples {
      comparison.sample("t = \(sample.t)") { check in
        check.near(
          "value", probe.layer.value(of: valueProperty, at: sample.t), sample.presented,
          within: 2e-3)
      }
    }
  }
}
