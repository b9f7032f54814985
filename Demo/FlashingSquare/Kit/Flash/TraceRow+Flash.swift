// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension TraceRow {
  /// The row of a frame in which `flash` is where it is.
  /// - Parameter events: What its controller reported, then the scene's own.
  init(_ flash: FlashController, time: Double, events: [String]) {
    self.init(
      time: time, cycleDurationRequested: flash.requested, cycleDurationInEffect: flash.inEffect,
      cycle: flash.sample.position.cycle, phase: flash.sample.position.phase, value: flash.shown,
      events: events)
  }
}

extension RepeatEvent {
  /// Its name in a trace; several at once carry their number, as in `cycle*3`.
  var traceName: String {
    let name =
      switch kind {
      case .started: "started"
      case .cycle: "cycle"
      case .towardAlternate: "to_alarm"
      case .towardDefault: "to_calm"
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished, .delegateGone: "stopped"
      case .locked: "locked"
      case .unlocked: "unlocked"
      case .arrived: "arrived"
      case .invalidInput: "invalid_input"
      }
    return count == 1 ? name : "\(name)*\(count)"
  }
}
