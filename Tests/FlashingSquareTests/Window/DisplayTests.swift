// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// The demo on small displays, on displays with few colours, and without a window manager.
@Suite(.serialized)
struct DisplayTests {
  @Test(arguments: [
    ([], "640x360 at 0,60", "the window has 640x360, not 960x540"),
    (["--size", "640x480"], "640x480 at 0,0", ""),
    (["--size", "7680x180"], "640x180 at 0,150", "the window has 640x180, not 7680x180"),
  ])
  func `a window that is too large for the display opens smaller, in proportion, with a note`(
    _ arguments: [String], _ frame: String, _ note: String
  ) throws {
    let rig = try WindowRig(arguments, screen: "640x480x24")
    let window = try rig.window()
    try rig.expectFrame(frame, of: window)
    try rig.waitForTrace("the demo draws") { !$0.isEmpty }
    try rig.end()
    #expect(note.isEmpty || rig.demo.errors.contains(note), "\(rig.demo.errors)")
    #expect(rig.demo.errors.isEmpty == note.isEmpty)
  }

  /// The flash limit applies to the recording's seconds, so the window must not run ahead of them.
  @Test func `a recorded window does not run faster than its recording`() throws {
    let begin = ContinuousClock.now
    let rig = try WindowRig(["--record", "pictures", "--rate", "1", "--frames", "5"])
    #expect(rig.demo.status() == 0)
    #expect(ContinuousClock.now - begin >= .seconds(4))
  }

  @Test func `without a window manager F fills the display, then restores the window`() throws {
    let rig = try WindowRig([])
    let (window, full) = ("960x540 at 160,130", "1280x800 at 0,0")
    let id = try rig.open()
    for _ in 0..<2 {
      try rig.expectFrame(window, of: id)
      try rig.press("f")
      try rig.expectFrame(full, of: id)
      try rig.press("f")
    }
    try rig.expectFrame(window, of: id)
    try rig.end()
  }

  @Test(arguments: [
    ("300x200x24", "the display is too small: it has room for 300x200"),
    ("640x480x8", "the display cannot show pictures: SDL knows no format for its pixels"),
  ])
  func `an unsuitable display ends the demo with exit code 69 and a remedy`(
    _ screen: String, _ problem: String
  ) throws {
    let rig = try WindowRig(["--stats"], screen: screen)
    #expect(rig.demo.status() == 69)
    #expect(rig.demo.errors.contains("flashing-square: \(problem)"), "\(rig.demo.errors)")
    #expect(rig.demo.errors.contains("or add --headless to run without a window"))
  }
}
