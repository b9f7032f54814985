// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// floaty.jsonl: times at and after an end that is no exact `Double`; any of several answers is
/// accepted.
struct FloatyRecord: OracleRecord {
  struct Answer: Decodable {
    let phase: String
    let leg, progress: Double?
  }

  struct Sample: Decodable {
    let t: Double
    let accept: [Answer]
  }

  private let animation: SpacedAnimation
  private let samples: [Sample]

  init(from decoder: any Decoder) throws {
    animation = try SpacedAnimation(from: decoder)
    samples = try decoder.container(keyedBy: Field.self).decode([Sample].self, forKey: "samples")
  }

  func compare(_ comparison: inout Comparison) {
    for sample in samples {
      comparison.sample("t = \(sample.t)") { check in
        let found = animation.sample(at: sample.t)
        var best = SampleCheck()
        best.equal("stage", found.stageName, nil)
        for answer in sample.accept where !best.problems.isEmpty {
          best = SampleCheck()
          best.equal("stage", found.stageName, answer.phase)
          best.equal("leg", found.shownLeg, answer.leg)
          best.near("progress", found.shown(found.progress), answer.progress, within: 1e-6)
        }
        check = best
      }
    }
  }
}
