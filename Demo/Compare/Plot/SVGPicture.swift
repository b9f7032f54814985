// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// What gnuplot's SVG terminal writes, with corrections for readers of SVG.
struct SVGPicture {
  private let text: String

  /// - Parameters:
  ///   - bytes: The terminal's output.
  ///   - names: What each of its groups shows, in order.
  init(_ bytes: [UInt8], naming names: [String]) {
    // The terminal writes a font's weight as a part of its family's name.
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("sans-serif:Bold\"", with: "sans-serif\" font-weight=\"bold\"")
    var lines: [String] = []
    var remaining = names[...]
    for line in Self.withoutEmptyGroups(text.split(separator: "\n").map(String.init)) {
      if line.contains("<g id=\"gnuplot_plot_"), let name = remaining.popFirst() {
        lines.append("<g><title>\(HTML.escaped(name))</title>")
      } else {
        lines.append(line)
      }
    }
    self.text = lines.map { $0 + "\n" }.joined()
  }

  /// A file of its own, with a title that says what it shows.
  func file(titled title: String) -> [UInt8] {
    Array(
      text.replacing("<title>Gnuplot</title>", with: "<title>\(HTML.escaped(title))</title>").utf8)
  }

  /// An element for a page of HTML: its colours are the page's variables, and it has no `id`.
  /// - Parameter title: What it shows, for those who do not see it.
  func element(titled title: String) -> String {
    var body = text
    if let end = body.firstRange(of: "</defs>") { body = String(body[end.upperBound...]) }
    for color in PlotColor.allCases {
      for spelling in color.spellings {
        body = body.replacing(spelling, with: "var(--\(color.name))")
      }
    }
    return """
      <svg viewBox="\(viewBox)" role="img">
      <title>\(HTML.escaped(title))</title>
      <g>\(body.drop { $0.isNewline })
      """
  }

  private var viewBox: Substring {
    guard let start = text.firstRange(of: "viewBox=\"") else { return "0 0 960 1400" }
    return text[start.upperBound...].prefix { $0 != "\"" }
  }

  /// The terminal opens a group for each change of a pen, also where nothing is drawn with it.
  private static func withoutEmptyGroups(_ lines: [String]) -> [String] {
    var kept: [String] = []
    for line in lines {
      if line == "</g>", let last = kept.last, last.hasPrefix("<g fill=\"none\"") {
        kept.removeLast()
      } else {
        kept.append(line)
      }
    }
    return kept
  }
}

extension PlotColor {
  /// The ways in which gnuplot writes the colour.
  fileprivate var spellings: [String] {
    guard let number = Int(rawValue.dropFirst(), radix: 16) else { return [] }
    let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF]
    let padded = parts.map { String(repeating: " ", count: 3 - "\($0)".count) + "\($0)" }
    return [
      "rgb(\(padded.joined(separator: ", ")))",
      "rgb(\(parts.map(String.init).joined(separator: ",")))",
    ]
  }
}
