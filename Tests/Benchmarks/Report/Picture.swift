// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An SVG picture of named lanes under a title.
struct Picture {
  static let (left, width, top) = (230.0, 700.0, 46.0)

  private let title: String
  private let lane: Double
  private let lanes: [(name: String, content: String)]
  /// Marks across all lanes: a position from 0 to 1 and a text.
  private let marks: [(x: Double, text: String)]

  var text: String {
    let bottom = Self.top + lane * Double(lanes.count)
    let names = lanes.enumerated().map { index, content in
      let y = Int(Self.top + lane * Double(index))
      return "<g transform=\"translate(0 \(y))\"><text x=\"20\" y=\"17\" fill=\"#c9d3de\">"
        + "\(content.name)</text>\(content.content)</g>"
    }
    let axis = marks.map { mark in
      let x = fixed(Self.left + Self.width * mark.x, digits: 1)
      return
        "<path d=\"M\(x) \(Int(Self.top))V\(Int(bottom))\" stroke=\"#39424d\"/><text x=\"\(x)\""
        + " y=\"\(Int(bottom + 18))\" text-anchor=\"middle\" fill=\"#8b98a6\">\(mark.text)</text>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 \(Int(bottom + 34))" \
      font-family="sans-serif" font-size="14" role="img">
      <title>\(title)</title>
      <rect width="960" height="\(Int(bottom + 34))" fill="#0f1318"/>
      <text x="20" y="26" fill="#c9d3de">\(title)</text>
      \((axis + names).joined(separator: "\n"))
      </svg>

      """
  }

  /// The ratios of the rows as bars, from 1/1000 to 100.
  init(_ rows: [MeasuredRow]) {
    title = "Time / the other's time: to the left of 1 the package is faster"
    lane = 24
    func x(_ ratio: Double) -> Double { min(max((log10(ratio) + 3) / 5, 0), 1) }
    marks = [0.001, 0.01, 0.1, 1, 10, 100].map { (x($0), "\($0 < 1 ? "\($0)" : "\(Int($0))")") }
    lanes = rows.compactMap { row in
      guard let ratio = row.ratio?.median else { return nil }
      let ends = [x(ratio), x(1)].sorted().map { Self.left + Self.width * $0 }
      return (
        row.name,
        "<rect x=\"\(fixed(ends[0], digits: 1))\" y=\"2\" height=\"18\""
          + " width=\"\(fixed(ends[1] - ends[0], digits: 1))\""
          + " fill=\"\(ratio <= 1 ? "#4db7ff" : "#ff7a6b")\"/>"
      )
    }
  }

  /// The intervals between the pictures of each program: a stroke for each length of an interval,
  /// the more opaque the more intervals have this length.
  init(_ squares: [SquareFigures]) {
    title = "Milliseconds between two pictures of the same moving square"
    lane = 40
    let longest = 100.0 / 3
    marks = [0, 8.333, 16.667, 25, 33.333].map { ($0 / longest, fixed($0, digits: 1)) }
    lanes = squares.filter { $0.missing == nil }.map { square in
      let counts = Dictionary(
        square.intervals.map { milliseconds in
          (fixed(Self.left + Self.width * min(milliseconds / longest, 1), digits: 1), 1)
        }, uniquingKeysWith: +)
      let strokes = counts.sorted { $0.key < $1.key }.map { x, count in
        let share = Double(count) / Double(square.intervals.count)
        return "<path d=\"M\(x) 4v30\" stroke=\"\(square.isOurs ? "#4db7ff" : "#ff7a6b")\""
          + " stroke-opacity=\"\(fixed(min(1, max(0.12, 100 * share)), digits: 2))\"/>"
      }
      return (square.name, strokes.joined())
    }
  }
}
