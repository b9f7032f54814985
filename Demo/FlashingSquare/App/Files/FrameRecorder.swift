// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import Glibc
import SDLDriver

/// The pictures of `--record`: PNG files in a folder, or a film.
struct FrameRecorder: ~Copyable {
  /// The path as typed.
  private let path: String
  private let hertz: Double
  private var film: Film?
  private var firstSize: PixelSize?

  private var isFilm: Bool { FilmFormat(path: path) != nil }

  /// Makes the folder if it is missing, and the folders above it, or checks that the film can be
  /// made.
  /// - Parameter hertz: Pictures a second.
  /// - Throws: Exit code 73 if the path is a file's, or if the folder cannot be made, cannot be
  ///   written to, or has frames of an earlier run; 64 if the folder is missing and its name has a
  ///   file's extension; 69 if a film needs `ffmpeg`, which is not installed.
  init(preparing path: String, hertz: Double) throws(ProgramError) {
    self.path = path
    self.hertz = hertz
    guard !isFilm else {
      try Film.check(path)
      return
    }
    guard access(path, F_OK) == 0 || !Self.hasExtension(path) else {
      throw ProgramError(
        path, wrong: "is not the name of a film: films end in .gif, .mp4 or .webm",
        remedy: "name such a film, or write \(quoted(path + "/")) for a folder of pictures",
        exitCode: .usage)
    }
    try Self.makeFolders(to: path)
    guard let folder = opendir(path) else { throw Self.unusable(path, code: errno) }
    closedir(folder)
    guard access(path, W_OK | X_OK) == 0 else { throw Self.unusable(path, code: errno) }
    // Every run records frame 0, so its picture shows that the folder was used before.
    guard access(file(ofFrame: 0), F_OK) != 0 else {
      throw ProgramError(
        path, wrong: "holds frames of an earlier run, which are not overwritten",
        remedy: "name a new folder, or move the pictures away", exitCode: .cannotCreate)
    }
  }

  /// Records the picture of a frame.
  /// - Throws: Exit code 73 or 74 if the picture cannot be written; 74 if its size differs from the
  ///   first picture's.
  mutating func add(_ image: PixelImage, of frame: Frame) throws(ProgramError) {
    let first = firstSize ?? image.size
    firstSize = first
    guard image.size == first else {
      throw ProgramError(
        path, wrong: "the window changed from \(first.text) to \(image.size.text) pixels",
        remedy: "do not resize the window while it is recorded, or record with --headless",
        exitCode: .inputOutput)
    }
    if isFilm {
      if film == nil { film = try Film(path, image.size, hertz: hertz) }
      try film?.add(image)
    } else {
      try OutputFile(creating: file(ofFrame: frame.number)).write(image.png)
    }
  }

  /// Waits until the film is complete.
  /// - Throws: Exit code 74 if `ffmpeg` has failed.
  mutating func finish() throws(ProgramError) {
    defer { film = nil }
    try film?.finish()
  }

  /// The path of a frame's picture: `FOLDER/frame-000000.png`, with more digits from frame
  /// 1,000,000 on.
  func file(ofFrame frame: Int) -> String {
    let zeros = String(repeating: "0", count: max(0, 6 - "\(frame)".count))
    return "\(path)\(path.hasSuffix("/") ? "" : "/")frame-\(zeros)\(frame).png"
  }

  /// Whether a path ends in a point and two to four letters and digits, not only digits.
  private static func hasExtension(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).last?
      .split(separator: ".", omittingEmptySubsequences: false)
    guard let parts, parts.count > 1, let ending = parts.last, (2...4).contains(ending.count) else {
      return false
    }
    return ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && !ending.allSatisfy(\.isNumber)
  }

  private static func unusable(_ path: String, code: Int32) -> ProgramError {
    ProgramError(
      path, wrong: "cannot hold the pictures", code: code,
      remedy: "name a new or empty folder that you may write to", exitCode: .cannotCreate)
  }

  /// Makes the folder if it is missing, and the folders above it.
  ///
  /// If the path is a file's, the following `opendir` fails.
  private static func makeFolders(to path: String) throws(ProgramError) {
    if access(path, F_OK) == 0 { return }
    if let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex {
      try makeFolders(to: String(path[..<slash]))
    }
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw unusable(path, code: errno) }
  }
}
