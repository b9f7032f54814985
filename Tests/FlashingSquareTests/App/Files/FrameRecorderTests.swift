// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver
import Testing
import WindowRigs

@testable import FlashingSquare

/// The pictures of `--record`.
@Suite struct FrameRecorderTests {
  private func run(_ target: String, _ more: [String] = []) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let child = try Programs.run(
      Programs.demo,
      ["--headless", "--attract", "--frames", "31", "--size", "320x180", "--record", target] + more,
      in: folder.path)
    try #require(child.status == 0, "\(child.errors)")
    return folder
  }

  @Test func `a path that ends in gif takes one moving picture`() throws {
    let folder = try run("flash.GIF")
    let shown = try Child.run(
      "/usr/bin/identify", ["-format", "%T ", folder.file("flash.GIF")]
    ).output.split(separator: " ").map { Int($0) ?? 0 }
    // 31 frames at 60 Hz: 0.5 s in steps of 3 or 4 hundredths, and the last stays for a second.
    #expect(shown.last == 100 && shown.dropLast().allSatisfy { (3...4).contains($0) })
    #expect((47...50).contains(shown.dropLast().reduce(0, +)), "\(shown)")
  }

  @Test func `the first picture of the film is the first frame`() throws {
    let (film, folder) = (try run("f.gif"), try run("pictures", ["--record-every", "30"]))
    #expect(
      try Child.run("/bin/ls", [folder.file("pictures")]).output
        == "frame-000000.png\nframe-000030.png\n")
    // More than 255 colours, with the edges of the letters: near ones are used for them.
    let script =
      "compare -metric PAE '\(film.file("f.gif"))[0]' pictures/frame-000000.png null: 2>&1"
    let output = try Child.run("/bin/sh", ["-c", script], in: folder.path).output
    let part = try #require(
      output.split(whereSeparator: { "()".contains($0) }).last.flatMap { Double($0) })
    #expect(part < 0.06, "\(output)")
  }

  @Test func `a film has one size`() throws {
    let folder = try TemporaryFolder()
    let frame = Frame(number: 0, time: 0, delta: 0, refreshPeriod: 1 / 60)
    var recorder = try FrameRecorder(preparing: folder.file("f.gif"))
    try recorder.add(PixelImage(size: PixelSize(width: 4, height: 3)), of: frame)
    let error = #expect(throws: FileError.self) {
      try recorder.add(PixelImage(size: PixelSize(width: 4, height: 2)), of: frame)
    }
    #expect(error?.wrong == "the window changed from 4x3 to 4x2 pixels")
    #expect(error?.exitCode == .inputOutput)
  }
}
