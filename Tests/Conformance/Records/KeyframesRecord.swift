// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// keyframes.jsonl: a keyframe track under a timing function.
struct KeyframesRecord: OracleRecord {
  private let track: KeyframeTrack<Double>
  private let function: TimingFunction?
  private let samples: [(x: Double, value: Double, isOutside: Bool)]

  init(reading fields: inout Fields) throws(RecordError) {
    let values = try fields.numbers("values")
    let keyTimes = try fields.numbers("keyTimes")
    let functions = try fields.timingFunctions("timingFunctions")
    do {
      track = try KeyframeTrack(values, keyTimes: keyTimes, timingFunctions: functions)
    } catch {
      throw RecordError(problem: error.description)
    }
    function = try fields.timingFunction()
    fields.ignore("kind", "tags")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      (try sample.number("x"), try sample.number("value"), try sample.isSet("outside"))
    }
  }

  func compare(_ comparison: inout Comparison) {
    var animation = KeyframeAnimation(valueProperty, track)
    animation.timing = MediaTiming(duration: 1, fillMode: .both)
    animation.timingFunction = function
    let probe = LayerProbe([animation])
    let range = (track.values.max() ?? 0) - (track.values.min() ?? 0)
    for sample in samples {
      if sample.isOutside {
        comparison.skip("outside: CSS extrapolates, Core Animation clamps")
        continue
      }
      comparison.sample("x = \(sample.x)") { check in
        let value = probe.value(of: valueProperty, at: sample.x)
        check.near("value", value, sample.value, within: 1e-5 * range)
      }
    }
  }
}
