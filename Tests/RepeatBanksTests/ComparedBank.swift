// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport

/// A bank, and a controller for each repeat in the bank; a repeat and its controller get the same
/// commands.
struct ComparedBank: ~Copyable {
  var bank: RepeatBank
  var random: SeededRandom
  var time: Double
  /// Whether all times, phases and rates are multiples of 1/16, so that all motions are exact and
  /// often reach whole phases at the time of a command.
  let isExact: Bool
  var pairs: [(id: RepeatID, controller: RepeatController)] = []

  init(
    count: Int, mode: BankMode, seed: UInt64, start: Double = 0,
    curve: BankCurve = BankCurve(.easeInEaseOut), isExact: Bool = false
  ) throws {
    bank = RepeatBank(curve: curve, mode: mode)
    random = SeededRandom(seed: seed)
    time = start
    self.isExact = isExact
    for _ in 0..<count { try add() }
  }

  mutating func add() throws {
    let phase = random.chance(0.3) ? 0 : number(in: 0...0.999)
    let rate = randomRate()
    var controller = try RepeatController.running(
      rate, phase: phase, at: time, autoreverses: bank.mode == .autoreverse)
    try controller.setPolicy(.restartPerCycle)
    pairs.append((try bank.add(rate, phase: phase, at: time), controller))
  }

  private mutating func number(in range: ClosedRange<Double>) -> Double {
    let number = random.double(in: range)
    return isExact ? (number * 16).rounded(.down) / 16 : number
  }

  mutating func randomRate() -> RepeatRate {
    if isExact {
      if random.chance(0.3) { return .cycleDuration([0.5, 1, 2][random.below(3)]) }
      return .hertz([-2, -1, -0.5, 0, 0.5, 1, 2][random.below(7)])
    }
    if random.chance(0.5) { return .cycleDuration(random.double(in: 0.3...4)) }
    return .hertz(random.chance(0.1) ? 0 : random.double(in: -2...3))
  }

  /// Advances by a random time and gives random commands; sometimes replaces a repeat.
  mutating func step() throws {
    time += random.chance(0.1) ? number(in: 0...3) : number(in: 0...(isExact ? 0.3 : 0.05))
    for _ in 0..<3 {
      try command(Int.random(in: pairs.indices, using: &random))
    }
    if random.chance(0.3) { bank.evaluate(at: time) }
    if random.chance(0.05) {
      let gone = pairs.remove(at: Int.random(in: pairs.indices, using: &random))
      try bank.remove(gone.id)
      try add()
    }
  }

  /// Lets the bank follow a random field to a later time, and each controller ramp to its rate.
  mutating func field() throws {
    let next = time + random.double(in: 0...0.1)
    let seconds = next - time
    let hertz = (0..<bank.endIndex).map { _ in Float(random.double(in: -2...3)) }
    for index in pairs.indices {
      _ = pairs[index].controller.advance(to: time)
      let rate = RepeatRate.hertz(Double(hertz[pairs[index].id.index]))
      let isPaused = pairs[index].controller.state.isPaused
      try pairs[index].controller.ramp(to: rate, over: isPaused ? 0 : seconds)
      _ = pairs[index].controller.advance(to: next)
    }
    time = next
    try bank.evaluate(at: time, following: hertz)
  }

  /// Gives one random command to one slot and its controller.
  private mutating func command(_ index: Int) throws {
    let rate = randomRate()
    let phase = random.chance(0.5) ? 0 : number(in: 0...0.999)
    // With few different rates, a request may repeat the rate of a ramp, which a bank's policy then
    // keeps, unlike the command for the controller.
    let policies: [RatePolicy] =
      [.phaseMatched, .restartPerCycle]
      + (isExact || rate == .hertz(0) ? [] : [.phaseMatched(ramp: 0.3)])
    let commands: [RepeatCommand] = [
      .rate(rate), .rate(rate), .rate(rate), .rate(rate), .rate(rate), .pause, .resume, .resume,
      .reverse, .ramp(to: .hertz(0), over: 0), .start, .start, .stop(.atCycleEnd),
      .stop(.immediately), .stop(.freeze),
      .ramp(to: rate, over: number(in: 0...2)),
      .seek(to: CyclePosition(cycle: 0, phase: phase), isSilent: true),
    ]
    guard let command = commands.randomElement(using: &random) else { return }
    try perform(command, policies.randomElement(using: &random) ?? .phaseMatched, on: index)
  }

  /// Gives the same command to a slot and to its controller.
  ///
  /// A bank's repeat restarts at phase 0, but a controller restarts at the start phase of its
  /// settings. A bank does not count cycles.
  mutating func perform(_ command: RepeatCommand, _ policy: RatePolicy, on index: Int) throws {
    let id = pairs[index].id
    _ = pairs[index].controller.advance(to: time)
    try bank.perform(command, on: id, at: time, policy: policy)
    let before = pairs[index].controller
    switch command {
    case .rate(let rate):
      // A controller's policy here is to restart. A change of the policy would make a waiting rate
      // take effect, so the controller ramps instead.
      if case .phaseMatchedOver(let seconds) = policy {
        try pairs[index].controller.ramp(to: rate, over: seconds)
      } else {
        try pairs[index].controller.setRate(rate)
      }
    case .seek(let position, _):
      let cycle = before.sample(at: time).position.cycle
      let whole = CyclePosition(cycle: cycle, phase: position.phase)
      try pairs[index].controller.seek(to: whole)
    case .start:
      pairs[index].controller.start()
      if !before.isActive {
        try pairs[index].controller.seek(to: CyclePosition(cycle: 0, phase: 0))
      }
    default: try pairs[index].controller.perform(command)
    }
  }

  /// The largest distance between the phases of a slot and its controller, around the cycle, and
  /// whether all states are equal.
  func exactDifference(at time: Double) throws -> (phase: Double, statesAreEqual: Bool) {
    var worst = 0.0
    var areEqual = true
    for (id, controller) in pairs {
      let sample = controller.sample(at: time)
      if time == bank.now {
        let hertz = try bank.hertz(of: id, at: time)
        if try bank.state(of: id) != sample.state || (hertz - sample.hertz).magnitude > 1e-12 {
          areEqual = false
        }
      }
      // An idle repeat of a bank is at phase 0, but an idle controller is at its start phase.
      if sample.state == .idle, try bank.phase(of: id, at: time) == 0 { continue }
      worst = max(worst, distance(try bank.phase(of: id, at: time), sample.position.phase))
    }
    return (worst, areEqual)
  }

  /// Compares each value with that of its controller.
  /// - Returns: The number of one-way values that were compared at a whole phase, and the largest
  ///   difference.
  func valueDifference(at time: Double) throws -> (wholePhases: Int, worst: Double) {
    var (wholePhases, worst) = (0, 0.0)
    for (id, controller) in pairs {
      let sample = controller.sample(at: time)
      let (phase, value) = (try bank.phase(of: id, at: time), try bank.value(of: id, at: time))
      if bank.mode == .sawtooth {
        let isWhole = phase == 0
        // Near a whole phase, rounding separates the two values of a one-way cycle.
        if sample.state != .idle, isWhole != (sample.position.phase == 0) { continue }
        wholePhases += isWhole ? 1 : 0
      }
      worst = max(worst, (value - sample.progress).magnitude)
    }
    return (wholePhases, worst)
  }
}
