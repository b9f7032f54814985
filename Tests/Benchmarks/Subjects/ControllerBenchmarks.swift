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
private func runningController(
  _ policy: RatePolicy, flood: EventFlood = .counted
) -> RepeatController {
  var settings = RepeatSettings()
  settings.flood = flood
  settings.rate = .hertz(0.73)
  settings.policy = policy
  guard var controller = try? RepeatController(settings, now: 0) else {
    preconditionFailure("valid settings are an error")
  }
  controller.start()
  controller.advance(to: 0.37)
  return controller
}

private let sample = Benchmark(
  name: "controller/sample",
  description: "RepeatController.sample at a time to come; by hand a struct's phase += rate * dt,"
    + " folded and paced alike"
) {
  let controller = runningController(.phaseMatched)
  var byHand = NaiveRepeat(rate: 0.73)
  return Contenders(
    ours: { count in
      var sum = 0.0
      for number in 0..<count { sum += controller.sample(at: time(ofRepetition: number)).progress }
      return sum
    },
    byHand: { count in
      var sum = 0.0
      for _ in 0..<count {
        byHand.advance(by: frame)
        sum += byHand.progress
      }
      return sum
    })
}

private let advance = Benchmark(
  name: "controller/advance",
  description: "RepeatController.advance by a frame of 1/60 s with its events; by hand phase +="
    + " rate * dt, wrapped"
) {
  var controller = runningController(.phaseMatched)
  var byHand = NaiveRepeat(rate: 0.73)
  return Contenders(
    ours: { count in
      var events = 0
      for _ in 0..<count { events += controller.advance(to: controller.now + frame).count }
      return Double(events)
    },
    byHand: { count in
      for _ in 0..<count { byHand.advance(by: frame) }
      return Double(byHand.cycles) + byHand.phase
    })
}

private let rateChange = Benchmark(
  name: "controller/rate-change",
  description: "a phase-matched setRate at the present time; by hand rate = x and phase +="
    + " rate * dt, without which it would be nothing"
) {
  var controller = runningController(.phaseMatched)
  var byHand = NaiveRepeat(rate: 0.73)
  return Contenders(
    ours: { count in
      for number in 0..<count {
        do {
          try controller.setRate(hertz: 0.5 + 0.001 * Double(number & 255))
        } catch {
          preconditionFailure("a valid rate is an error: \(error)")
        }
      }
      return controller.sample(at: controller.now).hertz
    },
    byHand: { count in
      for number in 0..<count {
        byHand.rate = 0.5 + 0.001 * Double(number & 255)
        byHand.advance(by: frame)
      }
      return byHand.phase
    })
}

private let restartOrder = Benchmark(
  name: "controller/restart-order",
  description: "setCycleDuration that waits for the end of the cycle; by hand the rate that waits,"
    + " and phase += rate * dt"
) {
  var controller = runningController(.restartPerCycle)
  var byHand = NaiveRepeat(rate: 0.73)
  return Contenders(
    ours: { count in
      for number in 0..<count {
        do {
          try controller.setCycleDuration(0.5 + 0.001 * Double(number & 255))
        } catch {
          preconditionFailure("a valid duration is an error: \(error)")
        }
      }
      return controller.hasPendingRateChange ? 1 : 0
    },
    byHand: { count in
      for number in 0..<count {
        byHand.nextRate = 1 / (0.5 + 0.001 * Double(number & 255))
        byHand.advance(by: frame)
      }
      return byHand.phase
    })
}

/// Cycles between two frames of ``eventScan``.
private let scannedCycles = 64

private let eventScan = Benchmark(
  name: "controller/event-scan",
  description: "one event of a RepeatController.advance over \(scannedCycles) cycles, each with its"
    + " cycle event and two of direction; by hand a loop that finds the ends of cycles and counts",
  unitsPerRepetition: 3 * scannedCycles
) {
  var controller = runningController(.phaseMatched, flood: .all)
  let seconds = Double(scannedCycles) / 0.73
  var byHand = NaiveRepeat(rate: 0.73)
  return Contenders(
    ours: { count in
      var events = 0
      for _ in 0..<count { events += controller.advance(to: controller.now + seconds).count }
      return Double(events)
    },
    byHand: { count in
      for _ in 0..<count * scannedCycles { byHand.advance(by: 1 / 0.73) }
      return Double(byHand.cycles) + byHand.phase
    })
}

let controllerBenchmarks = [sample, advance, rateChange, restartOrder, eventScan]
