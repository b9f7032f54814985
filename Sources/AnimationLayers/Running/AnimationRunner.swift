// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// An animation prepared for one layer, with its storage slot looked up and its timing resolved.
///
/// Running the animation allocates nothing.
class AnimationRunner {
  @exclusivity(unchecked) private(set) final var prepared: PreparedTiming
  /// Whether the presented value depends on the progress alone; ``show(progress:)`` then writes it.
  final let isIndependent: Bool

  init(settings: RunnerSettings, isIndependent: Bool = false) {
    prepared = PreparedTiming(settings.timing, pacing: settings.pacing, begin: settings.begin)
    self.isIndependent = isIndependent
  }

  final var timing: MediaTiming { prepared.timing }

  /// Fast path of ``run(at:inReversedTime:)`` for independent values inside a leg (a run from start
  /// to end, or back); writes the same value.
  /// - Returns: Whether the fast path applied; if not, nothing has been written.
  @inline(__always)
  final func runInside(at time: LayerTicks) -> Bool {
    guard isIndependent else { return false }
    let fraction = prepared.quickFraction(at: time)
    guard !fraction.isNaN else { return false }
    var progress = prepared.progress(atFraction: fraction)
    if progress.isNaN { progress = paced(fraction) }
    show(progress: progress)
    return true
  }

  @inline(never)
  private final func paced(_ fraction: Double) -> Double { prepared.pacing(fraction) }

  /// Writes the value at `time`, a time of the animation's layer or group, over the underlying
  /// value.
  /// - Returns: Whether `time` is before, in or after the active interval.
  final func run(at time: LayerTicks, inReversedTime: Bool) -> MediaSample.Stage {
    let sample = sample(at: time, inReversedTime: inReversedTime)
    if sample.isInEffect { show(sample, inReversedTime: inReversedTime) }
    return sample.stage
  }

  final func sample(at time: LayerTicks, inReversedTime: Bool) -> MediaSample {
    prepared.sample(at: time, inReversedTime: inReversedTime)
  }

  /// Writes the value at a progress; for independent values.
  func show(progress: Double) {
    preconditionFailure("a runner of an independent value must override show(progress:)")
  }

  /// Writes the value of a sample that is in effect.
  func show(_ sample: MediaSample, inReversedTime: Bool) {
    preconditionFailure("a runner must override show(_:inReversedTime:)")
  }
}

struct RunnerSettings {
  var timing: MediaTiming
  var pacing: TimingFunction
  /// The begin time, if it is not the timing's.
  var begin: LayerTicks?
}
