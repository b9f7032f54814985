// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// keyframes.jsonl: a keyframe track under a timing function.
struct KeyframesRecord: OracleRecord {
  struct Sample: Decodable {
    let x, value: Double
    let outside: Bool?
  }

  let values, keyTimes: [Double]
  let timingFunctions: [Curve?]
  let timing: Curve?
  let samples: [Sample]

  func compare(_ comparison: inout Comparison) {
    let functions = timingFunctions.map { $0?.function ?? .linear }
    guard
      let track = try? KeyframeTrack(values, keyTimes: keyTimes, timingFunctions: functions)
    else { return comparison.whole("the track") { $0.equal("keyframes", nil, keyTimes) } }
    var animation = KeyframeAnimation(valueProperty, track)
    animation.timing = MediaTiming(duration: 1, fillMode: .both)
    animation.timingFunction = timing?.function
    let probe = LayerProbe([animation])
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    for sample in samples {
      if sample.outside == true {
        comparison.skip("outside: CSS extrapolates, Core Animation clamps")
        continue
      }
      comparison.sample("x = \(sample.x)") { check in
        let value = probe.layer.value(of: valueProperty, at: sample.x)
        check.near("value", value, sample.value, within: 1e-5 * range)
      }
    }
  }
}
