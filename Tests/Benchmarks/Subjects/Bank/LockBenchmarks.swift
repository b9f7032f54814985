// SPDX-License-Identifier: Apache-2.0

import RepeatBanks

/// A bank all of whose repeats are locked again and again, or get new rates.
private final class MeasuredLocks {
  private var bank = RepeatBank()
  private var names: [RepeatID] = []
  private var frame = 0
  private let rates: [[Double]]
  private let leaders = [1.9, 2.1].map { RepeatLeader(hertz: $0, at: 0) }
  private let bounds = LockBounds(leastRate: 1, mostRate: 3)

  init(_ repeats: ManyRepeats) {
    bank.add(repeats)
    rates = [0.9, 1.1].map { factor in
      (0..<repeats.count).map { Double(repeats.rates[$0]) * factor }
    }
    bank.forEachRepeat { names.append($0) }
  }

  /// Changes the motion of all so many times, a sixtieth of a second apart.
  func change(_ count: Int, byLock isLock: Bool) -> Double {
    for _ in 0..<count {
      frame += 1
      let time = Double(frame) / 60
      do throws(BankError) {
        if isLock {
          try bank.lock(
            to: leaders[frame & 1], within: bounds, in: 0..<bank.endIndex, at: time)
        } else {
          try bank.setRates(rates[frame & 1], of: names, at: time)
        }
      } catch {
        preconditionFailure("a bank takes no good lock: \(error)")
      }
    }
    return bank.now
  }
}

private func lock(_ count: Int) -> Benchmark {
  Benchmark(
    name: "bank/lock/\(label(count))",
    description: "a repeat: RepeatBank.lock of all to another leader; beside it setRates for all",
    unitsPerRepetition: count
  ) {
    let repeats = ManyRepeats(count: count)
    let (locked, changed) = (MeasuredLocks(repeats), MeasuredLocks(repeats))
    return Contenders(
      ours: { locked.change($0, byLock: true) }, byHand: { changed.change($0, byLock: false) })
  }
}

let lockBenchmarks = [lock(100_000), lock(1_000_000)]
