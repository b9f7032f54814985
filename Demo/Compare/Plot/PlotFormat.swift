// SPDX-License-Identifier: Apache-2.0

/// What kind of picture `--plot` writes: by the file's ending.
enum PlotFormat: String, CaseIterable {
  case svg
  case png

  /// The format that the path's ending names, whatever its case; `nil` where it names none.
  init?(path: String) {
    let parts = path.split(separator: "/").last?.split(
      separator: ".", omittingEmptySubsequences: false)
    guard let parts, parts.count > 1 else { return nil }
    self.init(rawValue: parts[parts.count - 1].lowercased())
  }

  /// Whether the bytes are complete: a full disk can end a picture early.
  func isWhole(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .svg:
      let end = bytes.suffix(64)
      return String(decoding: end, as: UTF8.self).contains("</svg>")
    case .png:
      // The chunk IEND with its four bytes of checksum.
      return bytes.count > 8 && bytes.suffix(8).starts(with: Array("IEND".utf8))
    }
  }
}
