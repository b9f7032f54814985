// SPDX-License-Identifier: Apache-2.0

/// The lines of a text: what stands before each line feed, and what stands after the last.
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

  /// Every cell, without the spaces and tabs around it.
  package func cells(in bytes: [UInt8]) -> [Range<Int>] {
    var walker = CSVCells(range)
    var result: [Range<Int>] = []
    while let cell = walker.next(in: bytes) { result.append(cell) }
    return result
  }

  /// The place of a byte: its line, and its character as an editor counts them.
  package func position(of index: Int, in bytes: [UInt8]) -> TextPosition {
    // Bytes 10xxxxxx continue a character of UTF-8.
    let before = bytes[range.lowerBound..<index].count { $0 & 0xC0 != 0x80 }
    return TextPosition(line: number, column: before + 1)
  }
}

/// The cells of a line, one after the other: what stands between commas.
package struct CSVCells {
  private var rest: Range<Int>?

  package init(_ line: Range<Int>) { rest = line }

  /// The next cell, without the spaces and tabs around it; `nil` after the last.
  package mutating func next(in bytes: [UInt8]) -> Range<Int>? {
    guard let line = rest else { return nil }
    var end = line.lowerBound
    while end < line.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
    rest = end < line.upperBound ? (end + 1)..<line.upperBound : nil
    return trim(line.lowerBound..<end, in: bytes)
  }
}

/// The range without the spaces and tabs at its ends; of nothing but those, its empty end.
private func trim(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
  func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  var (start, end) = (range.lowerBound, range.upperBound)
  while start < end, isBlank(bytes[start]) { start += 1 }
  while end > start, isBlank(bytes[end - 1]) { end -= 1 }
  return start..<end
}
