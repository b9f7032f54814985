// SPDX-License-Identifier: Apache-2.0

/// Reads a CSV text with a known header, row by row.
///
/// It accepts a byte order mark, CRLF, blanks around cells, quoted cells within a line, capitals in
/// the header, comments (lines that begin with #), blank lines, and a first column without a title,
/// to which R and pandas write row names. Any other irregularity is an error.
package struct CSVTable {
  /// A cell without surrounding blanks and quotes, as indices of the text's bytes.
  package typealias Cell = Range<Int>

  /// The file's name, for errors.
  package let name: String
  /// The cells of the header, in lowercase, without that of row names.
  package private(set) var titles: [String] = []
  private let bytes: [UInt8]
  /// The number of the last line read, counted from 1, and the indices of that line's first byte
  /// and of the next line.
  private var line = 0
  private var lineStart = 0
  private var nextStart: Int
  /// Whether the first column has row names, which are left out.
  private var hasRowNames = false

  /// Reads the header.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for errors.
  ///   - right: A valid header, for errors.
  ///   - beginsPreamble: Whether the cells of the first line, in lowercase, announce other lines
  ///     above the header; by default, the first line is the header.
  ///   - isRight: Whether cells, in lowercase, are a valid header.
  /// - Throws: Exit code 65.
  package init(
    _ bytes: [UInt8], name: String, header right: String,
    after beginsPreamble: ([String]) -> Bool = { _ in false }, isRight: ([String]) -> Bool
  ) throws(ProgramError) {
    (self.bytes, self.name) = (bytes, name)
    nextStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // The byte order mark of UTF-16, or a zero byte, which is half of an English letter.
    if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2))) || bytes.prefix(2).contains(0)
    {
      throw ProgramError(
        name, at: (1, 1), wrong: "the text is UTF-16", remedy: "save the file as UTF-8")
    }
    guard var header = nextLine() else {
      throw ProgramError(name, wrong: "is empty", remedy: right)
    }
    titles = try cells(header).map { text($0).lowercased() }
    if beginsPreamble(titles) {
      // The lines above the header may be any text.
      while !isRight(titles), let line = nextLine() {
        header = line
        titles = (try? cells(line).map { text($0).lowercased() }) ?? []
      }
    }
    hasRowNames = titles.count > 1 && titles[0].isEmpty
    if hasRowNames { titles.removeFirst() }
    guard isRight(titles) else {
      let cell = trim(header)
      throw error(at: cell, "the header is \(quoted(text(cell), always: true))", right: right)
    }
  }

  /// The cells of the next row, as many as in the header; `nil` after the last row.
  /// - Parameter right: The form of a row, for errors.
  /// - Throws: Exit code 65 for a wrong number of cells.
  package mutating func next(right: String) throws(ProgramError) -> [Cell]? {
    guard let row = nextLine() else { return nil }
    let cells = try cells(row)
    let count = titles.count + (hasRowNames ? 1 : 0)
    guard cells.count == count else {
      let end = row.upperBound..<row.upperBound
      throw error(
        at: cells.count > count ? cells[count] : end,
        "\(cells.count) \(cells.count == 1 ? "cell" : "cells"), and the header has \(count)",
        right: right)
    }
    return hasRowNames ? Array(cells.dropFirst()) : cells
  }

  /// The number in a cell.
  /// - Parameters:
  ///   - title: The column's title, for errors.
  ///   - range: The numbers allowed.
  ///   - right: The valid form of the number, for errors.
  /// - Throws: Exit code 65 if the cell is empty, not a number or out of range.
  package func number(
    _ cell: Cell, _ title: String, in range: ClosedRange<Double>, right: String
  ) throws(ProgramError) -> Double {
    if cell.isEmpty { throw error(at: cell, "\(title) is empty", right: right) }
    guard let value = Double(decimal: text(cell)) else {
      throw bad(cell, title, "is not a number", right: right)
    }
    guard range.contains(value) else {
      let isNegative = value < 0 && range.lowerBound == 0
      throw bad(cell, title, isNegative ? "is negative" : "is out of range", right: right)
    }
    // Turns a negative zero into zero.
    return value + 0
  }

  package func text(_ cell: Cell) -> String { String(decoding: bytes[cell], as: UTF8.self) }

  /// The error for a cell with an invalid text.
  package func bad(_ cell: Cell, _ title: String, _ wrong: String, right: String) -> ProgramError {
    error(at: cell, "\(title) \(quoted(text(cell), always: true)) \(wrong)", right: right)
  }

  private func error(at cell: Cell, _ wrong: String, right: String) -> ProgramError {
    // Bytes of the form 10xxxxxx continue a UTF-8 character.
    let column = bytes[lineStart..<cell.lowerBound].count { $0 & 0xC0 != 0x80 } + 1
    return ProgramError(name, at: (line, column), wrong: wrong, remedy: right)
  }

  /// The next line that is neither blank nor a comment, without its line break; `nil` after the
  /// last line.
  private mutating func nextLine() -> Range<Int>? {
    while nextStart < bytes.count {
      var end = nextStart
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      (lineStart, line, nextStart) = (nextStart, line + 1, end + 1)
      if end > lineStart, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      let text = trim(lineStart..<end)
      if !text.isEmpty, bytes[text.lowerBound] != UInt8(ascii: "#") { return lineStart..<end }
    }
    return nil
  }

  /// The cells of a line; quotes around a cell may enclose commas (RFC 4180).
  private func cells(_ line: Range<Int>) throws(ProgramError) -> [Cell] {
    let quote = UInt8(ascii: "\"")
    func comma(from index: Int) -> Int {
      bytes[index..<line.upperBound].firstIndex(of: UInt8(ascii: ",")) ?? line.upperBound
    }
    var cells: [Cell] = []
    var start = line.lowerBound
    while true {
      var end = comma(from: start)
      var cell = trim(start..<end)
      if !cell.isEmpty, bytes[cell.lowerBound] == quote {
        let open = cell.lowerBound
        var close = open + 1
        // Two quotes are one quote of the text.
        while close < line.upperBound {
          if bytes[close] != quote {
            close += 1
          } else if close + 1 < line.upperBound, bytes[close + 1] == quote {
            close += 2
          } else {
            break
          }
        }
        end = comma(from: min(close + 1, line.upperBound))
        guard close < line.upperBound, trim(close + 1..<end).isEmpty else {
          throw error(
            at: open..<end, "a quote is not closed at the end of its cell",
            right: "a quoted cell has one quote at each end, as in \"0.5\"")
        }
        cell = trim(open + 1..<close)
      }
      cells.append(cell)
      if end == line.upperBound { return cells }
      start = end + 1
    }
  }

  /// The range without leading and trailing spaces and tabs.
  ///
  /// If the range has nothing else, the result is empty, at the range's end.
  private func trim(_ range: Range<Int>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

extension Double {
  /// A decimal number as in files and arguments: `-12`, `0.5`, `.5`, `1e-3`; infinite if too large.
  ///
  /// `Double(_:)` also takes `nan`, `inf` and hexadecimal digits, which are no durations.
  package init?(decimal text: String) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else {
      return nil
    }
    self.init(text)
  }
}
