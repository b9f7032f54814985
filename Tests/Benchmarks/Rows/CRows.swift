// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import CReference
import DynamicRepeatC

/// Separate repeats, as in a busy scene, run by the C library; each has its own rate.
private final class RepeatsInC {
  private var repeats: [dr_repeat]
  private var frame = 0

  init(_ many: ManyRepeats) {
    repeats = (0..<many.count).map { index in
      var def = dr_default_repeat_def()
      def.rate = dr_hz(Double(many.rates[index]))
      def.start_phase = Double(many.phases[index])
      def.now_s = 0
      def.policy = dr_phase_matched(0)
      var made = dr_repeat()
      let statuses = [dr_repeat_init(&made, &def), dr_repeat_start(&made, DR_NOW)]
      precondition(statuses == [DR_OK, DR_OK], "a valid definition was rejected")
      return made
    }
  }

  /// Computes the values of the next frames.
  /// - Parameter advances: Whether each repeat is advanced first, and its events are read.
  func show(_ frames: Int, advances: Bool) -> Double {
    var (sum, value) = (0.0, 0.0)
    var event = dr_event()
    return repeats.withUnsafeMutableBufferPointer { repeats in
      for _ in 0..<frames {
        frame += 1
        let time = Double(frame) / 60
        for index in repeats.indices {
          let made = repeats.baseAddress! + index
          if advances {
            while dr_repeat_next_event(made, time, &event) != 0 {}
            guard event.status == DR_OK else { return .nan }
          }
          guard dr_repeat_value(made, time, &value) == DR_OK else { return .nan }
          sum += value
        }
      }
      return sum
    }
  }
}

private func row(_ name: String, _ words: String, advances: Bool) -> Row {
  Row(
    name: "c/\(name)",
    description: "\(words), of 1,000 repeats; versus a tween's step in C++ by tweeny's published"
      + " algorithm, reimplemented",
    units: 1000
  ) {
    let many = ManyRepeats(count: 1000)
    let ours = RepeatsInC(many)
    let durations = many.rates.map { Int32((500 / $0).rounded()) }
    guard let tweens = reference_tweens_make(durations, durations.count) else {
      preconditionFailure("there is no memory for \(durations.count) tweens")
    }
    return (
      .timed { ours.show($0, advances: advances) },
      .timed { sum($0) { _ in Double(reference_tweens_step(tweens, 17)) } }
    )
  }
}

let cRows = [
  row("step", "dr_repeat_next_event for all events, and dr_repeat_value", advances: true),
  row("value", "dr_repeat_value", advances: false),
]
