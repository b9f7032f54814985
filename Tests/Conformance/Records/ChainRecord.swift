// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// chain.jsonl: spaces in spaces, a sibling branch, and an animation in the innermost.
struct ChainRecord: OracleRecord {
  private struct Sample {
    let time: Double
    let locals: [Double]
    let back: Double?
    let other: Double?
    let leg: Double?
    let progress: Double?
  }

  private var tree = TimeSpaceTree()
  private var path: [TimeSpaceTree.ID] = []
  private var otherPath: [TimeSpaceTree.ID] = []
  private let timing: MediaTiming
  private let function: TimingFunction?
  private let samples: [Sample]

  init(reading fields: inout Fields) throws(RecordError) {
    let levels = try fields.objects("levels", Self.space)
    let others = try fields.objects("otherLevels", Self.space)
    guard !levels.isEmpty, !others.isEmpty else {
      throw RecordError(problem: "levels and otherLevels must not be empty")
    }
    var animation = try fields.object("animation")
    timing = try animation.mediaTiming()
    function = try animation.timingFunction()
    try animation.end()
    fields.ignore("tags")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      sample.ignore("edge")
      let locals = try sample.numbers("local")
      guard locals.count == levels.count else {
        throw RecordError(problem: "local must hold a time for each of \(levels.count) levels")
      }
      return Sample(
        time: try sample.number("t"), locals: locals, back: try sample.numberOrNull("back"),
        other: try sample.numberOrNull("other"), leg: try sample.leg(),
        progress: try sample.numberOrNull("progress"))
    }
    for space in levels { path.append(tree.add(space, in: path.last)) }
    for space in others { otherPath.append(tree.add(space, in: otherPath.last)) }
  }

  private static func space(_ fields: inout Fields) throws(RecordError) -> TimeSpace {
    TimeSpace(
      begin: try fields.number("beginTime"), speed: try fields.number("speed"),
      offset: try fields.number("timeOffset"))
  }

  func compare(_ comparison: inout Comparison) {
    for sample in samples {
      comparison.sample("t = \(sample.time)") { check in
        for (level, expected) in zip(path, sample.locals) {
          let local = tree.convert(sample.time, from: nil, to: level)
          check.near("local", local, expected, within: Self.tolerance(expected))
        }
        let leaf = path.last
        let local = tree.finiteConvert(sample.time, from: nil, to: leaf)
        check.near(
          "back", tree.convert(local, from: leaf, to: nil), sample.back,
          within: Self.tolerance(sample.back))
        check.near(
          "other", tree.convert(local, from: leaf, to: otherPath.last), sample.other,
          within: Self.tolerance(sample.other))
        let found = timing.sample(
          at: local, timing: function ?? .linear, inReversedTime: tree.speed(of: leaf) < 0)
        check.equal("leg", found.shownLeg, sample.leg)
        check.near("progress", found.shown(found.progress), sample.progress, within: 1e-8)
      }
    }
  }

  /// 1e-9, relative to values above 1.
  private static func tolerance(_ value: Double?) -> Double {
    1e-9 * max(1, (value ?? 0).magnitude)
  }
}
