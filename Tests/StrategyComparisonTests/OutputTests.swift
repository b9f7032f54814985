// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StrategyComparison

@Suite struct OutputTests {
  static let texts: [(Double?, String)] = [
    (nil, "-"), (.nan, "-"), (.infinity, "-"), (0, "0"), (-0.0, "0"), (9e-10, "0"),
    (1e-9, "1.00e-9"), (-2.346e-6, "-2.35e-6"), (9.999e-4, "1.00e-3"), (0.001, "0.0010"),
    (0.10573, "0.1057"), (0.99996, "1.000"), (1, "1"), (1.23456, "1.235"), (9.9999, "10.00"),
    (16.6667, "16.67"), (99.999, "100.0"), (131.24, "131.2"), (999.96, "1000.0"),
    (-31_215.2, "-31215"), (999_999, "999999"), (1e6, "1.00e6"), (2_592_000, "2.59e6"),
  ]

  @Test(arguments: texts) func `figures are printed with four digits`(
    _ figure: Double?, _ text: String
  ) {
    #expect(FigureText.text(figure) == text)
  }

  func report(_ schedule: BuiltInSchedule, _ trace: BuiltInTrace) -> ComparisonReport {
    let comparison = Comparison(schedule: schedule.schedule(seed: 1), trace: trace.trace(seed: 1))
    return ComparisonReport(
      comparison, seed: 1, results: comparison.strategies.map { comparison.result(of: $0) })
  }

  @Test(arguments: BuiltInSchedule.allCases.filter { $0 != .veryLong })
  func `a table has at most 80 columns, and each verdict takes one line`(schedule: BuiltInSchedule)
  {
    for trace in [BuiltInTrace.ideal60, .stalls] {
      let lines = TextTable(report(schedule, trace)).text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
      let figures = lines.dropFirst(3 + PolicyAdvice.all.count)
      // Two blocks of figures, and the verdict.
      for strategy in ComparisonStrategy.allCases {
        #expect(figures.count { $0.hasPrefix(strategy.rawValue + " ") } == 3, "\(strategy)")
      }
    }
  }

  @Test func `the worst figure, and each with the same text, are marked, unless all are equal`() {
    let step = report(.oneStep, .ideal60)
    #expect(step.worst(of: .slopeKink) == [.naive])
    #expect(step.worst(of: .eventsMissed) == [.naive])
    #expect(step.worst(of: .eventsDoubled).isEmpty, "no strategy has any")
    let only = ComparisonReport(
      Comparison(schedule: BuiltInSchedule.oneStep.schedule(seed: 1), trace: .steady(hertz: 60)),
      seed: 1, results: [step.results[3]])
    #expect(only.worst(of: .valueJump).isEmpty, "a single figure is not marked")
  }

  static let verdicts: [([Measure: Double], String)] = [
    ([:], "Smooth, immediate, exact."),
    ([.valueJump: 0.936], "Jumps up to 93.60 % of the range."),
    ([.valueJump: 1, .driftPerHour: -12.02], "Jumps up to 100 % of the range, loses 12.02 cycles"),
    ([.valueJump: 0.004, .slopeKink: 2], "Immediate, exact; only the speed jumps."),
    ([.driftPerHour: 2, .delayWorst: 1.3], "No jumps, gains 2 cycles an hour; waits up to 1.3"),
    ([.boundaryError: 250], "No jumps, but cycles begin up to 250 ms off."),
    ([.eventsMissed: 2, .eventsDoubled: 1], "No jumps, but 3 cycle events are wrong."),
    ([.delayWorst: 1.3], "Smooth, exact; a change takes up to 1.300 s."),
    ([.endPhaseError: -5e-6], "Smooth, immediate, off by 5.00e-6 cycle."),
    ([.delayWorst: 1, .slopeKink: 1], "Waits up to 1 s, exact; the speed jumps."),
  ]

  @Test(arguments: verdicts) func `a verdict names the most serious fault`(
    _ values: [Measure: Double], _ text: String
  ) {
    var figures = Figures()
    for (measure, value) in values { figures[measure] = value }
    #expect(Verdict(figures).text.hasPrefix(text), "\(Verdict(figures).text)")
  }

  @Test func `with recorded frames, the table begins with their number and lengths`() throws {
    let times = (0..<14_399).map { Double($0) * 0.0069 }
    let trace = try FrameTrace(name: "x", times: times + [times[14_398] + 0.041])
    let comparison = Comparison(
      schedule: BuiltInSchedule.oneStep.schedule(seed: 1), trace: trace,
      strategies: [.naive, .phaseMatched, .phaseRamp])
    let report = ComparisonReport(
      comparison, seed: 1, results: comparison.strategies.map { comparison.result(of: $0) })
    let lines = TextTable(report, .brief).text.split(separator: "\n")
    #expect(
      lines.prefix(2) == [
        "On your 14,400 frames (mean 6.9 ms, worst 41 ms), naive jumps up to 50.17 % of",
        "the range; phase-matched, phase-ramp: no jump.",
      ])
  }

  @Test func `CSV quotes names from files, and has all digits`() throws {
    let schedule = try RateSchedule(
      name: "a, \"b\"\n.csv", initialRate: .cycleDuration(2), changes: [], length: 1)
    let comparison = Comparison(
      schedule: schedule, trace: .steady(hertz: 60), strategies: [.doubleSum])
    let result = comparison.result(of: .doubleSum)
    let report = ComparisonReport(comparison, seed: 4, results: [result])
    let csv = report.csv
    #expect(csv.contains("\n\"a, \"\"b\"\"\n.csv\",60 Hz,4,61,0,1.0,double-sum,0.0,0.0,,,"))
    #expect(csv.contains(",\(result.figures.value(.largestStep)),"))
  }
}
