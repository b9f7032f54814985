// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Figures and their goals as text: aligned, at most 80 columns.
struct LoopTable {
  let machine: Machine
  let results: [LoopFigures]

  var text: String {
    var lines = wrapped(machine.summary)
    lines.append("")
    lines.append(line("", "ours", "bare", "plain", "must", "load", "goal"))
    for result in results {
      if let skipped = result.skipped {
        lines += wrapped("SKIPPED \(result.name): \(skipped)")
      }
      for row in result.rows {
        lines.append(
          line(
            row.label, number(row.ours, row), number(row.bare, row),
            number(row.control, row), bound(row),
            row.load.map { Table.fixed($0, digits: 2) } ?? "", verdict(row)))
      }
    }
    lines.append("")
    lines.append("load: processors that other programs kept busy meanwhile; these want it near 0")
    lines += wrapped(
      "bare: the least loop that meets deadlines, straight on SDL: what it misses, the machine"
        + " does; plain: a loop that trusts SDL_RENDERER_PRESENTVSYNC, as most programs have it")
    for result in results { lines += wrapped("\(result.name): \(result.description)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The widths of the columns: 80 characters together.
  private static let widths = [29, 8, 7, 8, 13, 5, 10]

  private func line(_ cells: String...) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, Self.widths).enumerated() {
      let space = String(repeating: " ", count: max(width - cell.count, index == 0 ? 0 : 1))
      line += index == 0 ? cell + space : space + cell
    }
    return line
  }

  private func number(_ value: Double?, _ row: LoopFigure) -> String {
    value.map { Table.fixed($0, digits: Self.digits(of: $0, row)) } ?? "-"
  }

  /// Large figures are worth no decimals, and have no room for them.
  private static func digits(of value: Double, _ row: LoopFigure) -> Int {
    value.magnitude < 100 ? row.digits : min(row.digits, value.magnitude < 1000 ? 1 : 0)
  }

  private func bound(_ row: LoopFigure) -> String {
    switch row.bound {
    case .atMost(let limit): "<= " + Table.short(limit)
    case .near(let value, let distance):
      distance == 0 ? Table.short(value) : Table.short(value) + "+-" + Table.short(distance)
    }
  }

  private func verdict(_ row: LoopFigure) -> String {
    guard let shortfall = row.ours.flatMap({ row.bound.shortfall(of: $0) }) else { return "none" }
    let digits = Self.digits(of: shortfall, row)
    return shortfall == 0 ? "met" : "off " + Table.short(shortfall, digits: digits)
  }
}

extension Table {
  /// So many decimals; a figure that is none is a dash.
  static func fixed(_ value: Double, digits: Int) -> String {
    DecimalText.fixed(value, decimals: digits) ?? "-"
  }

  /// The same without the zeros at the end.
  static func short(_ value: Double, digits: Int = 3) -> String {
    var text = fixed(value, digits: digits)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
