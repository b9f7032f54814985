// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// An animation made ready to run on one layer: where it writes to is found, its timing settled.
///
/// Running allocates nothing.
class AnimationRunner {
  final let pacing: TimingFunction
  private final var prepared: PreparedTiming

  init(settings: RunnerSettings) {
    pacing = settings.pacing
    prepared = PreparedTiming(settings.timing)
  }

  /// When it runs; may be changed under way.
  final var timing: MediaTiming {
    get { prepared.timing }
    set { prepared = PreparedTiming(newValue) }
  }

  /// Writes the value at `time`, in its layer's or group's time, over what is underneath.
  /// - Returns: Its progress.
  final func run(at time: Double, inReversedTime: Bool) -> MediaSample.Stage {
    // A copy: while a call borrows a stored property, the runtime has to watch over every access.
    let prepared = prepared
    let sample = prepared.sample(at: time, timing: pacing, inReversedTime: inReversedTime)
    if sample.isInEffect { show(sample, at: time, inReversedTime: inReversedTime) }
    return sample.stage
  }

  /// The frame at `time`; writes nothing.
  final func sample(at time: Double, inReversedTime: Bool) -> MediaSample {
    prepared.sample(at: time, timing: pacing, inReversedTime: inReversedTime)
  }

  /// Takes over what `old`, the same animation before a change, has found out at its beginning.
  func goOn(from old: AnimationRunner) {}

  /// Where it is at `time`; writes nothing.
  final func stage(at time: Double, inReversedTime: Bool) -> MediaSample.Stage {
    prepared.sample(at: time, timing: .linear, inReversedTime: inReversedTime).stage
  }

  /// Writes the value of a frame that is in effect.
  func show(_ sample: MediaSample, at time: Double, inReversedTime: Bool) {
    preconditionFailure("every runner shows something")
  }
}

/// When a runner runs, and at what pace.
struct RunnerSettings {
  var timing: MediaTiming
  var pacing: TimingFunction
}
