// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The game in C in a real window, with real keys; its title shows the mode and the cycle duration.
@Suite(.serialized, .timeLimit(.minutes(10))) struct GameWindowTests {
  @Test(arguments: SDLVersion.tested)
  func `keys change health and mode, and the window shows the flash`(sdl: SDLVersion) throws {
    let folder = try Folder()
    let server = try XServer()
    let game = try Game.of(sdl).start(on: server)
    _ = try server.window("Flashing square in C: restart, 2.00 s")
    for _ in 0..<6 { try server.xdotool("key", "Next") }
    _ = try server.window("Flashing square in C: restart, 1.01 s")
    try server.xdotool("key", "m")
    _ = try server.window("Flashing square in C: phase, 1.01 s")
    try server.xdotool("key", "space")
    _ = try server.window("Flashing square in C: phase, 1.01 s, paused")
    // The square and the hunter are at their first positions, in a window centered on the screen.
    let shot = folder.file("shot.png")
    try Tool.run(["import", "-display", server.name, "-window", "root", shot])
    #expect(try Self.pixel(shot, 160 + 800, 130 + 120) == [0xC9, 0xD3, 0xDE])
    #expect(try Self.pixel(shot, 160 + 480, 130 + 50) == [0x0F, 0x13, 0x18])
    let flash = try Self.pixel(shot, 160 + 300, 130 + 200)
    #expect((0x2B...0xFF).contains(flash[0]) && (0x5F...0xB7).contains(flash[1]), "\(flash)")
    #expect(flash == (try Self.pixel(shot, 160 + 5, 130 + 5)), "the bar of health flashes too")
    try server.xdotool("key", "space")
    for _ in 0..<6 { try server.xdotool("key", "Prior") }
    _ = try server.window("Flashing square in C: phase, 2.00 s")
    // The hunter wakes when the player moves, follows the player, and takes health.
    try server.xdotool("keydown", "Right")
    _ = try server.window("Flashing square in C: phase, 1\\.[0-7]. s")
    try server.xdotool("keyup", "Right")
    try server.xdotool("key", "Escape")
    let (status, said) = game.end()
    #expect(status == 0, "\(said)")
  }

  /// A closed terminal sends SIGHUP from the kernel and from the shell; `nohup` ignores it.
  @Test(arguments: SDLVersion.tested)
  func `SIGHUP ends the game with 0, as SIGTERM does, unless it is ignored`(sdl: SDLVersion) throws
  {
    let server = try XServer()
    for signals in [[SIGHUP, SIGHUP, SIGHUP], [SIGTERM]] {
      let game = try Game.of(sdl).start(on: server)
      _ = try server.window("Flashing square in C: restart, 2.00 s")
      for signal in signals { game.send(signal) }
      let (status, said) = game.end()
      #expect(status == 0, "\(signals) \(said)")
    }
    let command = sdl.command(try Game.of(sdl).program)
    let game = try Child(
      "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" \"$@\""] + command,
      environment: server.environment)
    let window = try server.window("Flashing square in C: restart, 2.00 s")
    game.send(SIGHUP)
    try server.xdotool("key", "m")
    #expect(try server.window("Flashing square in C: phase, 2.00 s") == window)
    try server.xdotool("key", "Escape")
    #expect(game.end().status == 0)
  }

  @Test(arguments: SDLVersion.tested)
  func `the server's death ends the game with 70`(sdl: SDLVersion) throws {
    let server = try XServer()
    let game = try Game.of(sdl).start(on: server)
    _ = try server.window("Flashing square in C: restart, 2.00 s")
    server.process.send(SIGKILL)
    let (status, said) = game.end()
    #expect(status == 70, "\(said)")
  }

  @Test func `CMake builds the same game, which runs without a display`() throws {
    let folder = try Folder()
    try Game.copySources("CGame", to: folder)
    let prefix = try Library.installed.get().prefix
    try Tool.run(["cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=\(prefix)"], in: folder.path)
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    try Tool.run(
      ["env", "SDL_VIDEODRIVER=dummy", folder.file("build/flashing-square"), "--frames", "30"])
  }

  private static func pixel(_ picture: String, _ x: Int, _ y: Int) throws -> [Int] {
    let format = ["R", "G", "B"].map { "%[fx:round(255*p{\(x),\(y)}.\($0.lowercased()))]" }
    let said = try Tool.run(["convert", picture, "-format", format.joined(separator: " "), "info:"])
    return said.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .newlines)) }
  }
}
