// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

/// A random program on a random screen with random disturbances, and a check of `FrameLoop`'s
/// invariants.
package struct RandomProgram {
  package private(set) var program: SimulatedProgram
  /// The longest period of the frames in nanoseconds, from the display, the timer or the drawing.
  private var period: Double
  /// The highest rate at which frames may come, in hertz.
  private var fastest: Double
  /// Whether the program runs without disturbances.
  private let isSteady: Bool
  private var step: FixedStep

  package init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let hertz = random.double(in: 24...360)
    let reported: FrameRate? =
      random.chance(0.3)
      ? nil : FrameRate(nearest: random.chance(0.5) ? hertz : random.double(in: 24...360))
    let presentWaits = random.chance(0.7)
    var screen = Self.screen(1e9 / hertz, presentWaits: presentWaits, &random)
    screen.depth = Int.random(in: 1...3, using: &random)
    if random.chance(0.15) { screen.gpu = random.double(in: 0...2.5) * 1e9 / hertz }
    var options = FrameLoopOptions()
    options.latchesLate = random.chance(0.2)
    options.presentsOnTime = random.chance(0.2)
    if random.chance(0.5) { options.stalls = .wallClock }
    let slower =
      random.chance(0.2) ? FrameRate(hertz: Int.random(in: 10...60, using: &random)) : nil
    if let slower { options.whenUnfocused = .slows(slower) }
    let isTimer = random.chance(0.2)
    let rate = FrameRate(hertz: Int.random(in: 24...240, using: &random))
    if isTimer { options.timing = .timer(rate) }
    program = SimulatedProgram(
      isTimer ? SimulatedScreen(.free) : screen, options, reported: reported,
      presentWaits: presentWaits, seed: seed)
    let body = random.double(in: 0.05...(random.chance(0.7) ? 0.8 : 3)) * 1e9 / hertz
    program.body = body...body * (random.chance(0.5) ? 1.01 : 1.5)
    program.window.hasFocus = slower == nil
    let held = isTimer ? rate.hertz : (reported ?? .sixty).hertz
    let own = presentWaits && !isTimer && program.screen.returns != .atOnce ? hertz : held
    fastest = slower.map { min($0.hertz, own) } ?? own
    period =
      max(1e9 / hertz, 1e9 / held, program.body.upperBound + screen.gpu, 1e9 / fastest)
      + 3 * screen.lateness
    isSteady = random.chance(0.5)
    // A year: the loop's times must stay exact.
    if seed % 10 == 0 { try? program.loop.shiftTime(by: 31_557_600_000_000_000) }
    step = FixedStep(FrameRate(hertz: Int.random(in: 20...240, using: &random)))
    run(&random)
  }

  private static func screen(
    _ period: Double, presentWaits: Bool, _ random: inout SeededRandom
  ) -> SimulatedScreen {
    guard presentWaits else { return SimulatedScreen(.free) }
    if random.chance(0.15) {
      return SimulatedScreen(.variable(shortest: period), lateness: 0.05e6)
    }
    let returns =
      random.chance(0.6)
      ? .late
      : SimulatedScreen.Return.allCases.randomElement(
        using: &random) ?? .late
    return SimulatedScreen(
      .fixed(period), returns: returns, lateness: random.chance(0.5) ? 0.03e6 : 0.1 * period)
  }

  /// Runs the program through some disturbances.
  private mutating func run(_ random: inout SeededRandom) {
    program.run(seconds: 1)
    guard !isSteady else { return program.run(seconds: 2) }
    for _ in 0..<4 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: stop(random.double(in: 0.02...0.2))
      case 1: stop(random.double(in: 0.6...4))
      case 2: program.hide(seconds: random.double(in: 0...3))
      case 3: program.decision = .waits
      case 4: program.decision = .waitsUntil(random.double(in: 0...0.8))
      case 5: changeRate(&random)
      default: program.decision = .goesOn
      }
      let interval = [Double.infinity, 1e6, 8e6, 100e6].randomElement(using: &random) ?? 1e6
      program.eventInterval = interval
      program.run(seconds: random.double(in: 0.1...1))
    }
  }

  private mutating func stop(_ seconds: Double) {
    program.clock.stops.append(
      (at: Double(program.clock.now()) + 5e6, length: seconds * 1e9))
  }

  private mutating func changeRate(_ random: inout SeededRandom) {
    guard case .fixed = program.screen.refresh else { return }
    let hertz = random.double(in: 24...360)
    program.screen.refresh = .fixed(1e9 / hertz)
    (period, fastest) = (max(period, 1e9 / hertz), max(fastest, hertz))
  }

  /// Descriptions of the violated invariants.
  package mutating func violations() -> [String] {
    let pairs = zip(program.frames.dropFirst(), program.frames)
    let intervals = pairs.filter { !$0.0.isAfterPause && !$0.0.frame.isAfterStall }
    period = max(
      period, percentile(intervals.map { Double($0.begun - $1.begun) }.sorted(), 0.9))
    return brokenTimes() + brokenPredictions() + brokenCounts() + brokenRates() + brokenSteps()
  }

  private func brokenTimes() -> [String] {
    var (least, most, sum) = (0.0, 0.0, 0.0)
    var found: [String] = []
    var wasTakenOut = false
    for (before, frame) in zip(program.frames, program.frames.dropFirst()) {
      let passed = Double(frame.begun - before.begun)
      if frame.frame.time <= before.frame.time { found.append("time does not increase") }
      let isTakenOut = frame.frame.isAfterStall || frame.isAfterPause
      // On a display, the phase of the refreshes is known from the second frame after a pause on.
      let isSettling = wasTakenOut && program.loop.waitsForDisplay
      wasTakenOut = isTakenOut
      if isTakenOut || isSettling {
        if frame.frame.delta * 1e9 > passed + 2 * period { found.append("a pause adds time") }
      } else {
        sum += frame.frame.delta * 1e9 - passed
      }
      (least, most) = (min(least, sum), max(most, sum))
    }
    if most - least > 2 * period + 1e5 {
      found.append("time is off by \((most - least) / period) periods")
    }
    return Array(found.prefix(1))
  }

  private func brokenPredictions() -> [String] {
    let ahead = program.frames.map { Double($0.prediction - $0.begun) }
    if let least = ahead.min(), least < 0 { return ["a prediction is \(-least) ns in the past"] }
    if let most = ahead.max(), most > Double(program.screen.depth + 1) * period + 1e5 {
      return ["a prediction is \(most / period) periods ahead"]
    }
    return []
  }

  private func brokenCounts() -> [String] {
    let flagged = program.frames.count { $0.frame.isAfterStall }
    return flagged == program.statistics.stalls
      ? [] : ["\(flagged) frames follow stalls, \(program.statistics.stalls) stalls are counted"]
  }

  private func brokenRates() -> [String] {
    let rate = program.rate(from: 20)
    // Presenting does not wait while the queue fills. If it never waits, sixteen more frames pass
    // until the loop detects that.
    let free = Double(program.screen.depth) + (program.screen.returns == .atOnce ? 16 : 1)
    let seconds = Double(max(program.frames.count - 20, 0)) / max(rate, 1e-9)
    if (rate - fastest * 1.01) * seconds > free {
      return ["\(rate) Hz, but at most \(fastest) are possible"]
    }
    guard isSteady, case .late = program.screen.returns, program.screen.gpu == 0 else { return [] }
    let possible = min(fastest, steadyRate())
    return rate < 0.98 * possible - 1 ? ["\(rate) Hz, although \(possible) Hz are possible"] : []
  }

  /// The rate of a loop that waits for the same screen and for nothing else.
  private func steadyRate() -> Double {
    var (screen, random) = (program.screen, SeededRandom(seed: 1))
    var (now, count) = (1e9, 0.0)
    while now < 4e9 {
      now = screen.present(at: now + random.double(in: program.body), &random).returned + 2e4
      count += 1
    }
    return count * 1e9 / (now - 1e9)
  }

  private mutating func brokenSteps() -> [String] {
    var time = 0.0
    for frame in program.frames.map(\.frame) {
      _ = step.steps(of: frame)
      time += frame.delta
      let due = time * step.rate.hertz
      let sum = Double(step.made + step.dropped)
      if sum > (due + 0.0626).rounded(.down) || sum < (due - 0.0626).rounded(.down) {
        return ["\(sum) fixed steps, but \(due) are due"]
      }
    }
    return []
  }
}
