// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension RepeatEvent {
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
