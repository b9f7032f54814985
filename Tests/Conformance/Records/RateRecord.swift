// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// rate.jsonl and live.jsonl: one animation in a layer that changes its speed, pauses and seeks.
struct RateRecord: OracleRecord {
  private enum Step {
    case speed(Double)
    case local(Double)
    case beginShift(Double)
    case pause
    case resume
    case sample(Sample)
  }

  private struct Sample {
    let local: Double
    let leg: Double?
    let fraction: Double?
    /// The outer `nil` means a missing field.
    let progress: Double??
    let isAtLeg: Bool
  }

  private let space: TimeSpace
  private let timing: MediaTiming
  private let function: TimingFunction?
  private let steps: [(time: Double, step: Step)]

  init(reading fields: inout Fields) throws(RecordError) {
    timing = MediaTiming(
      duration: try fields.numberOrInfinity("duration"),
      repeatCount: try fields.numberOrInfinity("repeatCount"),
      autoreverses: try fields.flag("autoreverses"),
      fillMode: fields.has("fillMode") ? try fields.fillMode() : .removed)
    function = try fields.timingFunction()
    space = TimeSpace(speed: try fields.number("speed"), offset: try fields.number("localAtZero"))
    fields.ignore("tags")
    steps = try fields.objects("steps") { (step: inout Fields) throws(RecordError) in
      (try step.number("t"), try Self.step(&step))
    }
  }

  private static func step(_ fields: inout Fields) throws(RecordError) -> Step {
    guard fields.has("set") else { return .sample(try sample(&fields)) }
    let make: (inout Fields) throws(RecordError) -> Step = try fields.choice(
      "set",
      [
        ("speed", { fields throws(RecordError) in .speed(try fields.number("to")) }),
        ("local", { fields throws(RecordError) in .local(try fields.number("to")) }),
        ("beginShift", { fields throws(RecordError) in .beginShift(try fields.number("to")) }),
        ("pause", { _ in .pause }),
        ("resume", { _ in .resume }),
      ])
    return try make(&fields)
  }

  private static func sample(_ fields: inout Fields) throws(RecordError) -> Sample {
    // "before" and "after" a change are already given by the order of the steps.
    fields.ignore("when")
    var isAtLeg = false
    if fields.has("edge") { isAtLeg = try fields.text("edge") == "leg" }
    return Sample(
      local: try fields.number("local"), leg: try fields.leg(),
      fraction: try fields.numberOrNull("fraction"),
      progress: fields.has("progress") ? .some(try fields.numberOrNull("progress")) : .none,
      isAtLeg: isAtLeg)
  }

  func compare(_ comparison: inout Comparison) {
    let probe = LayerProbe(timing.probes(function))
    let layer = probe.layer
    layer.timeSpace = space
    for (time, step) in steps {
      switch step {
      case .speed(let speed): layer.setSpeed(speed, at: time)
      case .local(let local): layer.timeSpace.seek(toLocal: local, at: time)
      case .beginShift(let shift): layer.beginTime += shift
      case .pause: layer.pause(at: time)
      case .resume: layer.resume(at: time)
      case .sample(let sample): compare(sample, at: time, in: probe, &comparison)
      }
    }
  }

  private func compare(
    _ sample: Sample, at time: Double, in probe: LayerProbe, _ comparison: inout Comparison
  ) {
    let local = probe.layer.convertTime(time, from: nil)
    let isAtLeg = sample.isAtLeg || isNearLeg(sample.local)
    if isAtLeg { comparison.skip("leg and fraction at a leg's end; local is checked") }
    comparison.sample("t = \(time)") { check in
      check.near("local", local, sample.local, within: 1e-9)
      if isAtLeg { return }
      let found = probe.frame(of: timing, at: time)
      check.equal("leg", found.leg, sample.leg)
      check.near("fraction", found.fraction, sample.fraction, within: 1e-9)
      if let progress = sample.progress {
        check.near("progress", found.progress, progress, within: 1e-5)
      }
    }
  }

  /// Whether a leg begins or ends within a microsecond of a local time.
  private func isNearLeg(_ local: Double) -> Bool {
    local.remainder(dividingBy: timing.duration).magnitude <= 1e-6
  }
}
