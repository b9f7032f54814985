// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import Glibc
import SDLDriver

/// The pictures of `--record`: a PNG file a frame in a folder, or one animated GIF.
struct FrameRecorder: ~Copyable {
  /// The path as it was given.
  let path: String
  private let folder: RecordFolder?
  private let file: OutputFile?
  private var animation = GIFWriter()
  private var firstSize: PixelSize?
  private var count = 0

  /// Whether a path of `--record` names one animated GIF.
  static func isAnimation(_ path: String) -> Bool { path.lowercased().hasSuffix(".gif") }

  /// Makes the folder where it is missing, or the file, or empties it.
  /// - Throws: Exit code 73: it cannot be made or written to, or holds frames of an earlier run.
  init(preparing path: String) throws(FileError) {
    self.path = path
    if Self.isAnimation(path) {
      file = try OutputFile(creating: path)
      folder = nil
    } else {
      folder = try RecordFolder(preparing: path)
      file = nil
    }
  }

  /// Keeps the picture of a frame.
  /// - Throws: Exit code 73 or 74: it cannot be written, or the window has changed its size, which
  ///   films do not.
  mutating func add(_ image: PixelImage, of frame: Frame) throws(FileError) {
    let first = firstSize ?? image.size
    firstSize = first
    guard image.size == first else {
      throw FileError(
        path, wrong: "the window changed from \(first.text) to \(image.size.text) pixels",
        remedy: "leave its size while it is recorded, or record with --headless",
        exitCode: .inputOutput)
    }
    let picture = Picture(width: image.size.width, height: image.size.height, bytes: image.bytes)
    count += 1
    if let folder {
      try OutputFile(creating: folder.path(ofFrame: frame.number)).write(picture.png)
    } else {
      try write(animation.add(picture, at: frame.time))
    }
  }

  /// Writes what is left, and says how a film is made of single pictures, where `ffmpeg` is there.
  /// - Parameter picturesPerSecond: Of the film.
  mutating func finish(picturesPerSecond: Double) throws(FileError) {
    try write(animation.finish())
    guard folder != nil, count > 1, Self.isInstalled("ffmpeg") else { return }
    let name = path.hasSuffix("/") ? String(path.dropLast()) : path
    Terminal.note(
      "flashing-square: \(count) pictures; as a film: ffmpeg -framerate \(picturesPerSecond)"
        + " -pattern_type glob -i '\(name)/frame-*.png' -pix_fmt yuv420p '\(name).mp4'")
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    if !bytes.isEmpty { try file?.write(bytes) }
  }

  private static func isInstalled(_ program: String) -> Bool {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
