// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// smil.jsonl: what a property shows: values or from/to/by, additive and cumulative.
struct SmilRecord: OracleRecord {
  private enum Mode {
    case linear
    case discrete
    case paced
  }

  private let timing: MediaTiming
  private let track: KeyframeTrack<Double>
  private let composition: ValueComposition
  private let modelValue: Double
  private let samples: [(time: Double, presented: Double)]

  init(reading fields: inout Fields) throws(RecordError) {
    timing = try fields.mediaTiming(hasAutoreverses: false, hasOffset: false)
    modelValue = try fields.number("modelValue")
    composition = ValueComposition(
      isAdditive: try fields.flag("additive"), isCumulative: try fields.flag("cumulative"))
    track = try Self.track(
      &fields, modelValue: modelValue, isAdditive: composition.isAdditive)
    fields.ignore("kind", "tags")
    samples = try fields.objects("samples") { (sample: inout Fields) throws(RecordError) in
      sample.ignore("edge")
      return (try sample.number("t"), try sample.number("presented"))
    }
  }

  private static func track(
    _ fields: inout Fields, modelValue: Double, isAdditive: Bool
  ) throws(RecordError) -> KeyframeTrack<Double> {
    let mode: Mode = try fields.choice(
      "calculationMode", [("linear", .linear), ("discrete", .discrete), ("paced", .paced)])
    let ends = AnimatedEnds(
      from: try fields.numberIfPresent("fromValue"), to: try fields.numberIfPresent("toValue"),
      by: try fields.numberIfPresent("byValue"))
    var values: [Double]
    if fields.has("values") {
      values = try fields.numbers("values")
    } else {
      let (from, to) = ends.resolved(underlying: modelValue, isAdditive: isAdditive)
      values = [from, to]
    }
    let keyTimes = fields.has("keyTimes") ? try fields.numbers("keyTimes") : nil
    let functions =
      fields.has("timingFunctions") ? try fields.timingFunctions("timingFunctions") : nil
    do {
      switch mode {
      case .linear:
        return try KeyframeTrack(values, keyTimes: keyTimes, timingFunctions: functions)
      case .discrete: return try .discrete(values, keyTimes: keyTimes)
      case .paced: return try .paced(values)
      }
    } catch {
      throw RecordError(problem: error.description)
    }
  }

  func compare(_ comparison: inout Comparison) {
    for sample in samples {
      comparison.sample("t = \(sample.time)") { check in
        check.near("value", presented(at: sample.time), sample.presented, within: 2e-3)
      }
    }
  }

  private func presented(at time: Double) -> Double {
    let sample = timing.sample(at: time)
    guard sample.isInEffect else { return modelValue }
    return composition.presented(
      track.value(at: sample.progress), cycle: sample.cycle, endOfCycle: track.value(at: 1),
      underlying: modelValue)
  }
}
