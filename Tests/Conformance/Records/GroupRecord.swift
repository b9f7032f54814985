// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// group.jsonl: an animation in the time of a group.
struct GroupRecord: OracleRecord {
  struct Sample: Decodable {
    let t: Double
    let groupTime: Double?
    let phase: String?
    let leg, progress: Double?
    let childEdge: Bool?
  }

  let group, child: TimingFields
  let samples: [Sample]

  /// The record's group, with probes instead of the child, and a clock that shows the group's time.
  private var animation: AnimationGroup {
    let duration = group.timing.duration
    var clock = BasicAnimation(groupTimeProperty, from: 0, to: duration)
    clock.timing = MediaTiming(duration: duration, fillMode: .both)
    var animation = AnimationGroup(child.timing.probes(child.function) + [clock])
    animation.timing = group.timing
    animation.timingFunction = group.function
    return animation
  }

  func compare(_ comparison: inout Comparison) {
    let probe = LayerProbe([animation])
    for sample in samples {
      if sample.childEdge == true {
        comparison.skip("childEdge")
        continue
      }
      comparison.sample("t = \(sample.t)") { check in
        check.near(
          "group time", probe.shown(groupTimeProperty, at: sample.t), sample.groupTime,
          within: 1e-9)
        // While the group is not in effect, its children are not in effect either.
        let found = probe.frame(of: child.timing, at: sample.t)
        check.equal(
          "stage", found.stage.map { "\($0)" }, sample.groupTime == nil ? nil : sample.phase)
        check.equal("leg", found.leg, sample.leg)
        check.near("progress", found.progress, sample.progress, within: 1e-5)
      }
    }
  }
}
