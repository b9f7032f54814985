// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// floaty.jsonl: times at and after an end that is no exact `Double`; any of several answers is
/// accepted.
struct FloatyRecord: OracleRecord {
  private struct Answer {
    let stage: MediaSample.Stage
    let leg: Double?
    let progress: Double?
  }

  private let animation: SpacedAnimation
  private let samples: [(time: Double, accepted: [Answer])]

  init(reading fields: inout Fields) throws(RecordError) {
    animation = try SpacedAnimation(reading: &fields)
    fields.ignore("tags")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      sample.ignore("edge", "boundary", "engines_outside")
      let time = try sample.number("t")
      let accepted = try sample.objects("accept") { (answer: inout Fields) throws(RecordError) in
        Answer(
          stage: try answer.stage("phase"), leg: try answer.leg(),
          progress: try answer.numberOrNull("progress"))
      }
      return (time, accepted)
    }
  }

  func compare(_ comparison: inout Comparison) {
    for sample in samples {
      comparison.sample("t = \(sample.time)") { check in
        let found = animation.sample(at: sample.time)
        var best = SampleCheck()
        best.equal("stage", found.stage, nil)
        for answer in sample.accepted where !best.problems.isEmpty {
          best = SampleCheck()
          best.equal("stage", found.stage, answer.stage)
          best.equal("leg", found.shownLeg, answer.leg)
          best.near("progress", found.shown(found.progress), answer.progress, within: 1e-6)
        }
        check = best
      }
    }
  }
}
