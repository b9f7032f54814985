// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport

/// Curves of every kind that a bank fits in another way, and some that are hard to fit.
enum BankCurves {
  /// Fitted once for all tests.
  static let fitted: [(name: String, curve: BankCurve)] = all.map {
    ($0.name, BankCurve($0.timing))
  }

  static let named: [(name: String, timing: TimingFunction)] = [
    ("linear", .linear), ("ease in", .easeIn), ("ease out", .easeOut),
    ("ease in, ease out", .easeInEaseOut), ("default", .default),
  ]

  static let all: [(name: String, timing: TimingFunction)] =
    named + [
      ("upright at both ends", .cubicBezier(0, 1, 1, 0)),
      ("upright in the middle", .cubicBezier(1, 0, 0, 1)),
      ("overshooting", .cubicBezier(0.68, -0.6, 0.32, 1.6)),
      ("five steps", .steps(5)), ("a hundred steps", .steps(100, .both)),
      ("a spring", .spring(Spring(dampingRatio: 0.4, response: 0.3))),
      ("samples", TimingFunction { x in x * x * x * (x * (6 * x - 15) + 10) }),
      ("uneven stops", uneven),
    ] + families

  /// Corners and a jump where no equal pieces join.
  static let uneven: TimingFunction = {
    let stops: [TimingFunction.Stop] = [
      .init(0), .init(0.7, at: 0.1234), .init(0.2, at: 0.61803), .init(0.9, at: 0.61803),
      .init(0.5, at: 1),
    ]
    do { return try TimingFunction(stops: stops) } catch { preconditionFailure("\(error)") }
  }()

  private static let families: [(name: String, timing: TimingFunction)] = {
    var all: [(String, TimingFunction)] = []
    for family in EasingFamily.allCases {
      for direction in EasingDirection.allCases {
        all.append(("\(family) \(direction)", .easing(family, direction)))
      }
    }
    return all
  }()
}

extension RepeatBank {
  /// An empty bank that evaluates its frames with a set of instructions.
  static func on(
    _ set: KernelSet, curve: BankCurve = BankCurve(.easeInEaseOut), mode: BankMode = .autoreverse
  ) -> RepeatBank {
    var bank = RepeatBank(curve: curve, mode: mode)
    bank.kernels = set
    return bank
  }

  /// A bank with `count` repeats from time 0 on, the same for the same seed.
  static func filled(
    _ count: Int, upTo hertz: Double = 1, on set: KernelSet = .best, mode: BankMode = .autoreverse,
    seed: UInt64
  ) throws -> RepeatBank {
    var bank = RepeatBank.on(set, mode: mode)
    var random = SeededRandom(seed: seed)
    _ = try bank.fill(count, upTo: hertz, at: 0, &random)
    return bank
  }

  /// All values of one frame, by the sets of instructions that `kernels` says.
  mutating func values(at time: Double) throws -> [Float] {
    var values = [Float](repeating: .nan, count: endIndex)
    try values.withUnsafeMutableBufferPointer { try evaluate(at: time, into: $0) }
    return values
  }

  /// The names of all repeats.
  var ids: [RepeatID] {
    var ids: [RepeatID] = []
    forEachRepeat { ids.append($0) }
    return ids
  }

  /// `count` repeats with random phases and rates.
  mutating func fill(
    _ count: Int, upTo hertz: Double = 1, at time: Double, _ random: inout SeededRandom
  ) throws -> [RepeatID] {
    var ids: [RepeatID] = []
    for _ in 0..<count {
      let rate = random.double(in: -hertz...hertz)
      ids.append(try add(.hertz(rate), phase: random.double(in: 0...0.9999), at: time))
    }
    return ids
  }
}

extension RepeatController {
  /// A controller that runs as a bank's repeat that is added with the same numbers.
  static func running(_ rate: RepeatRate, phase: Double = 0, at time: Double = 0) throws
    -> RepeatController
  {
    let settings = RepeatSettings(rate: rate, policy: .phaseMatched, startPhase: phase)
    var controller = try RepeatController(settings, now: time)
    controller.start()
    return controller
  }
}

/// How far `value` is from what `timing` takes within `reach` of the phase, for a cycle of that mode.
func distance(
  of value: Float, from timing: TimingFunction, atPhase phase: Double, within reach: Double,
  _ mode: BankMode
) -> Double {
  var low = Double.infinity
  var high = -Double.infinity
  for step in -4...4 {
    let moved = phase + reach * Double(step) / 4
    let wrapped = moved - moved.rounded(.down)
    let leg =
      mode == .sawtooth ? wrapped : wrapped < 0.5 ? 2 * wrapped : 2 - 2 * wrapped
    low = min(low, timing(leg))
    high = max(high, timing(leg))
  }
  return max(0, low - Double(value), Double(value) - high)
}
