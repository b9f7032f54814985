// SPDX-License-Identifier: Apache-2.0

/// The intervals of all programs of the scoreboard as a picture (SVG): a lane each, a stroke for
/// each length.
struct SquarePicture {
  private let squares: [SquareFigures]

  init(_ squares: [SquareFigures]) { self.squares = squares.filter { $0.missing == nil } }

  private static let (left, width, lane, top) = (230.0, 700.0, 40.0, 46.0)
  private static let longest = 100.0 / 3

  private static func x(_ milliseconds: Double) -> Double {
    left + width * min(milliseconds, longest) / longest
  }

  var text: String {
    let height = Self.top + Self.lane * Double(squares.count) + 34
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 \(Int(height))\""
        + " font-family=\"sans-serif\" font-size=\"15\" role=\"img\">",
      "<title>Milliseconds between two pictures, of the same moving square in each program</title>",
      "<rect width=\"960\" height=\"\(Int(height))\" fill=\"#0f1318\"/>",
      "<text x=\"20\" y=\"26\" fill=\"#c9d3de\">Milliseconds between two pictures: the more pictures,"
        + " the stronger the stroke</text>",
    ]
    lines += axis(to: height - 28)
    for (index, square) in squares.enumerated() {
      lines += strokes(of: square, y: Self.top + Self.lane * Double(index))
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func axis(to bottom: Double) -> [String] {
    [0, 8.333, 16.667, 25, 33.333].flatMap { milliseconds -> [String] in
      let x = fixed(Self.x(milliseconds), digits: 1)
      let isPeriod = milliseconds == 16.667
      return [
        "<path d=\"M\(x) \(Int(Self.top))V\(Int(bottom))\" stroke=\""
          + (isPeriod ? "#ffb732" : "#39424d") + "\"/>",
        "<text x=\"\(x)\" y=\"\(Int(bottom + 18))\" text-anchor=\"middle\" fill=\""
          + (isPeriod ? "#ffb732" : "#8b98a6") + "\">\(fixed(milliseconds, digits: 1))</text>",
      ]
    }
  }

  private func strokes(of square: SquareFigures, y: Double) -> [String] {
    let color = square.isOurs ? "#4db7ff" : "#ff7a6b"
    return [
      "<text x=\"20\" y=\"\(Int(y + 17))\" fill=\"\(color)\">\(square.name)</text>",
      "<text x=\"20\" y=\"\(Int(y + 33))\" fill=\"#8b98a6\" font-size=\"12\">"
        + "\(fixed(square.rate, digits: 2)) Hz</text>",
    ] + paths(of: square.intervals, y: y + 4, color)
  }

  /// How strongly a stroke is drawn that is so large a share of a program's pictures at least.
  private static let strengths: [(share: Double, opacity: Double)] = [
    (0.01, 1), (0.002, 0.6), (0.001, 0.3), (0, 0.12),
  ]

  /// A path for each strength: some programs have more pictures than others, so it is the share that
  /// counts.
  private func paths(of intervals: [Double], y: Double, _ color: String) -> [String] {
    let places = Dictionary(
      intervals.map { (fixed(Self.x($0), digits: 1), 1) }, uniquingKeysWith: +)
    var paths = Self.strengths.map { _ in "" }
    for (x, count) in places.sorted(by: { $0.key < $1.key }) {
      let share = Double(count) / Double(intervals.count)
      let strength = Self.strengths.firstIndex { share >= $0.share } ?? 0
      paths[strength] += "M\(x) \(Int(y))v30"
    }
    return zip(paths, Self.strengths).filter { !$0.0.isEmpty }.map { path, strength in
      "<path d=\"\(path)\" stroke=\"\(color)\" stroke-opacity=\"\(strength.opacity)\"/>"
    }
  }
}
