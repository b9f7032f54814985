// SPDX-License-Identifier: Apache-2.0

/// The intervals of all programs of the scoreboard as a picture (SVG): a lane each, a stroke for each
/// interval.
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
      "<text x=\"20\" y=\"26\" fill=\"#c9d3de\">Milliseconds between two pictures: one stroke is one"
        + " picture</text>",
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
    // One path is painted once: a second stroke at the same place would not show.
    let places = Set(square.intervals.map { fixed(Self.x($0), digits: 1) }).sorted()
    let path = places.map { "M\($0) \(Int(y + 4))v30" }
    let color = square.isOurs ? "#4db7ff" : "#ff7a6b"
    return [
      "<text x=\"20\" y=\"\(Int(y + 17))\" fill=\"\(color)\">\(square.name)</text>",
      "<text x=\"20\" y=\"\(Int(y + 33))\" fill=\"#8b98a6\" font-size=\"12\">"
        + "\(fixed(square.rate, digits: 2)) Hz</text>",
      "<path d=\"\(path.joined())\" stroke=\"\(color)\" stroke-opacity=\"0.25\"/>",
    ]
  }
}
