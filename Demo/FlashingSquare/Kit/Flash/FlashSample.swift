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

extension TraceRow {
  /// The row of a frame in which `flash` is where it is.
  /// - Parameter events: What its controller reported, then the scene's own.
  init(_ flash: FlashController, time: Double, events: [String]) {
    self.init(
      time: time, cycleDurationRequested: flash.requested,
      cycleDurationInEffect: flash.inEffect,
      cycle: flash.sample.position.cycle, phase: flash.sample.position.phase,
      value: flash.shown, events: events)
  }
}

extension FlashEvent {
  /// Its name in a trace; several at once carry their number, as in `cycle*3`.
  var traceName: String {
    let name =
      switch kind {
      case .started: "started"
      case .cycle: "cycle"
      case .direction(.towardAlternate): "to_alarm"
      case .direction(.towardDefault): "to_calm"
      case .stopped: "stopped"
      case .locked: "locked"
      case .unlocked: "unlocked"
      case .invalidInput: "invalid_input"
      }
    return count == 1 ? name : "\(name)*\(count)"
  }
}
