// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

/// Nested layers that repeat, each with an animation.
///
/// All times are multiples of 1/32 s, so that frames of 1/32 s fall exactly on every event.
private struct NestedScript {
  static let fineStep = 0.03125

  var timings: [MediaTiming] = []
  var animations: [(timing: MediaTiming, isRemoved: Bool)] = []

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func quarters(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random)) / 4
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      timings.append(
        MediaTiming(
          beginTime: quarters(-4...4), duration: random.chance(0.2) ? .infinity : quarters(1...10),
          repeatCount: [0, 1, 1.5, 2, 2.5, 3, .infinity].randomElement(using: &random)!,
          autoreverses: random.chance(0.5),
          speed: [1, 1, 1, 2, 0.5, -1].randomElement(using: &random)!,
          timeOffset: random.chance(0.4) ? quarters(-6...6) : 0,
          fillMode: FillMode.allCases.randomElement(using: &random)!))
      // A begin time of 0 would mean the time of the first frame.
      let begin = quarters(-3...12)
      animations.append(
        (
          MediaTiming(
            beginTime: begin == 0 ? 0.125 : begin, duration: quarters(1...12),
            repeatCount: [0, 1, 2].randomElement(using: &random)!,
            autoreverses: random.chance(0.3),
            fillMode: FillMode.allCases.randomElement(using: &random)!),
          random.chance(0.7)
        ))
    }
  }

  /// The reported events with the times of their frames, and the values shown in each frame.
  typealias Outcome = (events: [String: Double], shown: [Double: [Double]])

  func outcome(step: Double) -> Outcome {
    let tree = LayerTree()
    let log = EventLog()
    var layers: [Layer] = []
    for (index, timing) in timings.enumerated() {
      let layer = Layer()
      (layers.last ?? tree.root).add(layer)
      (layer.timing, layer.opacity) = (timing, 0.125)
      var animation = BasicAnimation(.opacity, from: 1, to: 2)
      animation.timing = animations[index].timing
      animation.isRemovedOnCompletion = animations[index].isRemoved
      animation.delegate = log.delegate("\(index)")
      layer.add(animation)
      layers.append(layer)
    }
    var events: [String: Double] = [:]
    var shown: [Double: [Double]] = [:]
    for frame in 0...Int(16 / step) {
      let time = -1 + Double(frame) * step
      log.onEntry = { events[$0] = time }
      tree.update(at: time)
      shown[time] = layers.map(\.presentation.opacity)
    }
    return (events, shown)
  }

  /// The difference between a run with frames of `step` and a run with frames of 1/32 s, if any.
  func difference(step: Double, from fine: Outcome) -> String? {
    let coarse = outcome(step: step)
    let frames = coarse.shown.keys.sorted()
    let expected = fine.events.compactMapValues { time in frames.first { $0 >= time } }
    if coarse.events != expected {
      return "reported \(coarse.events.sorted(by: <)), not \(expected.sorted(by: <))"
    }
    for time in frames where coarse.shown[time] != fine.shown[time] {
      return "at \(time) \(coarse.shown[time] ?? []), not \(fine.shown[time] ?? [])"
    }
    return nil
  }
}

@Suite struct FrameIndependenceTests {
  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `frame length does not change what nested repeating layers report and show`(seed: UInt64) {
    let script = NestedScript(seed: seed)
    let fine = script.outcome(step: NestedScript.fineStep)
    for step in [0.125, 0.25, 0.5, 1.25, 3, 16] {
      let difference = script.difference(step: step, from: fine)
      #expect(difference == nil, "seed \(seed), frames of \(step) s, \(script)")
    }
  }
}
