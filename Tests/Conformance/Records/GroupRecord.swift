// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// group.jsonl: an animation in the time of a group.
struct GroupRecord: OracleRecord {
  private struct Sample {
    let time: Double
    let groupTime: Double?
    let stage: MediaSample.Stage?
    let leg: Double?
    let progress: Double?
    let isAtChildEdge: Bool
  }

  private let group: (timing: MediaTiming, function: TimingFunction?)
  private let child: (timing: MediaTiming, function: TimingFunction?)
  private let samples: [Sample]

  init(reading fields: inout Fields) throws(RecordError) {
    group = try Self.animation(fields.object("group"))
    child = try Self.animation(fields.object("child"))
    guard group.timing.isLiteralInLayers, group.timing.duration.isFinite,
      child.timing.isLiteralInLayers
    else {
      throw RecordError(problem: "durations must be above 0, and the group's finite")
    }
    fields.ignore("tags")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      sample.ignore("edge")
      let groupTime = try sample.numberOrNull("groupTime")
      var stage: MediaSample.Stage?
      if groupTime == nil {
        _ = try sample.numberOrNull("phase")
      } else {
        stage = try sample.stage("phase")
      }
      return Sample(
        time: try sample.number("t"), groupTime: groupTime, stage: stage, leg: try sample.leg(),
        progress: try sample.numberOrNull("progress"), isAtChildEdge: try sample.isSet("childEdge"))
    }
  }

  private static func animation(
    _ fields: Fields
  ) throws(RecordError) -> (timing: MediaTiming, function: TimingFunction?) {
    var fields = fields
    let timing = try fields.mediaTiming()
    let function = try fields.timingFunction()
    try fields.end()
    return (timing, function)
  }

  /// The group that is added to a layer: the child's probes, and a clock of the group's time.
  private var animation: AnimationGroup {
    var clock = BasicAnimation(groupTimeProperty, from: 0, to: group.timing.duration)
    clock.timing = MediaTiming(duration: group.timing.duration, fillMode: .both)
    var animation = AnimationGroup(child.timing.probes(child.function) + [clock])
    animation.timing = group.timing
    animation.timingFunction = group.function
    return animation
  }

  func compare(_ comparison: inout Comparison) {
    let probe = LayerProbe([animation])
    for sample in samples {
      if sample.isAtChildEdge {
        comparison.skip("childEdge")
        continue
      }
      comparison.sample("t = \(sample.time)") { check in
        let groupTime = probe.value(of: groupTimeProperty, at: sample.time)
        check.near(
          "group time", groupTime == groupTimeProperty.defaultValue ? nil : groupTime,
          sample.groupTime, within: 1e-9)
        // If the group is not in effect, its children are not either.
        let found = probe.frame(of: child.timing, at: sample.time)
        check.equal("stage", found.stage, sample.stage)
        check.equal("leg", found.leg, sample.leg)
        check.near("progress", found.progress, sample.progress, within: 1e-5)
      }
    }
  }
}
