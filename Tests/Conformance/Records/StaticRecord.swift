// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// static.jsonl: stage, leg (one direction of a cycle), fraction and progress at given times.
///
/// floaty.jsonl: times at and after an end that is no exact `Double`, with several accepted answers.
struct StaticRecord: OracleRecord {
  struct Answer: Decodable {
    let phase: String
    let leg, fraction, progress: Double?
  }

  struct Sample: Decodable {
    let t: Double
    let answers: [Answer]

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      t = try fields.decode(Double.self, forKey: "t")
      answers =
        try fields.decodeIfPresent([Answer].self, forKey: "accept") ?? [Answer(from: decoder)]
    }
  }

  private let space: TimeSpace
  private let timing: MediaTiming
  /// `nil` for linear.
  private let function: TimingFunction?
  /// A layer with the record's eight timing properties.
  ///
  /// `nil` if the time offset wraps around within each cycle, which a layer does not support, or if
  /// the duration is infinite.
  private let layer: Layer?
  /// `nil` in floaty.jsonl.
  private let activeDuration: Double?
  private let samples: [Sample]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    let animation = try TimingFields(from: decoder)
    let rotates = try fields.decodeIfPresent(String.self, forKey: "timeOffsetMode") == "wrap"
    var timing = animation.timing
    function = animation.function
    layer = rotates || timing.duration == .infinity ? nil : Layer()
    layer?.timing = timing
    // Begin time, speed and an offset that shifts time belong to the space; an offset that wraps
    // around within each cycle belongs to the animation.
    space = TimeSpace(
      begin: timing.beginTime, speed: timing.speed, offset: rotates ? 0 : timing.timeOffset)
    (timing.beginTime, timing.speed) = (0, 1)
    if !rotates { timing.timeOffset = 0 }
    self.timing = timing
    activeDuration = try fields.decodeIfPresent(Double.self, forKey: "activeDuration")
    samples = try fields.decode([Sample].self, forKey: "samples")
  }

  func compare(_ comparison: inout Comparison) {
    if let activeDuration {
      comparison.whole("its length") { check in
        check.near(
          "active duration", timing.activeDuration, activeDuration,
          within: activeDuration.isFinite ? 1e-9 * max(1, activeDuration) : 0)
      }
    }
    for sample in samples {
      comparison.sample("t = \(sample.t)") { check in
        check.equal("accepted answers", sample.answers.isEmpty ? 0 : nil, nil)
        for answer in sample.answers {
          check = SampleCheck()
          compare(answer, at: sample.t, &check)
          if check.problems.isEmpty { break }
        }
      }
    }
  }

  private func compare(_ answer: Answer, at time: Double, _ check: inout SampleCheck) {
    let found = timing.sample(
      at: space.local(at: time), timing: function ?? .linear, inReversedTime: space.speed < 0)
    /// `nil` while the model value shows.
    func shown(_ value: Double) -> Double? { found.isInEffect ? value : nil }
    let isLinear = function == nil
    check.equal("stage", "\(found.stage)", answer.phase)
    check.equal(
      "leg", shown(found.leg == MediaSample.greatestLeg ? .infinity : Double(found.leg)),
      answer.leg)
    check.near(
      isLinear ? "fraction" : "progress", shown(found.progress), answer.progress,
      within: activeDuration == nil ? 1e-6 : (isLinear ? 1e-9 : 1e-5))
    // Without a timing function, progress equals the fraction.
    let fraction = isLinear ? answer.progress : answer.fraction
    guard activeDuration != nil, isLinear || fraction != nil else { return }
    check.near("fraction", shown(found.fraction), fraction, within: 1e-9)
    guard let layer else { return }
    check.near(
      "layer's time", layer.contentTime(at: time), fraction.map { $0 * timing.duration },
      within: 1e-9 * max(1, timing.duration))
  }
}
