// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The times of frames, one by one.
private struct FrameTimes {
  /// Nanoseconds of this thread, the shortest first.
  private let sorted: [Double]

  static let count = 10_000

  init(_ show: (Int) -> Double) {
    // The first frames touch memory for the first time.
    var sum = show(2 * roundOfFrames)
    var times: [Double] = []
    times.reserveCapacity(Self.count)
    for _ in 0..<Self.count {
      let start = threadNanoseconds()
      sum += show(1)
      times.append(threadNanoseconds() - start)
    }
    precondition(sum.isFinite, "a frame's values must be finite")
    sorted = times.sorted()
  }

  var median: Double { sorted[Self.count / 2] }

  /// The time that one frame in a thousand exceeds.
  var worst: Double { sorted[Self.count * 999 / 1000] }
}

private func worstFrame(_ count: Int) -> Benchmark {
  Benchmark(
    name: "bank/worst-frame/\(label(count))",
    description: "a repeat and frame of RepeatBank.evaluate, at the 99.9th percentile of"
      + " \(FrameTimes.count) frames; beside it their median",
    goals: [Goal(figure: .ratio, must: 1.2, after: 1.1)]
  ) {
    let bank = MeasuredBank(ManyRepeats(count: count))
    let triad = Triad(count: count, on: .best)
    let frames = FrameTimes(bank.showFrames)
    let machine = FrameTimes(triad.run)
    let unit = MeasuredRow.nanoseconds
    return Contenders(
      .counted(frames.worst / Double(count), unit: unit),
      beside: .counted(frames.median / Double(count), unit: unit),
      detail: "the same of STREAM's triad, which is this machine's own share:"
        + " \(decimals(machine.worst / machine.median))")
  }
}

let worstFrameBenchmarks = [100_000, 1_000_000].map(worstFrame)
