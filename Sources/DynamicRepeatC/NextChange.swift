// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

@c @implementation
public func dr_repeat_next_change(
  _ repeat: dr_repeat, _ time_s: Double, _ quantum: Double,
  _ change_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  `repeat`.answerMasked(in: change_s) { object throws(StatusError) in
    guard quantum >= 0 else { throw StatusError(DR_ERROR_QUANTUM) }
    return try object.pointee.change(
      after: time_s, of: .progress, duty: nil, quantum: quantum)
  }
}

@c @implementation
public func dr_repeat_next_switch(
  _ repeat: dr_repeat, _ time_s: Double, _ duty: Double, _ switch_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  `repeat`.answerMasked(in: switch_s) { object throws(StatusError) in
    try object.pointee.change(
      after: time_s, of: .isOn, duty: duty, quantum: 0.5)
  }
}

extension RepeatObject {
  @inline(never)
  fileprivate mutating func change(
    after time: Double, of quantity: ShownQuantity, duty: Double?, quantum: Double
  ) throws(StatusError) -> Double {
    guard RepeatLimits.isTime(time) else { throw StatusError(DR_ERROR_TIME) }
    guard time >= live.now else { throw StatusError(DR_ERROR_PAST) }
    return try lookAhead { (ahead) throws(StatusError) in
      let shown = ahead.shownPhase(duty: duty, quantum: quantum)
      return try checked { () throws(RepeatError) in
        try ahead.findChange(after: time, of: quantity, shown)
      }
    }
  }
}
