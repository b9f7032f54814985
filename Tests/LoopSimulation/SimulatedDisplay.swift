// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// A display that shows pictures at refreshes of a known period, and a program that draws for it.
///
/// Each frame begins when presenting the one before returned, builds for a while, and is shown at
/// the next refresh. Presenting returns then, late by noise that is never negative: the wake-up of
/// a busy machine.
package struct SimulatedDisplay {
  /// One frame, in nanoseconds.
  package struct Frame {
    /// When the program began it.
    package var begun: Int64
    /// When it was drawn, and presenting began.
    package var drawn: Int64
    /// When it was seen.
    package var shown: Double

    package init(begun: Int64, drawn: Int64? = nil, shown: Double) {
      self.begun = begun
      self.drawn = drawn ?? begun
      self.shown = shown
    }
  }

  /// How long the display keeps each rate.
  private let stretches: [(hertz: Double, seconds: Double)]
  /// Milliseconds that drawing takes: uniform in this range.
  private var build: ClosedRange<Double> = 1...2
  /// How late wake-ups are.
  private let noise: Noise

  /// Shapes of lateness.
  ///
  /// Both make the raw interval's step wrong by 3.8 ms in one frame of a hundred, as measured on a
  /// shared machine.
  package enum Noise: CaseIterable {
    case none
    /// Mostly a tenth of a millisecond; one wake-up in seventeen a few.
    case bursts
    /// Never quite on time: exponential with a mean of 0.8 ms.
    case broad

    /// Nanoseconds.
    func lateness(_ random: inout SeededRandom) -> Double {
      let mean =
        switch self {
        case .none: 0.0
        case .bursts: random.chance(0.06) ? 1.7e6 : 0.12e6
        case .broad: 0.82e6
        }
      return min(-log(1 - random.double(in: 0...0.999_999)) * mean, 9e6)
    }
  }

  package init(
    hertz: Double, seconds: Double, build: ClosedRange<Double> = 1...2, noise: Noise = .bursts
  ) {
    stretches = [(hertz, seconds)]
    (self.build, self.noise) = (build, noise)
  }

  package init(_ stretches: [(hertz: Double, seconds: Double)], noise: Noise) {
    (self.stretches, self.noise) = (stretches, noise)
  }

  /// All frames of a run.
  package func run(seed: UInt64) -> [Frame] {
    var random = SeededRandom(seed: seed)
    var frames: [Frame] = []
    var start = 1e9
    var now = start
    for stretch in stretches {
      let period = 1e9 / stretch.hertz
      let end = start + stretch.seconds * 1e9
      while now < end {
        let begun = now
        let ready = begun + random.double(in: build) * 1e6
        let shown = start + ((ready - start) / period).rounded(.up) * period
        frames.append(Frame(begun: Int64(begun), drawn: Int64(ready), shown: shown))
        now = shown + noise.lateness(&random)
      }
      // The new rate begins where the old one showed its last picture.
      start = frames.last.map(\.shown) ?? start
    }
    return frames
  }
}

/// A rule that gives each frame the time that its picture is drawn for.
package protocol TimingRule {
  /// A rule for a display that reports `hertz`.
  init(reportedHertz: Double)
  /// Nanoseconds of animation time for the frame that begins at `now`.
  mutating func time(at now: Int64) -> Double
}

/// How wrong a rule's steps are against what was seen.
package struct StepErrors {
  /// Milliseconds, in order of the frames.
  package var steps: [Double] = []
  /// Milliseconds of animation time against shown time, in order of the frames.
  package var phases: [Double] = []

  package init<Rule: TimingRule>(
    _ rule: Rule.Type, reportedHertz: Double, _ frames: [SimulatedDisplay.Frame]
  ) {
    var rule = Rule(reportedHertz: reportedHertz)
    for frame in frames {
      phases.append((rule.time(at: frame.begun) - frame.shown) / 1e6)
    }
    steps = zip(phases.dropFirst(), phases).map { abs($0 - $1) }
  }

  /// The step error that `share` of the frames from `first` on do not exceed.
  package func step(_ share: Double, from first: Int = 30) -> Double {
    let sorted = steps.dropFirst(first).sorted()
    return sorted[max(Int((share * Double(sorted.count)).rounded(.up)) - 1, 0)]
  }

  /// How far animation time and shown time moved apart from the 10th second's median to the last's.
  package var drift: Double {
    func middle(_ part: ArraySlice<Double>) -> Double { part.sorted()[part.count / 2] }
    return abs(middle(phases.suffix(600)) - middle(phases[600..<1200]))
  }
}
