// SPDX-License-Identifier: Apache-2.0

import CReference
import RepeatBanks
import Testing
import WindowRigs

@testable import benchmark

@Suite struct BenchmarkTests {
  static func run(_ arguments: String...) throws -> Child.Ending {
    try Child.run(Child.beside("benchmark"), arguments, environment: [:], within: 300)
  }

  @Test(arguments: [
    (["--filter", "nothing"], "is in no row's name"),
    (["--fliter", "x"], "did you mean --filter?"),
    (["--plot"], "its value is missing"),
    (["--set", "MMX"], "is not an instruction set of this processor"),
  ])
  func `invalid arguments give exit code 64`(arguments: [String], says: String) throws {
    let end = try Child.run(
      Child.beside("benchmark"), arguments, environment: [:], within: 300)
    #expect(end.status == 64 && end.errors.contains(says), "\(end.errors)")
  }

  @Test func `the list has every row once, and the loops`() throws {
    let end = try Self.run("--list")
    let names = end.output.split(separator: "\n").map(String.init)
    #expect(end.status == 0 && names == Row.all().map(\.name) + ["loops", "steps"])
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: ["controller", "c/", "bank/frame/1e3", "bank/restart/1e4"])
  func `rows are measured and printed with both contenders' figures, in at most 80 columns`(
    filter: String
  ) throws {
    let end = try Self.run("--quick", "--filter", filter)
    let lines = end.output.split(separator: "\n")
    #expect(end.status == 0 && lines.allSatisfy { $0.count <= 80 }, "\(end.output)")
    for row in Row.all() where row.name.contains(filter) {
      let line = try #require(lines.last { $0.hasPrefix("\(row.name) ") })
      #expect(!line.contains("-  ") && line.split(separator: " ").count == 8, "\(line)")
    }
  }

  @Test func `a summary has the median, and the spread of the middle half`() throws {
    let summary = try #require(Summary([5, 1, 100, 2, 3]))
    #expect(summary.median == 3 && summary.spread == 1)
    #expect(Summary([]) == nil)
  }

  /// The tolerance is a few roundings of `Float`.
  @Test(.serialized, arguments: KernelSet.available)
  func `the loops in C compute the expected values, and a waiting rate takes effect at a wrap`(
    set: KernelSet
  ) {
    reference_use_level(set.level)
    var (phases, rates, values): ([Float], [Float], [Float]) = ([0.1, 0.9], [0.5, 1], [0, 0])
    reference_frame(&phases, rates, &values, 2, 0.5)
    #expect(abs(phases[0] - 0.35) < 1e-6 && abs(phases[1] - 0.4) < 1e-6)
    #expect(abs(values[0] - 0.784) < 1e-6 && abs(values[1] - 0.896) < 1e-6)
    var waiting: [Float] = [2, 2]
    (phases, rates) = ([0.1, 0.9], [0.5, 1])
    reference_restart_frame(&phases, &rates, &waiting, &values, 2, 0.5)
    #expect(rates == [0.5, 2] && waiting == [2, 0])
    var one = reference_repeat(phase: 0.9, rate: 0.5, slope: 1, cycles: 0)
    #expect(abs(reference_step(&one, 0.5) - 0.896) < 1e-12 && one.cycles == 1)
  }
}
