// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// The scene `beat` in a real window, with real keys and SDL's dummy sound device.
@Suite(.serialized, .enabled(if: WindowRig.isAvailable, WindowRig.needs))
struct BeatWindowTests {
  @Test func `after T the sound device leads, and the square comes into step with it`() throws {
    let rig = try WindowRig(
      ["--scene", "beat", "--size", "640x360", "--mute"],
      adding: ["SDL_AUDIODRIVER": "dummy"])
    _ = try rig.window()
    func count(_ event: String, in rows: [TraceRow]) -> Int {
      rows.count { $0.events.contains(event) }
    }
    try rig.waitForTrace("the simulated device is known") { count("music_known", in: $0) >= 1 }
    try rig.waitForTrace("the square is locked") { count("locked", in: $0) >= 1 }
    try rig.press("t")
    try rig.waitForTrace("another device leads") { count("music_seek", in: $0) >= 1 }
    try rig.waitForTrace("it is known") { count("music_known", in: $0) >= 2 }
    let (seeks, known) = (
      count("music_seek", in: rig.trace.rows()), count("music_known", in: rig.trace.rows())
    )
    try rig.press("x")
    try rig.waitForTrace("the music jumps") { count("music_seek", in: $0) > seeks }
    try rig.waitForTrace("and is known again") { count("music_known", in: $0) > known }
    try rig.press("Down")
    try rig.waitForTrace("a key sets the tempo") { count("tempo", in: $0) >= 1 }
    try rig.end()
    #expect(rig.demo.errors.isEmpty, "\(rig.demo.errors)")
    // A square with a locked phase never jumps: its value changes at most by its slope.
    #expect(rig.trace.rows().largestJump <= 0.01)
  }
}
