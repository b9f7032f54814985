// SPDX-License-Identifier: Apache-2.0

/// Every row, in the order in which it is measured and printed.
///
/// A new one is a file beside this one and a line here.
func allBenchmarks() -> [Benchmark] {
  bankBenchmarks + worstFrameBenchmarks + fieldBenchmarks + lockBenchmarks + workerBenchmarks
    + kernelBenchmarks + objectBenchmarks + peerBenchmarks
    + singleBenchmarks + [layersBenchmark] + mediaTimingBenchmarks + controllerBenchmarks
    + cBenchmarks + timingFunctionBenchmarks
}

/// Everything that has goals, in the order in which it is measured and printed.
///
/// They open windows and take minutes: only a filter that names them measures them.
func allLoopSubjects() -> [LoopSubject] {
  loopSubjects
}
