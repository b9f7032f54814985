// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The game with a shader, built by its Makefile, in a real window with Mesa's software renderer.
@Suite(.timeLimit(.minutes(10))) struct ShaderGameTests {
  @Test func `the game draws squares in many colors, uploads nothing while idle, and ends`()
    throws
  {
    let folder = try Folder()
    try Game.copySources("ShaderGame", to: folder)
    let prefix = try Library.installed.get().prefix
    try Tool.run(
      ["make", "CFLAGS=-O2 -Wall -Wextra -pedantic -Werror"], in: folder.path,
      environment: ["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig"])
    let server = try XServer(screen: "1280x1000x24")
    let game = try Child(
      folder.file("shader_game"), ["--squares", "10000"],
      environment: server.environment.merging(["LIBGL_ALWAYS_SOFTWARE": "1"]) { $1 })
    _ = try server.window("Shader game: 0 rows, .* ms of the processor")
    let shot = folder.file("shot.png")
    try Tool.run(["import", "-display", server.name, "-window", "root", shot])
    let colors = try Tool.run(["convert", shot, "-format", "%k", "info:"])
    #expect(Int(colors.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 50, "\(colors)")
    try server.xdotool("key", "Escape")
    let (status, said) = game.end()
    #expect(status == 0, "\(said)")
  }
}
