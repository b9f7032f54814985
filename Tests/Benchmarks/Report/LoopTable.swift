// SPDX-License-Identifier: Apache-2.0

/// The loop's figures and what they must be, as text: aligned, at most 80 columns.
struct LoopTable {
  let machine: Machine
  let results: [LoopFigures]

  private let columns = Columns(widths: [29, 8, 7, 8, 13, 5, 10])

  init(machine: Machine, results: [LoopFigures]) {
    self.machine = machine
    self.results = results
  }

  var text: String {
    var lines = wrapped(machine.summary)
    lines.append("")
    lines.append(columns.line("", "ours", "bare", "plain", "must", "load", "goal"))
    for result in results {
      if let skipped = result.skipped {
        lines += wrapped("SKIPPED \(result.name): \(skipped)")
      }
      for row in result.rows {
        lines.append(
          columns.line(
            row.label, number(row.ours, row), number(row.bare, row),
            number(row.control, row), "\(row.bound)", row.load.map { fixed($0, digits: 2) } ?? "",
            verdict(row)))
      }
    }
    for result in results where !result.squares.isEmpty {
      lines.append("")
      lines += SquareTable(result.squares).lines
    }
    lines.append("")
    lines.append("load: processors that other programs kept busy meanwhile; these want it near 0")
    lines += wrapped(
      "bare: the least loop that meets deadlines, straight on SDL: what it misses, the machine"
        + " does; plain: a loop that trusts SDL_RENDERER_PRESENTVSYNC, as most programs have it")
    for result in results { lines += wrapped("\(result.name): \(result.description)") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func number(_ value: Double?, _ row: LoopFigure) -> String {
    value.map { fixed($0, digits: Self.digits(of: $0, row)) } ?? "-"
  }

  /// Large figures need no decimals, and have no room for them.
  private static func digits(of value: Double, _ row: LoopFigure) -> Int {
    value.magnitude < 100 ? row.digits : min(row.digits, value.magnitude < 1000 ? 1 : 0)
  }

  private func verdict(_ row: LoopFigure) -> String {
    guard let shortfall = row.ours.flatMap({ row.bound.shortfall(of: $0) }) else { return "none" }
    let digits = Self.digits(of: shortfall, row)
    return shortfall == 0 ? "met" : "off " + short(shortfall, digits: digits)
  }
}
