// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import SDLDriver

/// A film, encoded by `ffmpeg` from pictures that it reads from a pipe.
///
/// ffmpeg's messages go to standard error. The owner of the film calls ``finish()`` once.
struct Film {
  private let path: String
  private let pipe: UnsafeMutablePointer<FILE>

  /// Checks that a film can be made, before anything is drawn.
  /// - Throws: Exit code 69 if `ffmpeg` is not installed, and 73 if the file cannot be created.
  static func check(_ path: String) throws(ProgramError) {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    guard folders.split(separator: ":").contains(where: { access("\($0)/ffmpeg", X_OK) == 0 })
    else {
      throw ProgramError(
        path, wrong: "ffmpeg, which makes films, is not installed",
        remedy: "install it with: apt-get install ffmpeg; or name a folder for single pictures",
        exitCode: .unavailable)
    }
    try OutputFile.check(path)
  }

  /// Starts `ffmpeg`.
  /// - Parameters:
  ///   - path: A path with the extension of a ``FilmFormat``. The file is replaced.
  ///   - size: The size of all pictures.
  ///   - hertz: Pictures per second.
  init(_ path: String, _ size: PixelSize, hertz: Double) throws(ProgramError) {
    let arguments = FilmFormat(path: path)?.arguments ?? ""
    let file = "file:\(path)".split(separator: "'", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: "\\'")
    // ffmpeg has its own session, so that Ctrl-C ends only the demo, which then completes the film.
    let command =
      "exec setsid ffmpeg -hide_banner -loglevel error -y -f rawvideo -pixel_format rgb0"
      + " -video_size \(size.text) -framerate \(hertz) -i pipe:0"
      + " \(arguments) \(file)"
    guard let pipe = popen(command, "we") else {
      throw ProgramError(
        path, wrong: "ffmpeg cannot be started", code: errno,
        remedy: "name a folder for single pictures", exitCode: .unavailable)
    }
    self.path = path
    self.pipe = pipe
  }

  /// Sends a picture to `ffmpeg`.
  func add(_ image: PixelImage) throws(ProgramError) {
    guard fwrite(image.bytes, 1, image.bytes.count, pipe) == image.bytes.count else {
      throw failure("ffmpeg has ended before the film was complete")
    }
  }

  /// Waits until `ffmpeg` has written the film.
  func finish() throws(ProgramError) {
    guard pclose(pipe) == 0 else { throw failure("ffmpeg has failed") }
  }

  private func failure(_ wrong: String) -> ProgramError {
    ProgramError(
      path, wrong: wrong, remedy: "see ffmpeg's message above, or name a folder for pictures",
      exitCode: .inputOutput)
  }
}

/// The film formats, each named like the extension of its files.
enum FilmFormat: String {
  case gif
  case mp4
  case webm

  /// The format that a path's extension names, in capitals or not; `nil` if it names none.
  init?(path: String) {
    guard let point = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[point...].dropFirst().lowercased())
  }

  /// ffmpeg's arguments for the output.
  fileprivate var arguments: String {
    switch self {
    // GIF viewers lengthen delays below 0.03 s. The last picture stays for a second.
    case .gif:
      "-vf \"fps='min(source_fps,100/3)',split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none\""
        + " -final_delay 100 -f gif"
    // Players require even dimensions, and an index at the beginning of the file.
    case .mp4:
      "-vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -c:v libx264 -crf 18 -pix_fmt yuv420p"
        + " -movflags +faststart -f mp4"
    case .webm:
      "-c:v libvpx-vp9 -crf 30 -b:v 0 -pix_fmt yuv420p -f webm"
    }
  }
}
