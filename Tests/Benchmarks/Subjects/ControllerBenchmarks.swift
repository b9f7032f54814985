// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// A repeat as games write it: it drifts, and knows only frames.
struct NaiveRepeat {
  var phase = 0.0
  var rate: Double
  /// The rate that waits for the end of the cycle.
  var nextRate: Double?
  var cycles = 0
  let pacing = TimingFunction.easeInEaseOut

  /// A frame.
  mutating func advance(by seconds: Double) {
    phase += rate * seconds
    if phase >= 1 {
      phase -= 1
      cycles += 1
      if let nextRate {
        rate = nextRate
        self.nextRate = nil
      }
    }
  }

  /// There and back.
  var progress: Double { pacing(phase < 0.5 ? 2 * phase : 2 - 2 * phase) }
}

private let frame = 1.0 / 60

/// A controller in the midst of its run, at a rate that is no round number.
func runningController(
  _ policy: RatePolicy = .phaseMatched, flood: EventFlood = .counted,
  timing: TimingFunction = RepeatSettings().timing
) -> RepeatController {
  var settings = RepeatSettings()
  settings.flood = flood
  settings.rate = .hertz(0.73)
  settings.policy = policy
  settings.timing = timing
  guard var controller = try? RepeatController(settings, now: 0) else {
    preconditionFailure("valid settings are an error")
  }
  controller.start()
  controller.advance(to: 0.37)
  return controller
}

/// A row of such a controller beside a naive repeat of the same rate.
private func row(
  _ name: String, _ description: String, policy: RatePolicy = .phaseMatched,
  flood: EventFlood = .counted, units: Int = 1,
  ours: @escaping @Sendable (inout RepeatController, Int) -> Double,
  byHand: @escaping @Sendable (inout NaiveRepeat, Int) -> Double
) -> Benchmark {
  Benchmark(
    name: "controller/\(name)", description: description, unitsPerRepetition: units
  ) {
    var controller = runningController(policy, flood: flood)
    var repetition = NaiveRepeat(rate: 0.73)
    return Contenders(
      ours: { count in ours(&controller, count) }, byHand: { count in byHand(&repetition, count) })
  }
}

/// Does something that must not fail.
private func valid(_ body: () throws(RepeatError) -> Void) {
  do { try body() } catch { preconditionFailure("a valid rate is an error: \(error)") }
}

/// Cycles between two frames of the row of events.
private let scannedCycles = 64

let controllerBenchmarks = [
  row(
    "sample",
    "RepeatController.sample at a time to come; by hand a struct's phase += rate * dt,"
      + " folded and paced alike",
    ours: { controller, count in
      var sum = 0.0
      for number in 0..<count { sum += controller.sample(at: time(ofRepetition: number)).progress }
      return sum
    },
    byHand: { byHand, count in
      var sum = 0.0
      for _ in 0..<count {
        byHand.advance(by: frame)
        sum += byHand.progress
      }
      return sum
    }),
  row(
    "advance",
    "RepeatController.advance by a frame of 1/60 s with its events; by hand phase +="
      + " rate * dt, wrapped",
    ours: { controller, count in
      var events = 0
      for _ in 0..<count { events += controller.advance(to: controller.now + frame).count }
      return Double(events)
    },
    byHand: { byHand, count in
      for _ in 0..<count { byHand.advance(by: frame) }
      return Double(byHand.cycles) + byHand.phase
    }),
  row(
    "rate-change",
    "a phase-matched setRate at the present time; by hand rate = x and phase +="
      + " rate * dt, without which it would be nothing",
    ours: { controller, count in
      valid { () throws(RepeatError) in
        for number in 0..<count {
          try controller.setRate(hertz: 0.5 + 0.001 * Double(number & 255))
        }
      }
      return controller.sample(at: controller.now).hertz
    },
    byHand: { byHand, count in
      for number in 0..<count {
        byHand.rate = 0.5 + 0.001 * Double(number & 255)
        byHand.advance(by: frame)
      }
      return byHand.phase
    }),
  row(
    "restart-order",
    "setCycleDuration that waits for the end of the cycle; by hand the rate that waits,"
      + " and phase += rate * dt",
    policy: .restartPerCycle,
    ours: { controller, count in
      valid { () throws(RepeatError) in
        for number in 0..<count {
          try controller.setCycleDuration(0.5 + 0.001 * Double(number & 255))
        }
      }
      return controller.hasPendingRateChange ? 1 : 0
    },
    byHand: { byHand, count in
      for number in 0..<count {
        byHand.nextRate = 1 / (0.5 + 0.001 * Double(number & 255))
        byHand.advance(by: frame)
      }
      return byHand.phase
    }),
  row(
    "event-scan",
    "one event of a RepeatController.advance over \(scannedCycles) cycles, each with its"
      + " cycle event and two of direction; by hand a loop that finds the ends of cycles and counts",
    flood: .all, units: 3 * scannedCycles,
    ours: { controller, count in
      let seconds = Double(scannedCycles) / 0.73
      var events = 0
      for _ in 0..<count { events += controller.advance(to: controller.now + seconds).count }
      return Double(events)
    },
    byHand: { byHand, count in
      for _ in 0..<count * scannedCycles { byHand.advance(by: 1 / 0.73) }
      return Double(byHand.cycles) + byHand.phase
    }),
]
