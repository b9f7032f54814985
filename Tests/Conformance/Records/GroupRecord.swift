// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

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
        progress: try sample.numberOrNull("progress"), isAtChildEdge: try sample.mark("childEdge"))
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

  func compare(_ comparison: inout Comparison) {
    for sample in samples {
      if sample.isAtChildEdge {
        comparison.skip("childEdge")
        continue
      }
      comparison.sample("t = \(sample.time)") { check in
        let outer = group.timing.sample(at: sample.time, timing: group.function ?? .linear)
        check.near(
          "group time", outer.shown(outer.localTime), sample.groupTime, within: 1e-9)
        // Where the group is not in effect, nor is what it holds.
        let found = child.timing.sample(
          at: outer.localTime, timing: child.function ?? .linear,
          inReversedTime: outer.runsBackwards)
        let isShown = outer.isInEffect && found.isInEffect
        check.equal("stage", outer.isInEffect ? found.stage : nil, sample.stage)
        check.equal("leg", isShown ? found.shownLeg : nil, sample.leg)
        check.near("progress", isShown ? found.progress : nil, sample.progress, within: 1e-5)
      }
    }
  }
}
