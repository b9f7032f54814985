// SPDX-License-Identifier: Apache-2.0

/// The lines of a text: the bytes before each line feed, and those after the last.
package struct CSVLines {
  private let bytes: [UInt8]
  private var start: Int
  private var number = 0

  /// Skips the byte order mark of UTF-8.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next line, without its line feed and without the carriage return before it.
  package mutating func next() -> CSVLine? {
    guard start < bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    var last = end
    if last > start, bytes[last - 1] == UInt8(ascii: "\r") { last -= 1 }
    number += 1
    defer { start = end + 1 }
    return CSVLine(number: number, range: start..<last)
  }
}

/// One line: its number, counted from 1, and its bytes.
package struct CSVLine {
  package let number: Int
  package let range: Range<Int>

  /// The line without the spaces and tabs around it.
  package func trimmed(in bytes: [UInt8]) -> Range<Int> { trim(range, in: bytes) }

  /// Whether its first character is #.
  package func isComment(in bytes: [UInt8]) -> Bool {
    let text = trimmed(in: bytes)
    return !text.isEmpty && bytes[text.lowerBound] == UInt8(ascii: "#")
  }

  /// Every cell, without the spaces, tabs and quotes around it.
  package func cells(in bytes: [UInt8], separator: UInt8) -> [Range<Int>] {
    var walker = CSVCells(range, separator: separator)
    var result: [Range<Int>] = []
    while let cell = walker.next(in: bytes) { result.append(cell) }
    return result
  }

  /// The position of a byte: its line, and its character as an editor counts them.
  package func position(of index: Int, in bytes: [UInt8]) -> TextPosition {
    // Bytes 10xxxxxx continue a character of UTF-8.
    let before = bytes[range.lowerBound..<index].count { $0 & 0xC0 != 0x80 }
    return TextPosition(line: number, column: before + 1)
  }
}

/// The cells of a line, one after the other: the bytes between separators.
///
/// A separator within quotes is part of its cell. Source: RFC 4180, section 2; unlike there, blanks
/// are allowed around quotes, and a doubled quote stays doubled.
package struct CSVCells {
  private var remaining: Range<Int>?
  private let separator: UInt8
  /// The index of a quote that the line does not close, once its cell was returned.
  package private(set) var openQuote: Int?

  /// - Parameter separator: A comma, a semicolon or a tab.
  package init(_ line: Range<Int>, separator: UInt8) {
    remaining = line
    self.separator = separator
  }

  /// The next cell, without the spaces, tabs and quotes around it; `nil` after the last.
  package mutating func next(in bytes: [UInt8]) -> Range<Int>? {
    guard let line = remaining else { return nil }
    var start = line.lowerBound
    while start < line.upperBound, isBlank(bytes[start]), bytes[start] != separator { start += 1 }
    let isQuoted = start < line.upperBound && bytes[start] == UInt8(ascii: "\"")
    let close = isQuoted ? closingQuote(after: start, in: bytes, line.upperBound) : nil
    if isQuoted, close == nil { openQuote = start }
    var end = close ?? line.lowerBound
    while end < line.upperBound, bytes[end] != separator { end += 1 }
    remaining = end < line.upperBound ? (end + 1)..<line.upperBound : nil
    let cell = trim(line.lowerBound..<end, in: bytes)
    // What follows the closing quote makes the quotes part of the text.
    if let close, cell.upperBound == close + 1 { return (start + 1)..<close }
    return cell
  }

  private func closingQuote(after start: Int, in bytes: [UInt8], _ end: Int) -> Int? {
    var index = start + 1
    while index < end {
      if bytes[index] == UInt8(ascii: "\"") {
        guard index + 1 < end, bytes[index + 1] == UInt8(ascii: "\"") else { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

/// The range without the spaces and tabs at its ends; of nothing but those, its empty end.
private func trim(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
  var (start, end) = (range.lowerBound, range.upperBound)
  while start < end, isBlank(bytes[start]) { start += 1 }
  while end > start, isBlank(bytes[end - 1]) { end -= 1 }
  return start..<end
}
