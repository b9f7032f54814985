// SPDX-License-Identifier: Apache-2.0

/// An animated GIF, picture by picture: of each only the rectangle that has changed.
///
/// Times are whole hundredths of a second. A picture shows for at least 3/100 s: programs that show GIFs
/// slow down shorter delays. Source: CompuServe, Graphics Interchange Format, version 89a.
package struct GIFWriter {
  /// Hundredths of a second from a picture to the next, at least.
  static let shortestDelay = 3

  private var last: (picture: Picture, time: Int)?
  private var shown: Picture?

  package init() {}

  /// The bytes that follow for the picture at `seconds`, if it is to be shown.
  /// - Precondition: all pictures have one size, and times do not go back.
  package mutating func add(_ picture: Picture, at seconds: Double) -> [UInt8] {
    let time = Int((seconds * 100).rounded())
    guard let before = last else {
      last = (picture, time)
      return Self.head(picture)
    }
    guard time >= before.time + Self.shortestDelay else { return [] }
    precondition(
      (picture.width, picture.height) == (before.picture.width, before.picture.height),
      "a GIF of \(before.picture.width) x \(before.picture.height) pixels has no other size")
    defer { last = (picture, time) }
    return frame(before.picture, delay: time - before.time)
  }

  /// The last bytes: the last picture stays for a second, then all begins anew.
  package mutating func finish() -> [UInt8] {
    guard let before = last else { return [] }
    last = nil
    return frame(before.picture, delay: 100) + [0x3B]
  }

  private static func little(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  /// Size, no common colour table, and the extension by which it repeats for ever.
  private static func head(_ picture: Picture) -> [UInt8] {
    Array("GIF89a".utf8) + little(picture.width) + little(picture.height) + [0x70, 0, 0]
      + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  }

  private mutating func frame(_ picture: Picture, delay: Int) -> [UInt8] {
    let box = picture.changes(since: shown)
    shown = picture
    let colors = box.y.flatMap { y in box.x.map { x in picture.color(x, y) } }
    let table = ColorTable(colors)
    // Drawn over what is there; a delay beyond 16 bits is the longest there is.
    var bytes: [UInt8] = [0x21, 0xF9, 4, 0x04] + Self.little(min(delay, 0xFFFF)) + [0, 0]
    bytes += [0x2C] + Self.little(box.x.lowerBound) + Self.little(box.y.lowerBound)
    bytes += Self.little(box.x.count) + Self.little(box.y.count) + [0x87]
    for index in 0..<256 {
      let color = index < table.colors.count ? table.colors[index] : 0
      bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    var codes = LZWWriter()
    table.forEachIndex(of: colors) { codes.write($0) }
    return bytes + codes.finish()
  }
}

extension Picture {
  /// The rectangle outside of which nothing differs; a pixel where nothing does.
  fileprivate func changes(since before: Picture?) -> (x: Range<Int>, y: Range<Int>) {
    guard let before else { return (0..<width, 0..<height) }
    let row = 4 * width
    let rows = (0..<height).filter { y in
      bytes[y * row..<(y + 1) * row] != before.bytes[y * row..<(y + 1) * row]
    }
    guard let top = rows.first, let bottom = rows.last else { return (0..<1, 0..<1) }
    let columns = (0..<width).filter { x in
      rows.contains { y in color(x, y) != before.color(x, y) }
    }
    // Rows may differ in the unused byte alone.
    guard let left = columns.first, let right = columns.last else { return (0..<1, 0..<1) }
    return (left..<right + 1, top..<bottom + 1)
  }
}

/// GIF's compression of indices of 8 bits.
///
/// Source: Graphics Interchange Format, version 89a, appendix F.
private struct LZWWriter {
  private static let clear = 256
  private static let end = 257
  private static let mostCodes = 4096

  private var output = BitWriter()
  /// The code for a sequence, by the code of all but its last index, and that; 0 for none.
  private var codes = [UInt16](repeating: 0, count: mostCodes << 8)
  private var next = end + 1
  private var width = 9
  private var sequence: Int?

  init() { output.write(UInt32(Self.clear), count: 9) }

  mutating func write(_ index: UInt8) {
    guard let before = sequence else {
      sequence = Int(index)
      return
    }
    let key = before << 8 | Int(index)
    if codes[key] > 0 {
      sequence = Int(codes[key])
      return
    }
    output.write(UInt32(before), count: width)
    sequence = Int(index)
    if next < Self.mostCodes {
      codes[key] = UInt16(next)
      if next == 1 << width { width += 1 }
      next += 1
    } else {
      output.write(UInt32(Self.clear), count: width)
      codes = [UInt16](repeating: 0, count: Self.mostCodes << 8)
      (next, width) = (Self.end + 1, 9)
    }
  }

  /// The size of an index, the codes in blocks of at most 255 bytes, and an empty block.
  mutating func finish() -> [UInt8] {
    if let sequence { output.write(UInt32(sequence), count: width) }
    // The decoder has an entry more by now.
    if next == 1 << width, width < 12 { width += 1 }
    output.write(UInt32(Self.end), count: width)
    output.alignToByte()
    var blocks: [UInt8] = [8]
    for start in stride(from: 0, to: output.bytes.count, by: 255) {
      let part = output.bytes[start..<min(start + 255, output.bytes.count)]
      blocks.append(UInt8(part.count))
      blocks += part
    }
    return blocks + [0]
  }
}
