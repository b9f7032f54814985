// SPDX-License-Identifier: Apache-2.0

import RepeatBanks

/// A bank whose rates all change before each frame.
private final class MeasuredField {
  private var bank = RepeatBank()
  private var frame = 0
  /// What the field says in frames of even and odd numbers: the bank's share alone is measured.
  private let rates: [[Float]]

  init(_ repeats: ManyRepeats) {
    bank.add(repeats)
    rates = [0.9, 1.1].map { factor in
      (0..<repeats.count).map { repeats.rates[$0] * Float(factor) }
    }
  }

  /// Shows so many frames, a sixtieth of a second apart.
  func showFrames(_ count: Int) -> Double {
    for _ in 0..<count {
      frame += 1
      do throws(BankError) {
        try bank.evaluate(at: Double(frame) / 60, following: rates[frame & 1])
      } catch {
        preconditionFailure("a bank takes no good rate: \(error)")
      }
    }
    return Double(bank[0])
  }
}

/// Bytes of a repeat that such a frame touches, those of its check included: phase 8 and 8, rate 4 and
/// 4, value 4, and the new rate twice.
private let bytesTouched = 36

private func field(_ count: Int, goals: [Goal]) -> Benchmark {
  Benchmark(
    name: "bank/field/\(label(count))",
    description:
      "a repeat and frame: RepeatBank.evaluate(at:following:) with another rate for every"
      + " repeat; beside it STREAM's triad over as many bytes, \(bytesTouched) a repeat",
    unitsPerRepetition: count * roundOfFrames, goals: goals
  ) {
    let bank = MeasuredField(ManyRepeats(count: count))
    let triad = Triad(count: count * bytesTouched / 12, on: .best)
    return Contenders(
      ours: { bank.showFrames($0 * roundOfFrames) }, byHand: { triad.run($0 * roundOfFrames) })
  }
}

/// What was asked of AVX-512, and the like of AVX2.
private let goalInCache = InstructionSet.best == .avx512 ? 0.25 : 0.5

let fieldBenchmarks = [
  field(1000, goals: []),
  field(100_000, goals: [Goal(figure: .ours, must: goalInCache, after: 0.8 * goalInCache)]),
  field(1_000_000, goals: []),
  field(10_000_000, goals: [Goal(figure: .ratio, must: 1.1, after: 1)]),
]
