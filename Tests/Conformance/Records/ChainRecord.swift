// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// chain.jsonl: nested layers, a sibling branch, and an animation in the innermost layer.
struct ChainRecord: OracleRecord {
  struct Level: Decodable {
    let beginTime, speed, timeOffset: Double
    var space: TimeSpace { TimeSpace(begin: beginTime, speed: speed, offset: timeOffset) }
  }

  struct Sample: Decodable {
    let t: Double
    let local: [Double]
    let back, other, leg, progress: Double?
  }

  let levels, otherLevels: [Level]
  let animation: TimingFields
  let samples: [Sample]

  func compare(_ comparison: inout Comparison) {
    let chain = LayerProbe(
      depth: max(1, levels.count), animation.timing.probes(animation.function))
    for (layer, level) in zip(chain.layers, levels) { layer.timeSpace = level.space }
    // The first level of both branches is the tree's root.
    let branch = otherLevels.reduce(chain.tree.root) { outer, level in
      let layer = Layer()
      layer.timeSpace = level.space
      outer.add(layer)
      return layer
    }
    for sample in samples {
      comparison.sample("t = \(sample.t)") { check in
        check.equal("number of local times", sample.local.count, chain.layers.count)
        for (layer, expected) in zip(chain.layers, sample.local) {
          check.near(
            "local", layer.convertTime(sample.t, from: nil), expected,
            within: Self.tolerance(expected))
        }
        let leaf = chain.layer
        let local = leaf.convertTime(sample.t, from: nil)
        // The root's time is media time.
        let back = chain.tree.root.localTime(of: local, from: leaf)
        check.near("back", back, sample.back, within: Self.tolerance(sample.back))
        check.near(
          "other", branch.localTime(of: local, from: leaf), sample.other,
          within: Self.tolerance(sample.other))
        let found = chain.frame(of: animation.timing, at: sample.t)
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
