// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The game in C in a real window, with real keys; its title says mode and cycle duration.
@Suite(.serialized, .timeLimit(.minutes(2))) struct GameWindowTests {
  @Test func `keys change health and mode, and the window shows the flash`() throws {
    let folder = try Folder()
    let server = try XServer()
    let game = try Child(
      Game.built.get().program, ["--trace", folder.file("t.csv")], environment: server.environment)
    _ = try server.window("Flashing square in C: restart, 2.00 s")
    for _ in 0..<6 { try server.xdotool("key", "Next") }
    _ = try server.window("Flashing square in C: restart, 1.01 s")
    try server.xdotool("key", "m")
    _ = try server.window("Flashing square in C: phase, 1.01 s")
    // Square and hunter where they begin, in a window in the middle of the screen.
    let shot = folder.file("shot.png")
    let picture = ["import", "-display", server.name, "-window", "root", shot]
    try Tool.run(picture)
    #expect(try Self.pixel(shot, 160 + 800, 130 + 120) == [0xC9, 0xD3, 0xDE])
    #expect(try Self.pixel(shot, 160 + 480, 130 + 50) == [0x0F, 0x13, 0x18])
    let flash = try Self.pixel(shot, 160 + 300, 130 + 200)
    #expect((0x2B...0xFF).contains(flash[0]) && (0x5F...0xB7).contains(flash[1]), "\(flash)")
    #expect(flash == (try Self.pixel(shot, 160 + 5, 130 + 5)), "the bar of health flashes too")
    for _ in 0..<6 { try server.xdotool("key", "Prior") }
    _ = try server.window("Flashing square in C: phase, 2.00 s")
    // The hunter wakes when the player moves, comes, and hurts.
    try server.xdotool("keydown", "Right")
    _ = try server.window("Flashing square in C: phase, 1\\.[0-7]. s")
    try server.xdotool("keyup", "Right")
    try server.xdotool("key", "Escape")
    let (status, said) = game.end()
    #expect(status == 0, "\(said)")
    let rows = try String(contentsOfFile: folder.file("t.csv"), encoding: .utf8)
      .split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let change = try #require(rows.firstIndex { $0[6].contains("mode_phase") })
    // Before, an order waits for the cycle's end; from then on it holds at once.
    #expect(rows[..<change].contains { $0[1] != $0[2] })
    #expect(rows[(change + 1)...].allSatisfy { $0[1] == $0[2] })
    #expect(rows.contains { $0[6].contains("order") })
  }

  @Test func `a signal ends it with 0, and the trace is whole`() throws {
    let folder = try Folder()
    let server = try XServer()
    let game = try Child(
      Game.built.get().program, ["--trace", folder.file("t.csv")], environment: server.environment)
    _ = try server.window("Flashing square in C: restart, 2.00 s")
    game.send(SIGTERM)
    #expect(game.end().status == 0)
    #expect(try String(contentsOfFile: folder.file("t.csv"), encoding: .utf8).hasSuffix("\n"))
  }

  /// Where Xlib alone would end the game with 1.
  @Test(arguments: ["the server ends", "the window is closed", "the game is thrown out"])
  func `a display that goes away ends it with 70, and the trace is whole`(_ loss: String) throws {
    let folder = try Folder()
    let server = try XServer()
    let game = try Child(
      Game.built.get().program, ["--trace", folder.file("t.csv")], environment: server.environment)
    _ = try server.window("Flashing square in C: restart, 2.00 s")
    try server.xdotool("key", "m")
    let window = try server.window("Flashing square in C: phase, 2.00 s")
    switch loss {
    case "the server ends": server.process.send(SIGKILL)
    case "the window is closed": try server.xdotool("windowclose", window)
    default: try server.xdotool("windowkill", window)
    }
    let (status, said) = game.end()
    #expect(status == 70, "\(said)")
    #expect(said.contains(loss == "the window is closed" ? "window is lost" : "display is lost"))
    let rows = try String(contentsOfFile: folder.file("t.csv"), encoding: .utf8)
    #expect(rows.hasSuffix("\n"))
    // Not only the first, which alone was written at once.
    #expect(rows.contains("mode_phase"))
  }

  private static func pixel(_ picture: String, _ x: Int, _ y: Int) throws -> [Int] {
    let format = ["R", "G", "B"].map { "%[fx:round(255*p{\(x),\(y)}.\($0.lowercased()))]" }
    let said = try Tool.run(["convert", picture, "-format", format.joined(separator: " "), "info:"])
    return said.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .newlines)) }
  }
}
