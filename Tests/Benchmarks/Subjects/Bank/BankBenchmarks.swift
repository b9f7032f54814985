// SPDX-License-Identifier: Apache-2.0

import RepeatBanks

/// Frames that one repetition shows: in so many each block is brought up to date at least once, so
/// that a median cannot leave that out.
let roundOfFrames = 16

/// A number of repeats as it is in names: 1, 1e3 and so on.
func label(_ count: Int) -> String {
  var (rest, power) = (count, 0)
  while rest >= 1000 || power > 0, rest.isMultiple(of: 10) {
    (rest, power) = (rest / 10, power + 1)
  }
  return power == 0 ? "\(rest)" : "\(rest)e\(power)"
}

/// A quarter of a frame at 60 Hz, in milliseconds: three quarters are free for the game.
private let quarterOfFrame = 1000.0 / 60 / 4

/// What a frame may take beside the triad, at most and as we want it, with a set's instructions.
private func frameGoals(_ set: InstructionSet, _ count: Int) -> [Goal] {
  let bounds: (must: Double, after: Double)? =
    switch (set, count) {
    case (.avx512, 10_000): (2, 1.4)
    case (.avx512, 1_000_000): (1.6, 1.25)
    case (.avx2, 10_000): (3.3, 3)
    case (.avx2, 1_000_000): (1.75, 1.6)
    case (.avx512, 10_000_000), (.avx2, 10_000_000): (1.1, 0.9)
    default: nil
    }
  return bounds.map { [Goal(figure: .ratio, must: $0.must, after: $0.after)] } ?? []
}

/// Frames with a set's instructions, beside the triad with the same.
private func frames(
  _ name: String, _ count: Int, on set: InstructionSet, kernels: KernelSet = .best,
  _ description: String, _ goals: [Goal] = []
) -> Benchmark {
  Benchmark(
    name: "bank/\(name)/\(label(count))", description: description,
    unitsPerRepetition: count * roundOfFrames, goals: frameGoals(set, count) + goals
  ) {
    let bank = MeasuredBank(ManyRepeats(count: count), kernels: kernels)
    let triad = Triad(count: count, on: set)
    return Contenders(
      ours: { bank.showFrames($0 * roundOfFrames) }, byHand: { triad.run($0 * roundOfFrames) },
      detail: "the bank by \(bank.kernelName)")
  }
}

/// Frames with AVX2 where the processor has more: most players' processors have not.
private func advanceWithAVX2(_ count: Int) -> Benchmark? {
  guard InstructionSet.best == .avx512, let kernels = InstructionSet.avx2.kernels else {
    return nil
  }
  return frames(
    "advance-avx2", count, on: .avx2, kernels: kernels,
    "a repeat and frame: RepeatBank.evaluate with AVX2; beside it STREAM's triad with AVX2 over as"
      + " many elements")
}

private func advance(_ count: Int, _ goals: [Goal] = []) -> Benchmark {
  frames(
    "advance", count, on: .best,
    "a repeat and frame: RepeatBank.evaluate at the next sixtieth of a second, every repeat at its"
      + " own rate; beside it STREAM's triad over as many elements, 12 bytes each", goals)
}

private func rates(_ count: Int, must: Double, after: Double) -> Benchmark {
  rates(
    count, name: "rates", words: "in one call of setRates", oneByOne: false,
    goals: [Goal(figure: .ratio, must: must, after: after)])
}

private func rates(
  _ count: Int, name: String, words: String, oneByOne: Bool, goals: [Goal] = []
) -> Benchmark {
  Benchmark(
    name: "bank/\(name)/\(label(count))",
    description: "a repeat and frame with new rates for one repeat in a hundred before each frame,"
      + " without a jump, \(words); beside it a bank whose rates stay",
    unitsPerRepetition: count * roundOfFrames, goals: goals
  ) {
    let repeats = ManyRepeats(count: count)
    let (changing, steady) = (MeasuredBank(repeats), MeasuredBank(repeats))
    return Contenders(
      ours: { changing.showChangingFrames($0 * roundOfFrames, oneByOne: oneByOne) },
      byHand: { steady.showFrames($0 * roundOfFrames) })
  }
}

private func chunks(_ count: Int) -> Benchmark {
  Benchmark(
    name: "bank/chunks/\(label(count))",
    description: "a repeat and frame, each value read once: RepeatBank.forEachChunk; beside it"
      + " evaluate and forEachBlock",
    unitsPerRepetition: count * roundOfFrames
  ) {
    let repeats = ManyRepeats(count: count)
    let (chunked, whole) = (MeasuredBank(repeats), MeasuredBank(repeats))
    return Contenders(
      ours: { chunked.readChunks($0 * roundOfFrames) },
      byHand: { whole.readFrames($0 * roundOfFrames) })
  }
}

private let exactSample = Benchmark(
  name: "bank/exact-sample",
  description: "RepeatBank.value of one repeat at any time, exactly; by hand the fraction of phase"
    + " + rate * time in Double, folded, and eight steps of Newton's method",
  goals: [Goal(figure: .ours, must: 4, after: 2.5)]
) {
  let bank = MeasuredBank(ManyRepeats(count: 1000))
  let curve = NewtonBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
  return Contenders(
    ours: bank.sampleExactly,
    byHand: { count in
      sum(count) { number in
        let position = 0.3 + 0.73 * time(ofRepetition: number)
        return curve.value(at: 2 * (position - position.rounded()).magnitude)
      }
    })
}

let bankBenchmarks =
  [
    advance(1), advance(1000),
    advance(10_000), advance(100_000), advance(1_000_000),
    advance(
      10_000_000, [Goal(figure: .milliseconds(units: 1e7), must: quarterOfFrame, after: 2.2)]),
  ] + [10_000, 1_000_000, 10_000_000].compactMap(advanceWithAVX2)
  + [1, 1000, 100_000, 1_000_000, 10_000_000].map { rates($0, must: 1.2, after: 1.1) }
  + [1000, 100_000, 10_000_000].map {
    rates($0, name: "rates-one-by-one", words: "with a call each", oneByOne: true)
  }
  + [chunks(100_000), chunks(10_000_000), exactSample] + swarmBenchmarks
  + MemoryCount.bankBenchmarks
