// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// Compares the command's figures with those of a script that shares no code with the command.
@Suite struct RecomputeTests {
  static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("recompute.py").path

  @Test(
    arguments: [BuiltInSchedule.oneStep, .staircase, .panic, .storm],
    [BuiltInTrace.ideal60, .jittered, .stalls])
  func `an independent script computes the same figures for three strategies`(
    name: BuiltInSchedule, trace: BuiltInTrace
  ) throws {
    let folder = try TemporaryFolder()
    let schedule = name.schedule(seed: 11)
    let changes = schedule.changes.map { "\($0.time),\($0.rate.cycleDuration)\n" }
    try folder.write(
      "schedule.csv",
      "time,cycle_duration\n0,\(schedule.initialRate.cycleDuration)\n" + changes.joined())
    let frames = trace.trace(seed: 12).times(through: schedule.length).map { "\($0)\n" }
    try folder.write("trace.csv", "time\n" + frames.joined())
    let figures = try Child.runCompare(
      ["--schedule", "schedule.csv", "--trace", "trace.csv", "--format", "csv", "--all"], in: folder
    )
    #expect(figures.status == 0, "\(figures.errors)")
    try folder.write("figures.csv", figures.output)
    let script = try Child.run(
      "/usr/bin/env",
      ["python3", Self.script, "schedule.csv", "trace.csv", "figures.csv"], in: folder.path,
      within: 300)
    #expect(script.status == 0, "\(script.output)\(script.errors)")
    #expect(script.output.hasSuffix("33 figures compared, 0 wrong\n"), "\(script.output)")
  }
}
