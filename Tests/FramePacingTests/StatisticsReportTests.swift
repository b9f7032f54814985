// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import TestSupport
import Testing

struct StatisticsReportTests {
  @Test func `the report has every measure once, in milliseconds`() {
    var statistics = FrameStatistics()
    for value in 1...100 as ClosedRange<Int64> {
      statistics.record(nanoseconds: value * 1_000_000)
      statistics.wakeErrors.record(nanoseconds: value * 10)
    }
    statistics.mode = .timer(.requested)
    statistics.reportedHertz = 60
    statistics.processorShare = 0.00804
    statistics.missed = 3
    (statistics.videoDriver, statistics.renderer) = ("x11", "software")
    let expected = """
      mode         timer: the program asked for a rate
      display      x11, software
      frames       0
      rate         19.802 Hz, measured none, reported 60.000 Hz
      interval     p1    1.000  p50   50.000  p90   90.000  p99   99.000  max  100.000
      step error   none
      wake error   p1    0.000  p50    0.001  p90    0.001  p99    0.001  max    0.001
      build        none
      present      none
      input age    none
      CPU          0.80 %
      short        24
      missed       3
      stalls       0
      relocks      0
      events       0
      fixed steps  none

      """
    #expect(statistics.report == expected)
  }

  @Test func `the report shows the learned lead before a refresh, if a lead was learned`()
    throws
  {
    var program = SimulatedProgram.composited(deadline: 7)
    program.run(seconds: 15)
    let line = try #require(
      program.statistics.report.split(separator: "\n").first { $0.hasPrefix("lead ") })
    let deadline = try #require(program.statistics.deadline)
    #expect(line.hasPrefix("lead         7.") || line.hasPrefix("lead         8."))
    #expect(line.contains(" ms, late 0.") && line.hasSuffix(" % of \(deadline.aimed)"), "\(line)")
  }

  @Test func `the report has the executed and dropped fixed steps`() {
    var statistics = FrameStatistics()
    var step = FixedStep(FrameRate(hertz: 50), mostSteps: 2)
    _ = step.steps(delta: 0.07, refreshPeriod: 1.0 / 60)
    statistics.fixedStep = step
    #expect(statistics.report.hasSuffix("\nfixed steps  2 at 50.000 Hz, dropped 1\n"))
    statistics.reset()
    #expect(statistics.report.hasSuffix("\nfixed steps  none\n"))
  }
}
