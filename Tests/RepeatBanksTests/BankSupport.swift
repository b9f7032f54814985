// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport

/// Curves of every form, and some that are hard to fit.
enum BankCurves {
  /// All curves as banks use them; fitted once for all tests.
  static let fitted: [(name: String, curve: BankCurve)] = all.map {
    ($0.name, BankCurve($0.timing))
  }

  static let named: [(name: String, timing: TimingFunction)] = [
    ("linear", .linear), ("ease in", .easeIn), ("ease out", .easeOut),
    ("ease in, ease out", .easeInEaseOut), ("default", .default), ("smoothstep", .smoothstep),
  ]

  static let all: [(name: String, timing: TimingFunction)] =
    named + [
      ("vertical at both ends", .cubicBezier(0, 1, 1, 0)),
      ("vertical in the middle", .cubicBezier(1, 0, 0, 1)),
      ("overshooting", .cubicBezier(0.68, -0.6, 0.32, 1.6)),
      ("five steps", .steps(5)), ("a hundred steps", .steps(100, .both)),
      ("a spring", .spring(Spring(dampingRatio: 0.4, response: 0.3))),
      ("samples", TimingFunction { x in x * x * x * (x * (6 * x - 15) + 10) }),
      ("uneven stops", uneven), ("a narrow pulse", pulse), ("sixty-nine steps", .steps(69)),
      ("a thousand stops", manyStops),
    ] + families

  /// A curve with corners and a jump at points that are not boundaries of equal pieces.
  static let uneven: TimingFunction = {
    let stops: [TimingFunction.Stop] = [
      .init(0), .init(0.7, at: 0.1234), .init(0.2, at: 0.61803), .init(0.9, at: 0.61803),
      .init(0.5, at: 1),
    ]
    do { return try TimingFunction(stops: stops) } catch { preconditionFailure("\(error)") }
  }()

  static let pulse = pulse(to: 1)

  /// A pulse that takes 2e-5 of the curve's length.
  static func pulse(to height: Double) -> TimingFunction {
    let stops: [TimingFunction.Stop] = [
      .init(0, at: 0), .init(0, at: 0.7), .init(height, at: 0.7), .init(height, at: 0.70002),
      .init(0, at: 0.70002), .init(0, at: 1),
    ]
    do { return try TimingFunction(stops: stops) } catch { preconditionFailure("\(error)") }
  }

  static let manyStops: TimingFunction = {
    var random = SeededRandom(seed: 4)
    return TimingFunction(samples: 1000) { _ in random.double(in: 0...1) }
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
  /// An empty bank that evaluates frames with the instruction set `set`.
  static func on(
    _ set: KernelSet, curve: BankCurve = BankCurve(.easeInEaseOut), mode: BankMode = .autoreverse
  ) -> RepeatBank {
    var bank = RepeatBank(curve: curve, mode: mode)
    bank.kernels = set
    return bank
  }

  /// All values of a frame.
  mutating func values(at time: Double) -> [Float] {
    evaluate(at: time)
    return shown
  }

  /// The values of the last frame.
  var shown: [Float] { (0..<endIndex).map { self[$0] } }

  /// The IDs of all repeats.
  var ids: [RepeatID] { (0..<endIndex).compactMap { id(at: $0) } }

  /// Adds `count` repeats with random phases and rates.
  @discardableResult
  mutating func fill(
    _ count: Int, upTo hertz: Double = 1, at time: Double, _ random: inout SeededRandom
  ) throws -> [RepeatID] {
    try (0..<count).map { _ in
      let rate = random.double(in: -hertz...hertz)
      return try add(.hertz(rate), phase: random.double(in: 0...0.9999), at: time)
    }
  }
}

extension RepeatController {
  /// A controller that runs like a repeat added to a bank with the same numbers.
  static func running(
    _ rate: RepeatRate, phase: Double = 0, at time: Double = 0, autoreverses: Bool = true
  ) throws -> RepeatController {
    var settings = RepeatSettings()
    (settings.rate, settings.startPhase) = (rate, phase)
    (settings.policy, settings.autoreverses) = (.phaseMatched, autoreverses)
    var controller = try RepeatController(settings, now: time)
    controller.start()
    return controller
  }
}

/// The distance between two phases around the cycle.
func distance(_ a: Double, _ b: Double) -> Double {
  let difference = (a - b).magnitude
  return min(difference, 1 - difference)
}

/// The distance of `value` from the nearest value of `timing` at a phase within `reach` of `phase`.
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

/// The exact model of motion.
///
/// The position, in 2^-126 cycle modulo 2^128, is a sum of exact products of rates in 2^-62 Hz and
/// times in 2^-64 s.
struct ExactPhase {
  private(set) var position: UInt128
  private(set) var time: Int128
  var hertz: Double

  init(phase: Double, hertz: Double, at seconds: Double) {
    position = UInt128(phase * 0x1p64) << 62
    time = Self.ticks(seconds)
    self.hertz = hertz
  }

  /// The conversion is exact for the tests' values: above 2^-60 and below 2^60.
  static func ticks(_ seconds: Double) -> Int128 {
    let whole = seconds.rounded(.down)
    return Int128(whole) << 64 + Int128((seconds - whole) * 0x1p64)
  }

  mutating func move(to seconds: Double) {
    let next = Self.ticks(seconds)
    let rate = Int128(hertz * 0x1p62)
    position = position &+ UInt128(truncatingIfNeeded: rate &* (next - time))
    time = next
  }

  /// Moves while the rate changes linearly to `other`.
  ///
  /// The sum of both rates is halved only after the product, as half of it may not be exact.
  mutating func move(to seconds: Double, linearlyTo other: Double) {
    let next = Self.ticks(seconds)
    let rates = Int128(hertz * 0x1p62) + Int128(other * 0x1p62)
    position = position &+ UInt128(truncatingIfNeeded: (rates &* (next - time)) >> 1)
    (time, hertz) = (next, other)
  }

  var phase: Double { Double(UInt64(truncatingIfNeeded: position >> 62) >> 11) * 0x1p-53 }
}
