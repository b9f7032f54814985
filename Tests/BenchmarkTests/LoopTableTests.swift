// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import benchmark

@Suite struct LoopTableTests {
  private static let machine = Machine(
    processor: "P", architecture: "A", compiler: "C", isOptimized: true)

  @Test(arguments: [
    (Bound.atMost(2), 2.0, 0.0), (.atMost(2), -7, 0), (.atMost(2), 2.5, 0.5),
    (.near(60, within: 0.5), 60.5, 0), (.near(60, within: 0.5), 59.5, 0),
    (.near(60, within: 0.5), 61, 0.5), (.near(60, within: 0.5), 58, 1.5),
    (.near(1, within: 0), 1, 0), (.near(1, within: 0), 0, 1), (.atLeast(2), 1.5, 0.5),
    (.atLeast(2), 3, 0),
  ])
  func `a figure misses its bound by the distance to it`(
    bound: Bound, figure: Double, shortfall: Double
  ) {
    #expect(bound.shortfall(of: figure) == shortfall)
    let row = LoopFigure("x", ours: figure, control: nil, must: bound)
    #expect(row.isMet == (shortfall == 0))
  }

  @Test(arguments: [Double.nan, .infinity]) func `a figure that is none meets nothing`(
    figure: Double
  ) {
    #expect(LoopFigure("x", ours: figure, control: nil, must: .atMost(1)).isMet == nil)
    #expect(LoopFigure("x", ours: nil, control: nil, must: .atMost(1)).isMet == nil)
  }

  @Test(arguments: [
    (Bound.atMost(0.05), "<=0.05"), (.atLeast(1000), ">=1000"), (.atMost(1.2), "<=1.2"),
    (.near(16.667, within: 0.25), "16.667+-0.25"), (.near(1, within: 0), "1"),
  ]) func `bounds are written without zeros at the end`(bound: Bound, text: String) {
    #expect("\(bound)" == text)
  }

  @Test func `the table is aligned and fits, and says loudly what was skipped`() {
    var met = LoopFigures(name: "loop/a", description: String(repeating: "some words ", count: 20))
    met.rows = [
      LoopFigure(
        "nested weston: step p99, ms", ours: 12345.678, control: 380_310, bare: 59.999,
        must: .atMost(0.05), digits: 3, load: 1.25),
      LoopFigure("x", ours: 1, control: nil, must: .near(16.667, within: 0.25), digits: 0),
      LoopFigure("y", ours: nil, control: 2, must: .atMost(1)),
    ]
    var skipped = LoopFigures(name: "loop/b", description: "b")
    skipped.skipped = "weston is missing; install it"
    let table = LoopTable(machine: Self.machine, results: [met, skipped])
    let lines = table.text.split(separator: "\n").map { String($0) }
    #expect(lines.allSatisfy { $0.count <= Columns.width })
    let rows = lines.dropFirst().prefix(4)
    #expect(rows.allSatisfy { $0.count == Columns.width })
    let verdicts = rows.map { $0.split(separator: " ").last ?? "" }
    #expect(verdicts == ["goal", "12346", "15", "none"])
    #expect(lines.contains("SKIPPED loop/b: weston is missing; install it"))
  }

  /// The one that needs no windows.
  @Test func `a filter measures what it names, with every figure`() {
    var progress: [String] = []
    let result = Command.run(["--quick", "--filter", "loop/simulated"]) { progress.append($0) }
    #expect(result.exitCode == 0)
    #expect(progress == ["[1/1] loop/simulated\n"])
    #expect(result.output.split(separator: "\n").filter { $0.hasSuffix(" met") }.count == 4)
  }
}
