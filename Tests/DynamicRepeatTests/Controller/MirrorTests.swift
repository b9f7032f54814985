// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Every rule is its own mirror image: a run with all directions exchanged shows exchanged values.
@Suite struct MirrorTests {
  /// A repeat and its mirror image: each position p of the one is `shift - p` in the other.
  private struct Pair {
    var original: RepeatController
    var mirrored: RepeatController
    let isOneWay: Bool
    let shift: WideInt
    var log: [String] = []

    init(_ random: inout SeededRandom) throws {
      isOneWay = random.chance(0.7)
      // Only a linear pace is symmetrical, so that the exchanged values are exact.
      var settings = RepeatSettings(
        rate: .hertz(random.rate), policy: random.policy, autoreverses: !isOneWay, pace: .linear)
      settings.repeatCount = random.chance(0.5) ? .infinity : random.count
      settings.repeatDelay = random.chance(0.5) ? 0 : Double(random.below(5)) / 16
      settings.startPhase = random.chance(0.6) ? 0 : Double(1 + random.below(7)) / 8
      settings.restState = .lastValue
      settings.reporting = random.chance(0.5) ? .all : .counted
      let marks = (0..<random.below(4)).map { Double($0 * 2 + random.below(2)) / 8 }
      settings.marks = PhaseMarks(marks)
      original = try RepeatController(settings, now: 0)
      shift = settings.startPhase == 0 ? 0 : 1
      settings.rate = Self.mirrored(settings.rate)
      settings.startPhase = Self.mirrored(settings.startPhase)
      settings.marks = PhaseMarks(marks.map(Self.mirrored).sorted())
      mirrored = try RepeatController(settings, now: 0)
    }

    static func mirrored(_ phase: Double) -> Double { phase == 0 ? 0 : 1 - phase }

    static func mirrored(_ rate: RepeatRate) -> RepeatRate { .hertz(-rate.hertz) }

    func mirrored(_ position: CyclePosition) -> CyclePosition {
      let whole = position.phase == 0
      return CyclePosition(
        cycle: shift - position.cycle - (whole ? 0 : 1), phase: Self.mirrored(position.phase))
    }

    func mirrored(_ command: RepeatCommand) -> RepeatCommand {
      switch command {
      case .rate(let rate): .rate(Self.mirrored(rate))
      case .ramp(let rate, let seconds): .ramp(to: Self.mirrored(rate), over: seconds)
      case .seek(let position, let isSilent): .seek(to: mirrored(position), isSilent: isSilent)
      default: command
      }
    }

    func mirrored(_ moment: RepeatMoment) -> RepeatMoment {
      switch moment {
      case .cycle(let cycle): .cycle(shift - cycle)
      case .phase(let phase): .phase(Self.mirrored(phase))
      default: moment
      }
    }

    mutating func perform(_ command: RepeatCommand, at moment: RepeatMoment?) {
      // A run at rate 0 has no direction of its own, so it has no mirror image.
      if command == .start, moment != nil || original.requestedRate.hertz == 0 { return }
      log.append("\(original.now): \(command) at \(moment.map { "\($0)" } ?? "once")")
      func apply(
        _ command: RepeatCommand, at moment: RepeatMoment?, to repeating: inout RepeatController
      ) -> RepeatError? {
        do throws(RepeatError) {
          if let moment {
            try repeating.schedule(command, at: moment)
          } else {
            try repeating.perform(command)
          }
          return nil
        } catch {
          return error
        }
      }
      let error = apply(command, at: moment, to: &original)
      let other = apply(mirrored(command), at: moment.map(mirrored), to: &mirrored)
      #expect(error == other)
    }

    /// The event that the mirror image of an event is.
    func mirrored(_ event: RepeatEvent) -> (RepeatEvent.Kind, WideInt, Double, Double?) {
      var kind = event.kind
      if isOneWay, kind == .towardAlternate {
        kind = .towardDefault
      } else if isOneWay, kind == .towardDefault {
        kind = .towardAlternate
      }
      let phase = kind == .mark ? Self.mirrored(original.settings.marks[event.mark]) : nil
      return (kind, event.count, event.time, phase)
    }

    mutating func advance(to time: Double) -> Bool {
      let (events, others) = (original.advance(to: time), mirrored.advance(to: time))
      let expected = events.map(mirrored).sorted(by: Self.order)
      let actual = others.map { event in
        (
          event.kind, event.count, event.time,
          event.kind == .mark ? mirrored.settings.marks[event.mark] : nil
        )
      }.sorted(by: Self.order)
      return expected.elementsEqual(actual, by: ==) && isMirrored(at: time)
    }

    /// Marks of one advance are reported in the order of their indices, which a mirror image
    /// reverses.
    private static func order(
      _ a: (RepeatEvent.Kind, WideInt, Double, Double?),
      _ b: (RepeatEvent.Kind, WideInt, Double, Double?)
    ) -> Bool {
      (a.2, a.0.rawValue, a.3 ?? 0) < (b.2, b.0.rawValue, b.3 ?? 0)
    }

    func isMirrored(at time: Double) -> Bool {
      let (a, b) = (original.sample(at: time), mirrored.sample(at: time))
      guard a.state == b.state, a.isWaiting == b.isWaiting, a.hertz == -b.hertz else {
        return false
      }
      // The default state has no mirror image.
      let showsDefault =
        a.state == .idle && a.position.phase == original.settings.startPhase
        && a.progress == b.progress && [0, 1].contains(a.progress)
      let difference = isOneWay ? a.progress + b.progress - 1 : a.progress - b.progress
      guard showsDefault || difference.magnitude < 0x1p-50 else { return false }
      guard a.state == .running, !a.isWaiting, a.hertz != 0 else { return true }
      return original.isOn(at: time, duty: 0.25) != mirrored.isOn(at: time, duty: 0.75)
    }
  }

  @Test func `a run with all directions exchanged shows exchanged values`() throws {
    for seed in 1...2_000 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var pair = try Pair(&random)
      pair.perform(.start, at: nil)
      for step in 1...20 {
        let time = Double(step) * 0.25
        guard pair.advance(to: time) else {
          Issue.record("seed \(seed), \(time) s, \(pair.original.settings), \(pair.log)")
          break
        }
        if random.chance(0.4) {
          pair.perform(random.command, at: random.chance(0.4) ? random.moment : nil)
        }
      }
    }
  }
}

extension RepeatRate {
  fileprivate var hertz: Double { if case .hertz(let hertz) = self { hertz } else { .nan } }
}

extension SeededRandom {
  fileprivate var rate: Double {
    mutating get { Double(below(33) - 16) / 8 }
  }

  fileprivate var count: Double {
    mutating get { Double(1 + below(12)) / 4 }
  }

  fileprivate var policy: RatePolicy {
    mutating get { [.restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.75)][below(3)] }
  }

  fileprivate var command: RepeatCommand {
    mutating get {
      switch below(10) {
      case 0: .start
      case 1: .stop([.atCycleEnd, .immediately, .freeze][below(3)])
      case 2: .pause
      case 3: .resume
      case 4: .reverse
      case 5, 6: .rate(.hertz(rate))
      case 7: .ramp(to: .hertz(rate), over: Double(below(5)) / 2)
      case 8: .seek(to: CyclePosition(Double(below(33) - 16) / 4), isSilent: true)
      default: chance(0.5) ? .policy(policy) : .repeatCount(chance(0.5) ? .infinity : count)
      }
    }
  }

  fileprivate var moment: RepeatMoment {
    mutating get {
      switch below(3) {
      case 0: .nextCycle
      case 1: .cycle(WideInt(below(9) - 4))
      default: .phase(Double(below(8)) / 8)
      }
    }
  }
}
