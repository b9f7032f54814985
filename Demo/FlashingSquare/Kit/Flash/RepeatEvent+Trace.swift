// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension RepeatEvent {
  /// The event's name in a trace, with its count if that is above 1, such as `cycle*3`.
  var traceName: String {
    let name =
      switch kind {
      case .started: "started"
      case .cycle: "cycle"
      case .mark: "mark"
      case .delayEnded: "delay_ended"
      case .towardAlternate: "to_alarm"
      case .towardDefault: "to_calm"
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished: "stopped"
      case .locked: "locked"
      case .unlocked: "unlocked"
      case .arrived: "arrived"
      case .invalidInput: "invalid_input"
      }
    return count == 1 ? name : "\(name)*\(count)"
  }
}
