// SPDX-License-Identifier: Apache-2.0

import Glibc
import RepeatBanks

/// Nanoseconds on the wall: processor time would count both threads.
private func wallNanoseconds(_ body: () -> Double) -> Double {
  var (start, end) = (timespec(), timespec())
  clock_gettime(CLOCK_MONOTONIC, &start)
  precondition(body().isFinite, "a bank's values must be finite")
  clock_gettime(CLOCK_MONOTONIC, &end)
  return 1e9 * Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec)
}

private func twoWorkers(_ count: Int) -> Benchmark {
  Benchmark(
    name: "bank/two-workers/\(label(count))",
    description: "a repeat and frame by the clock on the wall: BankWorkers with two threads; beside"
      + " it one thread; on a busy machine it says more about the others",
    unitsPerRepetition: count * roundOfFrames
  ) {
    let repeats = ManyRepeats(count: count)
    let (shared, alone) = (MeasuredBank(repeats), MeasuredBank(repeats))
    let one = Contender.clocked { frames in
      wallNanoseconds { alone.showFrames(frames * roundOfFrames) }
    }
    guard sysconf(Int32(_SC_NPROCESSORS_ONLN)) >= 2, let workers = SharedWorkers() else {
      return Contenders(.missing("two workers need two processors, and a thread"), beside: one)
    }
    return Contenders(
      .clocked { frames in
        wallNanoseconds { shared.showFrames(frames * roundOfFrames, with: workers) }
      }, beside: one)
  }
}

/// Two workers that closures can hold on to.
final class SharedWorkers {
  var workers: BankWorkers

  init?() {
    do {
      workers = try BankWorkers(threads: 2)
    } catch {
      return nil
    }
  }
}

let workerBenchmarks = [10_000, 100_000, 1_000_000, 10_000_000].map(twoWorkers)
