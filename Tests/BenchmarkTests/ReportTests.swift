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

  @Test func `JSON carries any text and figures to the last bit, and null where there is none`()
    throws
  {
    let figures = [
      Self.row(ours: [1.0 / 3], byHand: [1e-9]),
      Self.row(ours: [Double.infinity], byHand: nil),
    ]
    let text = JSONReport(machine: Self.machine, rows: figures).text
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let machine = try #require(root["machine"] as? [String: Any])
    #expect(machine["processor"] as? String == Self.machine.processor)
    let rows = try #require(root["rows"] as? [[String: Any]])
    #expect(rows[0]["ours"] as? Double == 1.0 / 3)
    #expect(rows[0]["ratio"] as? Double == 1.0 / 3 / 1e-9)
    #expect(rows[1]["ours"] is NSNull)
    for name in ["byHand", "byHandSpread", "ratio", "ratioSpread"] {
      #expect(rows[1][name] is NSNull, "\(name)")
    }
  }

  @Test func `the processor has its family and model beside its name, where there are any`() {
    let list = "cpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n"
    #expect(Machine.processor(in: list) == "AMD EPYC (family 25, model 1)")
    #expect(Machine.processor(in: "model name\t: AMD EPYC\n") == "AMD EPYC")
    #expect(Machine.processor(in: "") == "unknown")
  }

  @Test(arguments: [
    ("processor : 0\nmodel name\t: AMD EPYC\nmodel name\t: other\n", "AMD EPYC"),
    ("processor : 0\nBogoMIPS : 50\n", nil), ("model name\t:\n", nil), ("model name", nil),
    ("", nil),
  ]) func `the processor's name is the first in the kernel's list`(list: String, name: String?) {
    #expect(Machine.processorName(in: list) == name)
  }
}
