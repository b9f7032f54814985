// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

/// The pictures of `--record`: PNG files in a folder, or a film.
struct FrameRecorder: ~Copyable {
  /// The path as typed.
  private let path: String
  private let hertz: Double
  private let folder: RecordFolder?
  private var film: Film?
  private var firstSize: PixelSize?

  /// Makes the folder if it is missing, or checks that the film can be made.
  /// - Parameter hertz: Pictures a second.
  /// - Throws: Exit code 73 if the folder cannot be made or written to, or holds frames of an
  ///   earlier run; 64 for a new folder that is named like a file; 69 if a film needs `ffmpeg`,
  ///   which is not installed.
  init(preparing path: String, hertz: Double) throws(ProgramError) {
    self.path = path
    self.hertz = hertz
    if FilmFormat(path: path) != nil {
      try Film.check(path)
      folder = nil
    } else {
      folder = try RecordFolder(preparing: path)
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
    if let folder {
      try OutputFile(creating: folder.path(ofFrame: frame.number)).write(image.png)
    } else {
      if film == nil { film = try Film(path, image.size, hertz: hertz) }
      try film?.add(image)
    }
  }

  /// Waits until the film is complete.
  /// - Throws: Exit code 74 if `ffmpeg` has failed.
  mutating func finish() throws(ProgramError) {
    defer { film = nil }
    try film?.finish()
  }
}
