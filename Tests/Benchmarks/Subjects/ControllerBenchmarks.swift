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
  flood: EventFlood = .counted, units: Int = 1, goals: [Goal] = [],
  ours: @escaping @Sendable (inout RepeatController, Int) -> Double,
  byHand: @escaping @Sendable (inout NaiveRepeat, Int) -> Double
) -> Benchmark {
  Benchmark(
    name: "controller/\(name)", description: description, unitsPerRepetition: units,
    goals: goals
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

/// Bounds of a lock with ramps.
private let lockBounds = LockBounds(leastRate: 1.6, mostRate: 2.4, slope: 3)

/// Seconds to a leader's line at 2 Hz within `lockBounds`, as a game would write it.
private func secondsToLine(gap: Double, rate: Double) -> Double {
  let (slope, limit, excess) = (3.0, 0.4, rate - 2)
  let braking = excess * excess.magnitude / (2 * slope)
  let ahead = gap + (braking - gap).rounded(.up)
  var best = Double.infinity
  for (distance, sign) in [(ahead, 1.0), (ahead - 1, -1)] {
    let (way, start) = (sign * distance, sign * excess)
    let peak = max(0, slope * way + start * start / 2).squareRoot()
    let ramps = (2 * limit * limit - start * start) / (2 * slope)
    let seconds =
      peak <= limit
      ? (2 * peak - start) / slope : (2 * limit - start) / slope + (way - ramps) / limit
    best = min(best, seconds)
  }
  return best
}

private func sumOfSecondsToLines(_: inout NaiveRepeat, _ count: Int) -> Double {
  sum(count) { secondsToLine(gap: 0.003 * Double($0 & 255), rate: 1.9) }
}

/// Cycles between two frames of the row of events.
private let scannedCycles = 64

let controllerBenchmarks = [
  row(
    "sample",
    "RepeatController.sample at a time to come; by hand a struct's phase += rate * dt,"
      + " folded and paced alike",
    ours: { controller, count in
      sum(count) { controller.sample(at: time(ofRepetition: $0)).progress }
    },
    byHand: { byHand, count in
      sum(count) { _ in
        byHand.advance(by: frame)
        return byHand.progress
      }
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
  row(
    "lock-plan",
    "RatePlan.soonest: ramps and a hold onto a leader's line, exact to 106 bits; by hand the"
      + " duration alone by the same closed form, in doubles",
    goals: [Goal(figure: .ours, must: 200, after: 150)],
    ours: { _, count in
      var sum = 0.0
      for number in 0..<count {
        let gap = 0.003 * Double(number & 255)
        guard
          let plan = try? RatePlan.soonest(gap: gap, leaderRate: 2, rate: 1.9, within: lockBounds)
        else { preconditionFailure("a valid plan is an error") }
        sum += plan.duration
      }
      return sum
    },
    byHand: sumOfSecondsToLines),
  row(
    "lock",
    "RepeatController.lock to a leader at the present time, its plan included; by hand the"
      + " duration of the plan alone",
    ours: { controller, count in
      valid { () throws(RepeatError) in
        for number in 0..<count {
          try controller.lock(
            to: RepeatLeader(hertz: 2, at: 0.001 * Double(number & 255)), within: lockBounds)
        }
      }
      return controller.lockTime ?? 0
    },
    byHand: sumOfSecondsToLines),
]
