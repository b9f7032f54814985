// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat
import DynamicRepeatC
import RepeatBanks
import RepeatTiming

// The functions of dynamic_repeat.h, built for Swift users, beside the controller that they
// call.

private func value(
  _ name: String, _ kind: dr_curve_kind, _ timing: TimingFunction
) -> Benchmark {
  Benchmark(
    name: "c-api/value-\(name)",
    description: "dr_repeat_value at a time to come; by hand RepeatController.sample",
    goals: [Goal(figure: .ours, must: 10, after: 10)]
  ) {
    let flash = SingleRepeatsInC.running(hertz: 1 / 0.73, phase: 0, kind)
    let controller = runningController(timing: timing)
    return Contenders(
      ours: { count in
        var (sum, value) = (0.0, 0.0)
        for number in 0..<count {
          guard dr_repeat_value(flash, time(ofRepetition: number), &value) == DR_OK else {
            return .nan
          }
          sum += value
        }
        return sum
      },
      byHand: { count in
        sum(count) { controller.sample(at: time(ofRepetition: $0)).progress }
      })
  }
}

/// A bank in C with the repeats of a ``MeasuredBank``; it lasts as long as the program.
private func runningBank(_ repeats: ManyRepeats) -> (bank: dr_bank, middle: dr_member) {
  var def = dr_default_bank_def()
  def.room = UInt32(repeats.count)
  var (bank, member, middle) = (dr_bank(), dr_member(), dr_member())
  precondition(dr_bank_create(&def, &bank) == DR_OK, "a valid definition is an error")
  for index in 0..<repeats.count {
    let rate = dr_rate(value: Double(repeats.rates[index]), unit: DR_RATE_HZ, reserved: 0)
    let status = dr_bank_add(bank, rate, Double(repeats.phases[index]), 0, &member)
    precondition(status == DR_OK, "a valid repeat is an error")
    if index == repeats.count / 2 { middle = member }
  }
  return (bank, middle)
}

private func bankFrames(_ count: Int) -> Benchmark {
  Benchmark(
    name: "c-api/bank/\(label(count))",
    description: "a repeat and frame: dr_bank_evaluate at the next sixtieth of a second; by hand"
      + " RepeatBank.evaluate",
    unitsPerRepetition: count * roundOfFrames,
    goals: [Goal(figure: .ratio, must: 1.1, after: 1.02)]
  ) {
    let repeats = ManyRepeats(count: count)
    let (inC, inSwift) = (runningBank(repeats).bank, MeasuredBank(repeats))
    var frame = 0
    return Contenders(
      ours: { rounds in
        for _ in 0..<rounds * roundOfFrames {
          frame += 1
          guard dr_bank_evaluate(inC, Double(frame) / 60) == DR_OK else { return .nan }
        }
        return Double(frame)
      },
      byHand: { inSwift.showFrames($0 * roundOfFrames) })
  }
}

private let bankValue = Benchmark(
  name: "c-api/bank-value",
  description: "dr_bank_value of one of 1000 repeats, exactly; by hand RepeatBank.value",
  goals: [Goal(figure: .ours, must: 10, after: 10)]
) {
  let repeats = ManyRepeats(count: 1000)
  let (inC, inSwift) = (runningBank(repeats), MeasuredBank(repeats))
  return Contenders(
    ours: { count in
      var (sum, value) = (0.0, 0.0)
      for number in 0..<count {
        let time = time(ofRepetition: number)
        guard dr_bank_value(inC.bank, inC.middle, time, &value) == DR_OK else { return .nan }
        sum += value
      }
      return sum
    },
    byHand: inSwift.sampleExactly)
}

let cBenchmarks = [
  value("linear", DR_CURVE_LINEAR, .linear),
  value("eased", DR_CURVE_EASE_IN_OUT, .easeInEaseOut),
  bankValue, bankFrames(1000), bankFrames(100_000), bankFrames(1_000_000),
]
