// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import SDLDriver
import TestSupport
import Testing
import WindowRigs

@testable import FlashingSquare

/// The pictures of `--record`.
@Suite struct FrameRecorderTests {
  /// Runs the demo.
  /// - Parameters:
  ///   - ffmpeg: A shell script in place of `ffmpeg`; `nil` means that `ffmpeg` is missing.
  ///   - isReal: Whether the machine's own `ffmpeg` is used.
  private func record(
    _ target: String, _ folder: TemporaryFolder, ffmpeg: String?, isReal: Bool = false
  ) throws -> Child.Ending {
    if let ffmpeg {
      // A shell writes the script, because a file that is open for writing cannot be executed.
      let write = "printf '%s\\n' '#!/bin/sh' \"$0\" >ffmpeg && chmod 755 ffmpeg"
      try Child.run("/bin/sh", ["-c", write, ffmpeg], in: folder.path)
      try #require(symlink("/usr/bin/setsid", folder.file("setsid")) == 0)
    }
    return try Programs.run(
      Programs.demo,
      ["--headless", "--attract", "--frames", "6", "--size", "320x180", "--record", target]
        + ["--record-every", "3"],
      in: folder.path, environment: isReal ? [:] : ["PATH": folder.path])
  }

  @Test(
    .enabled(if: runsAllTests, "needs ffmpeg, which Tests/run --all installs"),
    arguments: ["f.gif", "f.mp4", "f.webm"])
  func `ffmpeg makes a film of all pictures`(_ film: String) throws {
    let folder = try TemporaryFolder()
    let child = try record(film, folder, ffmpeg: nil, isReal: true)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
    let command =
      "ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames"
      + " -of csv=p=0 \(film)"
    let probe = try Child.run("/bin/sh", ["-c", command], in: folder.path)
    #expect(probe.output == "320,180,2\n", "\(probe.errors)")
  }

  @Test(arguments: ["it's 1.GIF", "f.mp4", "f.webm"])
  func `ffmpeg gets the pictures, the size and the rate of a film`(_ film: String) throws {
    let folder = try TemporaryFolder()
    let script = "echo \"$*\" >arguments; exec /bin/cat >frames"
    let child = try record(film, folder, ffmpeg: script)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
    let arguments = String(decoding: try folder.bytes("arguments"), as: UTF8.self)
    #expect(arguments.contains(" -video_size 320x180 -framerate 20.0 "), "\(arguments)")
    #expect(arguments.hasSuffix(" file:\(film)\n"), "\(arguments)")
    let single = try record("pictures", folder, ffmpeg: nil)
    #expect(single.status == 0, "\(single.errors)")
    #expect(
      try Child.run("/bin/ls", [folder.file("pictures")]).output
        == "frame-000000.png\nframe-000003.png\n")
    // Both pictures have red, green, blue and an ignored byte per pixel.
    let compare = "convert pictures/*.png -alpha on -depth 8 rgba:- | cmp - frames"
    let same = try Child.run("/bin/sh", ["-c", compare], in: folder.path)
    #expect(same.status == 0, "\(same.output)\(same.errors)")
  }

  @Test
  func `recording a film without ffmpeg fails, names the package, and creates no file`() throws {
    let folder = try TemporaryFolder()
    let child = try record("f.mp4", folder, ffmpeg: nil)
    #expect(child.status == 69)
    #expect(child.errors.contains("ffmpeg, which makes films, is not installed"), "\(child.errors)")
    #expect(child.errors.contains("apt-get install ffmpeg"))
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: ["/bin/cat >/dev/null; exit 3", "exit 3"])
  func `if ffmpeg fails, the run fails`(_ script: String) throws {
    let child = try record("f.mp4", TemporaryFolder(), ffmpeg: script)
    #expect(child.status == 74)
    #expect(child.errors.contains("f.mp4: ffmpeg has "), "\(child.errors)")
  }

  @Test func `a recording with pictures of two sizes is an error`() throws {
    let folder = try TemporaryFolder()
    let frame = Frame(number: 0, time: 0, delta: 0, refreshPeriod: 1 / 60)
    var recorder = try FrameRecorder(preparing: folder.file("pictures"), hertz: 60)
    try recorder.add(PixelImage(size: PixelSize(width: 4, height: 3)), of: frame)
    let error = #expect(throws: (any Error).self) {
      try recorder.add(PixelImage(size: PixelSize(width: 4, height: 2)), of: frame)
    }
    #expect("\(try #require(error))".contains("from 4x3 to 4x2 pixels"))
  }

  /// A picture of a kind: flat, a colour gradient, noise, or a square on a dark background.
  private static func picture(_ kind: String, _ width: Int, _ height: Int) -> PixelImage {
    var random = SeededRandom(seed: 7)
    var image = PixelImage(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width {
        image[x, y] =
          switch kind {
          case "flat": RGBA8(red: 9, green: 90, blue: 200)
          case "slope":
            RGBA8(red: UInt8(x & 255), green: UInt8(y & 255), blue: UInt8((x + y) >> 1 & 255))
          case "noise":
            RGBA8(red: .random(in: 0...255, using: &random), green: UInt8(x & 1), blue: 0)
          default:
            x < 40 && y > height / 2
              ? RGBA8(red: 255, green: 183, blue: 50) : RGBA8(red: 15, green: 20, blue: 24)
          }
      }
    }
    return image
  }

  @Test(arguments: ["flat", "slope", "noise", "square"], [(1, 1), (3, 2), (97, 61), (700, 300)])
  func `a PNG has exactly the picture's pixels, and is small for drawn pictures`(
    kind: String, size: (width: Int, height: Int)
  ) throws {
    let picture = Self.picture(kind, size.width, size.height)
    let file = picture.png
    let folder = try TemporaryFolder()
    try folder.write("p.png", file)
    let run = try Child.run(
      "/bin/sh", ["-c", "convert p.png -depth 8 rgba:p"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.bytes("p") == picture.bytes)
    if kind != "noise", size.width == 700 {
      #expect(file.count * 20 < picture.bytes.count, "\(file.count) bytes")
    }
  }
}
