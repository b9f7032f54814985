// SPDX-License-Identifier: Apache-2.0

import RepeatBanks

private func kernel(_ set: InstructionSet, _ kernels: KernelSet, _ count: Int) -> Benchmark {
  Benchmark(
    name: "kernel/\(set.word)/\(label(count))",
    description: "a repeat: RepeatBank.evaluate with that instruction set, at a time for which no"
      + " block need be brought up to date; beside it the fastest loop that there is with the same:"
      + " by hand, or each of the bank's own over plain arrays",
    unitsPerRepetition: count, goals: [Goal(figure: .ratio, must: 1.05, after: 1)]
  ) {
    let repeats = ManyRepeats(count: count)
    let bank = MeasuredBank(repeats, kernels: kernels)
    let byHand = ReferenceKernel.fastest(repeats, on: set)
    return Contenders(
      ours: bank.showSameFrame, byHand: byHand.showFrames,
      detail: "the bank by \(bank.kernelName); beside it \(byHand.loop.name)")
  }
}

let kernelBenchmarks = InstructionSet.available.flatMap { set in
  set.kernels.map { kernels in
    [10_000, 100_000, 1_000_000, 10_000_000].map { kernel(set, kernels, $0) }
  } ?? []
}
