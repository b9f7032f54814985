// SPDX-License-Identifier: Apache-2.0

import CReference
import DynamicRepeat
import RepeatBanks

/// The frames of one repetition: in 32 frames each chunk of a bank changes its epoch once, so that
/// the median includes that cost.
let roundOfFrames = 32

/// In each frame, one in this number of repeats gets a new rate.
///
/// Each new rate waits about a second, 60 frames, so 1 % of the repeats are waiting at any time.
private let onePercentWaits = 6000

/// A bank of many repeats, which is run frame by frame.
final class MeasuredBank {
  private var bank: RepeatBank
  private let many: ManyRepeats
  /// The IDs in the order of ``ManyRepeats/shuffled``.
  private let ids: [RepeatID]
  private let newRates: [[Double]]
  private var frame = 0
  private var isWaiting = false

  init(_ many: ManyRepeats, on set: KernelSet = .best, _ curve: TimingFunction = .smoothstep) {
    self.many = many
    newRates = many.newRates.map { $0.map(Double.init) }
    var bank = RepeatBank(curve: BankCurve(curve))
    bank.kernels = set
    var ids: [RepeatID] = []
    bank.reserveCapacity(many.count)
    valid { () throws(BankError) in
      for (rate, phase) in zip(many.rates, many.phases) {
        ids.append(try bank.add(.hertz(Double(rate)), phase: Double(phase), at: 0))
      }
    }
    self.ids = many.shuffled.map { ids[Int($0)] }
    self.bank = bank
  }

  /// Runs frames that are 1/60 s apart; `change` makes a frame's changes and evaluates the bank.
  ///
  /// The bank is passed to `change` as a parameter. Through the class, Swift would check each access
  /// for exclusivity, and this check is not the bank's work.
  private func frames(
    _ rounds: Int, _ change: (inout RepeatBank, Int, Double) throws(BankError) -> Void
  ) -> Double {
    Self.frames(&bank, frame..<frame + rounds * roundOfFrames, change)
    frame += rounds * roundOfFrames
    return Double(bank[0])
  }

  private static func frames(
    _ bank: inout RepeatBank, _ frames: Range<Int>,
    _ change: (inout RepeatBank, Int, Double) throws(BankError) -> Void
  ) {
    valid { () throws(BankError) in
      for frame in frames { try change(&bank, frame, Double(frame + 1) / 60) }
    }
  }

  func steady(_ rounds: Int) -> Double {
    frames(rounds) { bank, _, time in bank.evaluate(at: time) }
  }

  func changedAsList(_ rounds: Int) -> Double {
    frames(rounds) { [many, ids, newRates] (bank, frame, time) throws(BankError) in
      let part = many.part(inFrame: frame)
      let rates = newRates[frame & 1]
      let (hertz, names) = (rates.span, ids.span)
      try bank.setRates(hertz.extracting(part), of: names.extracting(part), at: time)
      bank.evaluate(at: time)
    }
  }

  /// All repeats wait to restart, and 1 % of them request a new rate before each frame.
  func allWaiting(_ rounds: Int) -> Double {
    if !isWaiting {
      isWaiting = true
      Self.frames(&bank, frame..<frame + 1) { [ids] (bank, frame, time) throws(BankError) in
        for id in ids { try bank.setRate(.hertz(0.5), of: id, at: time, policy: .restartPerCycle) }
      }
    }
    return changedOneByOne(rounds, .restartPerCycle)
  }

  func changedOneByOne(
    _ rounds: Int, oneIn share: Int = 100, _ policy: RatePolicy = .phaseMatched
  ) -> Double {
    frames(rounds) { [many, ids, newRates] (bank, frame, time) throws(BankError) in
      let rates = newRates[frame & 1]
      for index in many.part(inFrame: frame, oneIn: share) {
        try bank.setRate(.hertz(rates[index]), of: ids[index], at: time, policy: policy)
      }
      bank.evaluate(at: time)
    }
  }

  /// Sets a new rate for every repeat before each frame.
  func field(_ rounds: Int) -> Double {
    frames(rounds) { [many] (bank, frame, time) throws(BankError) in
      try bank.evaluate(at: time, following: many.newRates[frame & 1])
    }
  }

  /// Reads displayed values in random order.
  func values(_ count: Int) -> Double {
    Self.values(bank, many.shuffled[many.part(inFrame: 0)], count)
  }

  private static func values(
    _ bank: borrowing RepeatBank, _ indices: ArraySlice<Int32>, _ count: Int
  ) -> Double {
    bank.withValues { values in
      var total = 0.0
      for _ in 0..<count {
        var sum: Float = 0
        for index in indices { sum += values[Int(index)] }
        total += Double(sum)
      }
      return total
    }
  }
}

/// The same repeats in arrays, as in a C game.
private final class PlainArrays {
  private let many: ManyRepeats
  private var phases: [Float]
  private var rates: [Float]
  private var waiting: [Float]
  private var values: [Float]
  private var frame = 0

  init(_ many: ManyRepeats, on set: KernelSet) {
    self.many = many
    reference_use_level(set.level)
    (phases, rates) = (many.phases, many.rates)
    waiting = many.rates.map { _ in 0 }
    values = waiting
  }

  /// Runs frames; `show` makes a frame's changes and evaluates the arrays.
  private func frames(_ rounds: Int, _ show: (Int) -> Void) -> Double {
    for _ in 0..<rounds * roundOfFrames {
      show(frame)
      frame += 1
    }
    return Double(values[0])
  }

  func steady(_ rounds: Int) -> Double {
    frames(rounds) { _ in reference_frame(&phases, rates, &values, many.count, 1 / 60.0) }
  }

  func changed(_ rounds: Int) -> Double {
    frames(rounds) { frame in
      Self.scatter(many, &rates, frame, oneIn: 100)
      reference_frame(&phases, rates, &values, many.count, 1 / 60.0)
    }
  }

  /// All repeats wait, as in ``MeasuredBank/allWaiting(_:)``.
  func allWaiting(_ rounds: Int) -> Double {
    if waiting[0] == 0 { waiting = many.rates.map { _ in 0.5 } }
    return restart(rounds, oneIn: 100)
  }

  func restart(_ rounds: Int, oneIn share: Int = onePercentWaits) -> Double {
    frames(rounds) { frame in
      Self.scatter(many, &waiting, frame, oneIn: share)
      reference_restart_frame(&phases, &rates, &waiting, &values, many.count, 1 / 60.0)
    }
  }

  private static func scatter(
    _ many: ManyRepeats, _ rates: inout [Float], _ frame: Int, oneIn share: Int
  ) {
    let part = many.part(inFrame: frame, oneIn: share)
    reference_scatter(
      &rates, many.shuffled, many.newRates[frame & 1], part.lowerBound, part.count)
  }

  func field(_ rounds: Int) -> Double {
    frames(rounds) { frame in
      reference_frame(&phases, many.newRates[frame & 1], &values, many.count, 1 / 60.0)
    }
  }

  /// STREAM's triad with the same number of elements.
  func triad(_ rounds: Int) -> Double {
    frames(rounds) { _ in reference_triad(&values, phases, rates, 0.5, many.count) }
  }

  func values(_ count: Int) -> Double {
    let (values, indices) = (values, many.shuffled[many.part(inFrame: 0)])
    return sum(count) { _ in
      var sum: Float = 0
      for index in indices { sum += values[Int(index)] }
      return Double(sum)
    }
  }
}

extension KernelSet {
  /// The x86-64 level, as compilers number it.
  var level: Int32 { self == .avx512 ? 4 : self == .avx2 ? 3 : 1 }
}

/// A row for an instruction set.
typealias SetRow = @Sendable (KernelSet) -> Row

private func row(
  _ name: String, _ count: Int, _ words: String, units: Int? = nil,
  curve: TimingFunction = .smoothstep,
  ours: @escaping @Sendable (MeasuredBank, Int) -> Double,
  other: @escaping @Sendable (PlainArrays, Int) -> Double
) -> SetRow {
  { set in
    Row(
      name: "bank/\(name)/\(label(count))", description: words,
      units: units ?? count * roundOfFrames
    ) {
      let many = ManyRepeats(count: count)
      let (bank, arrays) = (MeasuredBank(many, on: set, curve), PlainArrays(many, on: set))
      return (.timed { ours(bank, $0) }, .timed { other(arrays, $0) })
    }
  }
}

private let plain =
  "versus a plain loop over arrays in C: phase += rate * dt, wrapped, smoothstep"

private let restarts = "a loop in C that applies the pending rate when the phase wraps"

let bankRows: [SetRow] =
  [1000, 10_000, 100_000, 1_000_000, 10_000_000].map { count in
    row(
      "frame", count, "RepeatBank.evaluate, smoothstep, every repeat at its own rate; \(plain)",
      ours: { $0.steady($1) }, other: { $0.steady($1) })
  }
  + [10_000, 1_000_000].map { count in
    row(
      "ease", count, "RepeatBank.evaluate with ease in and out, a Bezier; \(plain)",
      curve: .easeInEaseOut, ours: { $0.steady($1) }, other: { $0.steady($1) })
  }
  + [100_000, 1_000_000, 10_000_000].map { count in
    row(
      "memory", count,
      "RepeatBank.evaluate; versus the memory alone: STREAM's triad of 12 bytes",
      ours: { $0.steady($1) }, other: { $0.triad($1) })
  }
  + [1000, 10_000, 100_000, 1_000_000].flatMap { count in
    [
      row(
        "rates", count, "with new rates for 1 % before each frame, as a list; \(plain)",
        ours: { $0.changedAsList($1) }, other: { $0.changed($1) }),
      row(
        "rates-one-by-one", count,
        "with new rates for 1 % before each frame, with a call each; \(plain)",
        ours: { $0.changedOneByOne($1) }, other: { $0.changed($1) }),
      row(
        "field", count, "with a new rate for every repeat before each frame; \(plain)",
        ours: { $0.field($1) }, other: { $0.field($1) }),
      row(
        "value", count, "a displayed value, in random order; versus an array's element",
        units: max(count / 100, 1), ours: { $0.values($1) }, other: { $0.values($1) }),
      row(
        "restart", count,
        "with new rates that take effect at the end of the cycle, for which 1 % wait; versus"
          + " \(restarts)",
        ours: { $0.changedOneByOne($1, oneIn: onePercentWaits, .restartPerCycle) },
        other: { $0.restart($1) }),
      row(
        "restart-all", count,
        "all waiting for the end of the cycle, with new rates for 1 % before each frame; versus"
          + " \(restarts)",
        ours: { $0.allWaiting($1) }, other: { $0.allWaiting($1) }),
    ]
  }
