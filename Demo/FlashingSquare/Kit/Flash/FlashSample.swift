// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// What a flash shows at one time, whatever moves it.
struct FlashSample: Hashable, Sendable {
  /// Whole cycles and phase.
  var position = CyclePosition(cycle: 0, phase: 0)
  /// 0 the calm colour, 1 the alarm colour.
  var progress = 0.0
  /// Cycles per second in effect; 0 while nothing moves.
  var hertz = 0.0
  /// Seconds per cycle in effect; infinite while nothing moves.
  var cycleDuration = Double.infinity
}

extension FlashSample {
  init(_ sample: RepeatSample) {
    position = sample.position
    progress = sample.progress
    hertz = sample.hertz
    cycleDuration = sample.cycleDuration
  }
}

/// Something that happened on the way to a frame.
struct FlashEvent: Hashable, Sendable {
  var kind: RepeatEvent.Kind
  /// How many of its kind: at least 1.
  var count = 1
  /// Seconds.
  var time: Double
}

extension FlashEvent {
  init(_ event: RepeatEvent) {
    kind = event.kind
    count = event.count
    time = event.time
  }
}
