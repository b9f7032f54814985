// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension TraceRow {
  /// The row of a frame in which `flasher` has got where it is.
  /// - Parameter events: What its controller reported, then the scene's own.
  init(_ flasher: Flasher, time: Double, events: [String]) {
    self.init(
      time: time, cycleDurationAsked: flasher.asked,
      cycleDurationInEffect: flasher.inEffect,
      cycle: flasher.sample.position.cycle, phase: flasher.sample.position.phase,
      value: flasher.shown, events: events)
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
      case .invalidInput: "refused"
      }
    return count == 1 ? name : "\(name)*\(count)"
  }
}
