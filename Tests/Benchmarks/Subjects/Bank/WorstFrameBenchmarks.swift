// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The times of frames, one by one.
///
/// The frames are shown several times over, and of each the shortest time counts: what another
/// program takes hits another frame each time, what a frame itself has to do is the same again.
private struct FrameTimes {
  /// Nanoseconds of this thread, the shortest first.
  private let sorted: [Double]

  private static let passes = 5
  /// Frames before them: memory that is touched for the first time, and what a leap back costs.
  private static let before = 2 * roundOfFrames

  init(of count: Int, _ show: (Int) -> Double, rewind: () -> Void = {}) {
    var sum = 0.0
    var times = [Double](repeating: .infinity, count: count)
    for _ in 0..<Self.passes {
      rewind()
      sum += show(Self.before)
      for frame in times.indices {
        let start = threadNanoseconds()
        sum += show(1)
        times[frame] = min(times[frame], threadNanoseconds() - start)
      }
    }
    precondition(sum.isFinite, "a frame's values must be finite")
    sorted = times.sorted()
  }

  var median: Double { sorted[sorted.count / 2] }

  /// The time that one frame in a thousand exceeds.
  var worst: Double { sorted[sorted.count * 999 / 1000] }
}

private func worstFrame(_ count: Int) -> Benchmark {
  Benchmark(
    name: "bank/worst-frame/\(label(count))",
    description: "a repeat and frame of RepeatBank.evaluate, at the 99.9th percentile of"
      + " \(Effort.full.frames) frames, of each the shortest of five times; beside it their median",
    goals: [Goal(figure: .ratio, must: 1.2, after: 1.1)]
  ) { effort in
    let bank = MeasuredBank(ManyRepeats(count: count))
    let triad = Triad(count: count, on: .best)
    let frames = FrameTimes(of: effort.frames, bank.showFrames, rewind: bank.rewind)
    let machine = FrameTimes(of: effort.frames, triad.run)
    let unit = MeasuredRow.nanoseconds
    return Contenders(
      .counted(frames.worst / Double(count), unit: unit),
      beside: .counted(frames.median / Double(count), unit: unit),
      detail: "the same of STREAM's triad, which is this machine's own share:"
        + " \(decimals(machine.worst / machine.median))")
  }
}

let worstFrameBenchmarks = [100_000, 1_000_000].map(worstFrame)
