// SPDX-License-Identifier: Apache-2.0

/// Reads a CSV text with a known header row by row, without making strings of its cells.
///
/// Accepted are a byte order mark, CRLF, spaces around cells, quoted cells, capitals in the header,
/// comments (lines that begin with #), blank lines at the end, and a last line without a line
/// break. The separator of the header's titles, a comma, else a semicolon, else a tab, separates
/// the cells of every row. Anything else that is unusual is an error.
package struct CSVTable {
  package let bytes: [UInt8]
  /// The file's name, for errors.
  package let name: String
  /// The cells of the header, in small letters.
  package let titles: [String]
  private let separator: UInt8
  private var lines: CSVLines
  private var blankLine: CSVLine?

  /// Reads the header.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for errors.
  ///   - right: What the header must be, for errors.
  ///   - isRight: Whether these cells, in small letters, are a header.
  /// - Throws: Exit code 65.
  package init(
    _ bytes: [UInt8], name: String, header right: String, isRight: ([String]) -> Bool
  ) throws(FileError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw FileError(name, wrong: "is UTF-16 text", remedy: "save it as UTF-8")
    }
    var lines = CSVLines(bytes)
    var next = lines.next()
    while let line = next, line.isComment(in: bytes) { next = lines.next() }
    guard let line = next else {
      throw FileError(name, wrong: "is empty", remedy: right)
    }
    separator = Self.separator(of: line, in: bytes)
    try Self.checkQuotes(CSVCells(line.range, separator: separator), line, bytes, name)
    titles = line.cells(in: bytes, separator: separator).map {
      String(decoding: bytes[$0], as: UTF8.self).lowercased()
    }
    guard isRight(titles) else {
      let text = String(decoding: bytes[line.trimmed(in: bytes)], as: UTF8.self)
      throw FileError(
        name, at: line.position(of: line.trimmed(in: bytes).lowerBound, in: bytes),
        wrong: "the header is \(quoted(text, always: true))", remedy: right)
    }
    self.bytes = bytes
    self.name = name
    self.lines = lines
  }

  /// What the header has between its titles, outside quotes; a comma where there is one title.
  private static func separator(of line: CSVLine, in bytes: [UInt8]) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let header = CSVLine(number: line.number, range: line.trimmed(in: bytes))
    return candidates.first { header.cells(in: bytes, separator: $0).count > 1 } ?? candidates[0]
  }

  private static func checkQuotes(
    _ cells: CSVCells, _ line: CSVLine, _ bytes: [UInt8], _ name: String
  ) throws(FileError) {
    var cells = cells
    while cells.next(in: bytes) != nil {}
    guard let quote = cells.openQuote else { return }
    throw FileError(
      name, at: line.position(of: quote, in: bytes), wrong: "a quote is not closed",
      remedy: #"close it in the same line, as in "time" or "0.5", or leave it out"#)
  }

  /// No more rows than this can follow: line breaks, and a cell and a break to each row.
  /// - Complexity: O(n) for n bytes.
  package var mostRows: Int {
    min(bytes.count { $0 == UInt8(ascii: "\n") }, bytes.count / (2 * titles.count)) + 1
  }

  /// The next row; `nil` after the last.
  /// - Throws: Exit code 65 at a blank line between rows.
  package mutating func next() throws(FileError) -> CSVLine? {
    while let line = lines.next() {
      if line.isComment(in: bytes) { continue }
      if line.trimmed(in: bytes).isEmpty {
        blankLine = blankLine ?? line
        continue
      }
      if let blankLine {
        throw FileError(
          name, at: TextPosition(line: blankLine.number, column: 1),
          wrong: "this line is blank, and rows follow",
          remedy: "remove it; only the end of the file may be blank")
      }
      return line
    }
    return nil
  }

  /// The cells of a row, as many as the header has.
  /// - Parameter right: What a row is, for errors.
  /// - Throws: Exit code 65.
  package func cells(of line: CSVLine, right: String) throws(FileError) -> CSVCells {
    let wanted = titles.count
    let cells = CSVCells(line.range, separator: separator)
    let count: Int
    if bytes[line.range].contains(UInt8(ascii: "\"")) {
      try Self.checkQuotes(cells, line, bytes, name)
      count = line.cells(in: bytes, separator: separator).count
    } else {
      count = 1 + bytes[line.range].count { $0 == separator }
    }
    guard count == wanted else {
      let column =
        count > wanted
        ? line.cells(in: bytes, separator: separator)[wanted].lowerBound : line.range.upperBound
      throw FileError(
        name, at: line.position(of: column, in: bytes),
        wrong: "\(count) \(count == 1 ? "cell" : "cells"), and the header has \(wanted)",
        remedy: right)
    }
    return cells
  }

  /// The number in a cell.
  /// - Parameters:
  ///   - title: The column's title, for errors.
  ///   - right: What a number there is, for errors.
  /// - Throws: Exit code 65 where it is empty or no number; ranges are the caller's.
  package func number(
    _ cell: Range<Int>, _ line: CSVLine, title: String, right: String
  ) throws(FileError) -> Double {
    if cell.isEmpty { throw bad(cell, line, title, "is empty", right: right) }
    guard let value = DecimalNumber.parse(bytes, in: cell) else {
      throw bad(cell, line, title, "is not a number", right: right)
    }
    return value
  }

  /// The error for a cell: what is wrong with it, and what would be right.
  package func bad(
    _ cell: Range<Int>, _ line: CSVLine, _ title: String, _ wrong: String, right: String
  ) -> FileError {
    let text = String(decoding: bytes[cell], as: UTF8.self)
    let shown = cell.isEmpty ? title : "\(title) \(quoted(text, always: true))"
    return FileError(
      name, at: line.position(of: cell.lowerBound, in: bytes), wrong: "\(shown) \(wrong)",
      remedy: right)
  }
}
