// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// chain.jsonl: nested layers, a sibling branch, and an animation in the innermost layer.
struct ChainRecord: OracleRecord {
  private struct Sample {
    let time: Double
    let locals: [Double]
    let back: Double?
    let other: Double?
    let leg: Double?
    let progress: Double?
  }

  private let levels: [TimeSpace]
  private let others: [TimeSpace]
  private let timing: MediaTiming
  private let function: TimingFunction?
  private let samples: [Sample]

  init(reading fields: inout Fields) throws(RecordError) {
    let levels = try fields.objects("levels", Self.space)
    others = try fields.objects("otherLevels", Self.space)
    guard !levels.isEmpty, !others.isEmpty else {
      throw RecordError(problem: "levels and otherLevels must not be empty")
    }
    self.levels = levels
    var animation = try fields.object("animation")
    timing = try animation.mediaTiming()
    function = try animation.timingFunction()
    try animation.end()
    guard timing.isLiteralInLayers else {
      throw RecordError(problem: "the animation's duration must be above 0")
    }
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
  }

  private static func space(_ fields: inout Fields) throws(RecordError) -> TimeSpace {
    TimeSpace(
      begin: try fields.number("beginTime"), speed: try fields.number("speed"),
      offset: try fields.number("timeOffset"))
  }

  func compare(_ comparison: inout Comparison) {
    let chain = LayerProbe(depth: levels.count, timing.probes(function))
    for (layer, space) in zip(chain.layers, levels) { layer.timeSpace = space }
    // The first level of both branches is the tree's root.
    let branch = others.reduce(chain.tree.root) { outer, space in
      let layer = Layer()
      layer.timeSpace = space
      outer.add(layer)
      return layer
    }
    for sample in samples {
      comparison.sample("t = \(sample.time)") { check in
        for (layer, expected) in zip(chain.layers, sample.locals) {
          check.near(
            "local", layer.convertTime(sample.time, from: nil), expected,
            within: Self.tolerance(expected))
        }
        let leaf = chain.layer
        let local = leaf.convertTime(sample.time, from: nil)
        // The root's time is media time.
        let back = chain.tree.root.localTime(of: local, from: leaf)
        check.near("back", back, sample.back, within: Self.tolerance(sample.back))
        check.near(
          "other", branch.localTime(of: local, from: leaf), sample.other,
          within: Self.tolerance(sample.other))
        let found = chain.frame(of: timing, at: sample.time)
        check.equal("leg", found.leg, sample.leg)
        check.near("progress", found.progress, sample.progress, within: 1e-8)
      }
    }
  }

  /// 1e-9, relative to values above 1.
  private static func tolerance(_ value: Double?) -> Double {
    1e-9 * max(1, (value ?? 0).magnitude)
  }
}
