// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport

/// A bank and, for each of its repeats, a controller: both get the same commands.
struct Twins: ~Copyable {
  var bank: RepeatBank
  var random: SeededRandom
  var time: Double
  var pairs: [(id: RepeatID, controller: RepeatController)] = []

  init(
    count: Int, mode: BankMode, seed: UInt64, start: Double = 0,
    curve: BankCurve = BankCurve(.easeInEaseOut)
  ) throws {
    bank = RepeatBank(curve: curve, mode: mode)
    random = SeededRandom(seed: seed)
    time = start
    for _ in 0..<count { try add() }
  }

  mutating func add() throws {
    var settings = RepeatSettings()
    settings.autoreverses = bank.mode == .autoreverse
    settings.timing = bank.curve.timing
    settings.startPhase = random.chance(0.3) ? 0 : random.double(in: 0...0.999)
    settings.rate = randomRate()
    settings.flood = .counted
    var controller = try RepeatController(settings, now: time)
    controller.start()
    let id = try bank.add(settings.rate, phase: settings.startPhase, at: time)
    pairs.append((id, controller))
  }

  mutating func randomRate() -> RepeatRate {
    if random.chance(0.5) { return .cycleDuration(random.double(in: 0.3...4)) }
    return .hertz(random.chance(0.1) ? 0 : random.double(in: -2...3))
  }

  /// Some time passes, and some commands are given; sometimes a repeat goes and another comes.
  mutating func step() throws {
    time += random.chance(0.1) ? random.double(in: 0...3) : random.double(in: 0...0.05)
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

  /// One random command to one pair.
  private mutating func command(_ index: Int) throws {
    let id = pairs[index].id
    pairs[index].controller.advance(to: time)
    let rate = randomRate()
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2:
      try pairs[index].controller.setPolicy(.phaseMatched)
      try pairs[index].controller.perform(.rate(rate))
      try bank.setRate(rate, of: id, at: time, policy: .phaseMatched)
    case 3...4:
      try pairs[index].controller.setPolicy(.restartPerCycle)
      try pairs[index].controller.perform(.rate(rate))
      try bank.setRate(rate, of: id, at: time, policy: .restartPerCycle)
    case 5:
      let length = random.double(in: 0...2)
      let shape: RampShape = random.chance(0.5) ? .linear : .smooth
      try pairs[index].controller.ramp(to: rate, over: length, shape: shape)
      try bank.ramp(to: rate, over: length, shape: shape, of: id, at: time)
    case 6:
      pairs[index].controller.pause()
      try bank.pause(id, at: time)
    case 7:
      pairs[index].controller.resume()
      try bank.resume(id, at: time)
    case 8:
      pairs[index].controller.reverse()
      try bank.reverse(id, at: time)
    case 9:
      let phase = random.double(in: 0...0.999)
      let cycle = pairs[index].controller.sample(at: time).position.cycle
      pairs[index].controller.seek(to: CyclePosition(cycle: cycle, phase: phase))
      try bank.seek(to: phase, of: id, at: time)
    case 10:
      let mode: StopMode = [.atCycleEnd, .immediately, .freeze].randomElement(using: &random)!
      pairs[index].controller.stop(mode)
      try bank.stop(id, mode, at: time)
    default: try restart(index)
    }
  }

  /// A bank's repeat begins again at phase 0, a controller at its settings' start.
  private mutating func restart(_ index: Int) throws {
    let id = pairs[index].id
    let wasIdle = !pairs[index].controller.isActive
    try bank.start(id, at: time)
    pairs[index].controller.start()
    guard wasIdle else { return }
    pairs[index].controller.seek(to: .zero)
  }

  /// The largest distance between the two, around the cycle.
  func exactDifference(at time: Double) throws -> Double {
    var worst = 0.0
    for (id, controller) in pairs {
      let sample = controller.sample(at: time)
      // Idle in the default state a bank's repeat is at phase 0, a controller at its start.
      if sample.state == .idle, try bank.position(of: id, at: time) == 0 { continue }
      let difference = (try bank.position(of: id, at: time) - sample.position.phase).magnitude
      worst = max(worst, min(difference, 1 - difference))
    }
    return worst
  }
}
