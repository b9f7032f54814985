// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import benchmark

@Suite struct ReportTests {
  private static let machine = Machine(
    processor: "A \"quoted\" \\ name\twith\u{1}all, and quite a long one at that",
    architecture: "x86-64 baseline (SSE2)", compiler: "Swift 6.3", isOptimized: true)

  private static func row(ours: [Double], byHand: [Double]?) -> MeasuredRow {
    MeasuredRow(
      name: "timing-functions/exponential-in-out",
      description: String(repeating: "some words ", count: 20), ours: Summary(ours),
      byHand: byHand.map { Summary($0) },
      ratio: byHand.map { Summary(zip(ours, $0).map { $0 / $1 }) })
  }

  @Test func `the median and the middle half of figures, in whatever order they come`() {
    let summary = Summary([9, 1, 5, 7, 3, 8, 2, 6, 4])
    #expect(summary.median == 5)
    #expect(summary.spread == (7.0 - 3) / 5)
    #expect(Summary([4]).median == 4)
    #expect(Summary([4]).spread == 0)
    #expect(Summary([0, 0, 0]).spread == 0)
    let wild = Summary([10, 10, 11, 10, 4000, 10, 11])
    #expect(wild.median == 10 && wild.spread <= 0.1, "one wild run moves neither far")
  }

  @Test(arguments: [0.004, 9.996, 12.3456, 123_456.7])
  func `the table is aligned and fits, for small figures and large ones`(figure: Double) throws {
    let table = Table(
      machine: Self.machine,
      rows: [
        Self.row(ours: [figure], byHand: [12]),
        Self.row(ours: [figure], byHand: nil),
      ])
    let lines = table.text.split(separator: "\n").map { String($0) }
    #expect(lines.filter { $0.count > Columns.width } == [])
    let rows = lines.filter { $0.hasPrefix("timing-functions/exponential-in-out ") }
    #expect(rows.count == 2)
    let header = try #require(lines.first { $0.hasSuffix("ratio") })
    #expect(rows.map(\.count) == [header.count, header.count])
    #expect(rows.last?.hasSuffix("-") == true)
  }

  @Test(arguments: [
    (0, "0.00"), (0.00004, "0.0000"), (0.01234, "0.0123"), (0.09994, "0.0999"),
    (0.09996, "0.100"), (0.1256, "0.126"), (0.9994, "0.999"), (0.9996, "1.00"), (1.005, "1.00"),
    (99.999, "100.00"), (1234.5, "1234.50"),
  ]) func `small figures have more decimals`(figure: Double, text: String) {
    #expect(decimals(figure) == text)
  }

  @Test func `JSON carries any text, exact figures and goals, and null where there is none`() throws
  {
    var rows = [Self.row(ours: [1.0 / 3], byHand: [100]), Self.row(ours: [.infinity], byHand: nil)]
    let goal = Goal(figure: .advantage, must: 200, after: 250)
    (rows[0].goals, rows[1].goals) = ([goal], [goal])
    rows[1].missing = "a package"
    var met = LoopFigures(name: "loop/a", description: "a")
    met.rows = [
      LoopFigure("x", ours: 1, control: .nan, bare: 1.5, must: .atMost(2), load: 0.5),
      LoopFigure("y", ours: 3, control: 4, must: .near(1, within: 0.5)),
    ]
    var skipped = LoopFigures(name: "loop/b", description: "b")
    skipped.skipped = "no \"server\""
    let text = JSONReport(machine: Self.machine, rows: rows, goals: [met, skipped]).text
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let machine = try #require(root["machine"] as? [String: Any])
    #expect(machine["processor"] as? String == Self.machine.processor)
    let found = try #require(root["rows"] as? [[String: Any]])
    #expect(found[0]["ours"] as? Double == 1.0 / 3)
    #expect(found[0]["ratio"] as? Double == 1.0 / 3 / 100)
    #expect(found[0]["missing"] is NSNull && found[1]["missing"] as? String == "a package")
    for name in ["ours", "byHand", "byHandSpread", "ratio", "ratioSpread"] {
      #expect(found[1][name] is NSNull, "\(name)")
    }
    let verdicts = try found.map { try #require(($0["goals"] as? [[String: Any]])?.first) }
    #expect(verdicts.map { $0["verdict"] as? String } == ["reached", "not measured"])
    #expect(verdicts[0]["figure"] as? String == "times faster" && verdicts[1]["value"] is NSNull)
    #expect(verdicts[0]["value"] as? Double == goal.figure(of: rows[0]))
    #expect(verdicts[0]["must"] as? Double == 200 && verdicts[0]["after"] as? Double == 250)
    #expect(verdicts[0]["isLargerBetter"] as? Bool == true)
    let goals = try #require(root["goals"] as? [[String: Any]])
    #expect(goals.map { $0["name"] as? String } == ["loop/a", "loop/a", "loop/b"])
    #expect(goals[0]["isMet"] as? Bool == true && goals[0]["control"] is NSNull)
    #expect(goals[0]["bare"] as? Double == 1.5 && goals[1]["bare"] is NSNull)
    #expect(goals[0]["within"] is NSNull && goals[0]["load"] as? Double == 0.5)
    #expect(goals[1]["isMet"] as? Bool == false && goals[1]["within"] as? Double == 0.5)
    #expect(goals[2]["skipped"] as? String == "no \"server\"")
  }

  @Test(arguments: [
    ("cpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n", "AMD EPYC (family 25, model 1)"),
    ("processor : 0\nmodel name\t: AMD EPYC\nmodel name\t: other\n", "AMD EPYC"),
    ("processor : 0\nBogoMIPS : 50\n", "unknown"), ("model name\t:\n", "unknown"),
    ("model name", "unknown"), ("", "unknown"),
  ]) func `the processor is the first in the kernel's list, with its family and model if any`(
    list: String, name: String
  ) {
    #expect(Machine.processor(in: list) == name)
  }
}
