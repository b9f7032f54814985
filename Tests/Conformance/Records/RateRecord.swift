// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// rate.jsonl and live.jsonl: one animation in a layer that changes its speed, pauses and seeks.
struct RateRecord: OracleRecord {
  /// A change of the layer, or a sample if `set` is `nil`.
  struct Step: Decodable {
    let t: Double
    let set: String?
    let to: Double?
    let local, leg, fraction, progress: Double?
    let edge: String?
  }

  private let animation: TimingFields
  private let space: TimeSpace
  private let steps: [Step]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    var animation = try TimingFields(from: decoder)
    // The speed belongs to the layer, not to the animation.
    space = TimeSpace(
      speed: animation.timing.speed, offset: try fields.decode(Double.self, forKey: "localAtZero"))
    animation.timing.speed = 1
    self.animation = animation
    steps = try fields.decode([Step].self, forKey: "steps")
  }

  func compare(_ comparison: inout Comparison) {
    let probe = LayerProbe(animation.timing.probes(animation.function))
    let layer = probe.layer
    layer.timeSpace = space
    for step in steps {
      switch (step.set, step.to) {
      case ("speed", let speed?): layer.setSpeed(speed, at: step.t)
      case ("local", let local?): layer.timeSpace.seek(toLocal: local, at: step.t)
      case ("beginShift", let shift?): layer.beginTime += shift
      case ("pause", _): layer.pause(at: step.t)
      case ("resume", _): layer.resume(at: step.t)
      case (nil, _): compare(step, in: probe, &comparison)
      default: comparison.whole("a change") { $0.equal("set", "no such change", step.set) }
      }
    }
  }

  private func compare(_ step: Step, in probe: LayerProbe, _ comparison: inout Comparison) {
    // Browser engines disagree within a microsecond of the end of a leg, one direction of a cycle.
    let isAtLeg =
      step.edge == "leg"
      || (step.local ?? 0).remainder(dividingBy: animation.timing.duration).magnitude <= 1e-6
    if isAtLeg { comparison.skip("leg and fraction at a leg's end; local is checked") }
    comparison.sample("t = \(step.t)") { check in
      let local = probe.layer.convertTime(step.t, from: nil)
      check.near("local", local, step.local, within: 1e-9)
      if isAtLeg { return }
      let found = probe.frame(of: animation.timing, at: step.t)
      check.equal("leg", found.leg, step.leg)
      check.near("fraction", found.fraction, step.fraction, within: 1e-9)
      if let progress = step.progress {
        check.near("progress", found.progress, progress, within: 1e-5)
      }
    }
  }
}
