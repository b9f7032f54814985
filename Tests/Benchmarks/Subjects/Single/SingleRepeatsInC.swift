// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat
import DynamicRepeatC

/// Single repeats through the C library, in the midst of their runs, each at a rate of its own.
final class SingleRepeatsInC {
  private let flashes: [dr_repeat]
  private var frame = 0

  /// Seconds at which the first frame is shown.
  static let start = 0.5

  /// Events that a frame has room for: no repeat here has more in a frame.
  private static let eventRoom: UInt32 = 4

  init(_ repeats: ManyRepeats, _ kind: dr_curve_kind) {
    flashes = (0..<repeats.count).map { index in
      Self.running(
        hertz: Double(repeats.rates[index]), phase: Double(repeats.phases[index]), kind)
    }
  }

  deinit { for flash in flashes { _ = dr_repeat_destroy(flash) } }

  /// A phase-matched repeat that runs from time 0 on.
  ///
  /// All else is as by default. It lasts as long as the program, unless somebody destroys it.
  static func running(hertz: Double, phase: Double, _ kind: dr_curve_kind) -> dr_repeat {
    var def = dr_default_repeat_def()
    def.rate = dr_rate(value: hertz, unit: DR_RATE_HZ, reserved: 0)
    def.start_phase = phase
    def.now_s = 0
    def.policy.kind = DR_PHASE_MATCHED
    def.timing.kind = kind
    var flash = dr_repeat()
    let statuses = [dr_repeat_create(&def, &flash), dr_repeat_start(flash)]
    precondition(statuses == [DR_OK, DR_OK], "a valid definition is an error")
    return flash
  }

  /// The value of each at the next frame, so many times.
  func values(_ frames: Int) -> Double {
    var (sum, value) = (0.0, 0.0)
    for _ in 0..<frames {
      frame += 1
      let time = Self.start + Double(frame) / 60
      for flash in flashes {
        guard dr_repeat_value(flash, time, &value) == DR_OK else { return .nan }
        sum += value
      }
    }
    return sum
  }

  /// Another rate for each, at the present time.
  func changeRates() {
    for (index, flash) in flashes.enumerated() {
      let status = dr_repeat_set_rate(flash, 0.5 + 0.001 * Double(index & 255))
      precondition(status == DR_OK, "a valid rate is an error")
    }
  }

  /// A frame of a game, so many times: each is advanced, its events are taken, its value is read.
  func steps(_ frames: Int) -> Double {
    var (sum, value) = (0.0, 0.0)
    var count = dr_event_count()
    return withUnsafeTemporaryAllocation(of: dr_event.self, capacity: Int(Self.eventRoom)) { room in
      for _ in 0..<frames {
        frame += 1
        let time = Self.start + Double(frame) / 60
        for flash in flashes {
          let advanced = dr_repeat_advance(flash, time, room.baseAddress, Self.eventRoom, &count)
          guard advanced == DR_OK, dr_repeat_value(flash, time, &value) == DR_OK else {
            return .nan
          }
          sum += value
        }
      }
      return sum
    }
  }
}
