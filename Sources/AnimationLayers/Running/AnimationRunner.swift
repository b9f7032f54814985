// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// An animation made ready to run on one layer: where it writes to is found, its timing settled.
///
/// Running allocates nothing.
class AnimationRunner {
  final let prepared: PreparedTiming
  /// Whether what it shows follows from its progress alone, whatever is underneath:
  /// ``show(progress:)`` writes all of it then.
  final let isPlain: Bool

  init(settings: RunnerSettings, isPlain: Bool = false) {
    prepared = PreparedTiming(settings.timing, pacing: settings.pacing)
    self.isPlain = isPlain
  }

  /// When it runs.
  final var timing: MediaTiming { prepared.timing }

  /// Writes the same as ``run(at:inReversedTime:)``, in a part of the time, where it is plain and
  /// inside a leg.
  /// - Returns: Whether it is; if not, nothing has been written.
  @inline(__always)
  final func runInside(at time: Double) -> Bool {
    guard isPlain else { return false }
    let fraction = prepared.fraction(at: time)
    guard !fraction.isNaN else { return false }
    var progress = prepared.progress(atFraction: fraction)
    if progress.isNaN { progress = paced(fraction) }
    show(progress: progress)
    return true
  }

  @inline(never)
  private final func paced(_ fraction: Double) -> Double { prepared.pacing(fraction) }

  /// Writes the value at `time`, in its layer's or group's time, over what is underneath.
  /// - Returns: Where it is.
  final func run(at time: Double, inReversedTime: Bool) -> MediaSample.Stage {
    let sample = sample(at: time, inReversedTime: inReversedTime)
    if sample.isInEffect { show(sample, inReversedTime: inReversedTime) }
    return sample.stage
  }

  /// The frame at `time`; writes nothing.
  final func sample(at time: Double, inReversedTime: Bool) -> MediaSample {
    prepared.sample(at: time, inReversedTime: inReversedTime)
  }

  /// Writes the value at a progress; for a plain one.
  func show(progress: Double) {
    preconditionFailure("only a plain runner shows a progress")
  }

  /// Writes the value of a frame that is in effect.
  func show(_ sample: MediaSample, inReversedTime: Bool) {
    preconditionFailure("every runner shows something")
  }
}

/// When a runner runs, and at what pace.
struct RunnerSettings {
  var timing: MediaTiming
  var pacing: TimingFunction
}
