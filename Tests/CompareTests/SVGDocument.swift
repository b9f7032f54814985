// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import Testing

/// The groups of a picture by their titles, and its texts.
final class SVGDocument: NSObject, XMLParserDelegate {
  /// The paths of each group, as lines of points; groups of one name together.
  private(set) var paths: [String: [[PlotPoint]]] = [:]
  private(set) var texts: [String] = []

  private var names: [String] = [""]
  private var isTitle = false
  private var isText = false

  /// Reads a file; one that is no well-formed XML fails the test.
  init(_ path: String) throws {
    super.init()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    parser.delegate = self
    try #require(parser.parse(), "\(path): \(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch name {
    case "g": names.append(names[names.count - 1])
    case "title":
      isTitle = true
      names[names.count - 1] = ""
    case "text":
      isText = true
      texts.append("")
    case "path":
      if let data = attributes["d"] { paths[names[names.count - 1], default: []] += lines(data) }
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    switch name {
    case "g": names.removeLast()
    case "title": isTitle = false
    case "text": isText = false
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isTitle { names[names.count - 1] += text }
    if isText { texts[texts.count - 1] += text }
  }

  /// `M1,2 L3,4 M5,6` and so on: the terminal writes nothing else.
  private func lines(_ data: String) -> [[PlotPoint]] {
    var lines: [[PlotPoint]] = []
    for word in data.split(whereSeparator: \.isWhitespace) {
      let numbers = word.dropFirst().split(separator: ",").compactMap { Double($0) }
      guard numbers.count == 2 else { continue }
      if word.hasPrefix("M") { lines.append([]) }
      lines[lines.count - 1].append(PlotPoint(x: numbers[0], y: numbers[1]))
    }
    return lines.filter { $0.count > 1 }
  }
}

/// A point of a picture, in pixels from its top left.
struct PlotPoint {
  var x: Double
  var y: Double
}
