// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import RepeatTiming

/// What a program folds by hand that has only endless, autoreversing animations.
struct HandWrittenFold {
  let beginTime: Double
  let duration: Double
  let pacing: TimingFunction?

  /// The progress at a time.
  func progress(at parent: Double) -> Double {
    let elapsed = parent - beginTime
    let cycle = 2 * duration
    let time = elapsed - cycle * (elapsed / cycle).rounded(.down)
    let fraction = (time < duration ? time : cycle - time) / duration
    return pacing.map { $0(fraction) } ?? fraction
  }
}

/// Times that never come twice, about a frame apart.
func time(ofRepetition number: Int) -> Double { 0.5 + Double(number & 0xFFFF) * 0.0166 }

private func mediaTiming(
  _ name: String, _ pacing: TimingFunction?, _ words: String, must: Double, after: Double
) -> Benchmark {
  Benchmark(
    name: "media-timing/\(name)",
    description: "one MediaTiming.sample, endless and autoreversing, \(words); by hand the fold in"
      + " plain Double",
    goals: [Goal(figure: .ratio, must: must, after: after)]
  ) {
    let timing = MediaTiming(
      beginTime: 0.25, duration: 0.7, repeatCount: .infinity, autoreverses: true)
    let timingFunction = pacing ?? .linear
    let fold = HandWrittenFold(beginTime: 0.25, duration: 0.7, pacing: pacing)
    return Contenders(
      ours: { count in
        sum(count) { timing.sample(at: time(ofRepetition: $0), timing: timingFunction).progress }
      },
      byHand: { count in sum(count) { fold.progress(at: time(ofRepetition: $0)) } })
  }
}

let mediaTimingBenchmarks = [
  mediaTiming("linear", nil, "linear", must: 4, after: 2),
  mediaTiming("eased", .easeInEaseOut, "ease in, ease out", must: 1.2, after: 0.8),
]
