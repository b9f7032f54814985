// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat

/// So many single repeats as a busy scene has.
private let count = 1000

private func row(
  _ name: String, _ words: String, must: Double, after: Double,
  ours: @escaping @Sendable (ManyRepeats) -> (Int) -> Double
) -> Benchmark {
  Benchmark(
    name: "single/\(name)",
    description: "a repeat and frame of 1,000: \(words); beside it a tween's step in C++ by"
      + " tweeny's published algorithm, written anew: float progress, integer duration, one call"
      + " of the easing (cubic in and out), looped",
    unitsPerRepetition: count, goals: [Goal(figure: .ratio, must: must, after: after)]
  ) {
    let repeats = ManyRepeats(count: count)
    return Contenders(ours: ours(repeats), byHand: CompiledTweens(repeats).showFrames)
  }
}

let singleBenchmarks =
  [
    row(
      "c-step", "dr_repeat_advance with its events and dr_repeat_value, eased", must: 1,
      after: 0.5
    ) { SingleRepeatsInC($0, DR_CURVE_EASE_IN_OUT).steps },
    row("c-value-linear", "dr_repeat_value, linear", must: 0.5, after: 0.3) {
      SingleRepeatsInC($0, DR_CURVE_LINEAR).values
    },
    row("c-value-eased", "dr_repeat_value, eased", must: 0.8, after: 0.5) {
      SingleRepeatsInC($0, DR_CURVE_EASE_IN_OUT).values
    },
    row("swift-sample", "RepeatController.sample, eased", must: 0.9, after: 0.45) { repeats in
      var controllers = SingleControllers(repeats)
      return { controllers.sample($0) }
    },
    row(
      "swift-advance", "RepeatController.advance with its events", must: 0.9, after: 0.45
    ) { repeats in
      var controllers = SingleControllers(repeats)
      return { controllers.advance($0) }
    },
  ] + [MemoryCount.singleBenchmark]
