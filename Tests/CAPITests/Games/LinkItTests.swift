// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The commands and programs of "Link it" in Sources/CDynamicRepeat/README.md, and those for a
/// Swift game in README.md, run verbatim.
@Suite struct LinkItTests {
  /// A fenced code block: its language and its lines.
  struct Block: Equatable {
    let language: String
    let text: String
  }

  /// The code blocks of a section, in order.
  static func blocks(of path: String, section name: String) throws -> [Block] {
    let readme = try String(contentsOfFile: "\(Library.package)/\(path)", encoding: .utf8)
    let section = try #require(
      readme.components(separatedBy: "\n## ").first { $0.hasPrefix("\(name)\n") })
    let parts = section.components(separatedBy: "```")
    try #require(parts.count.isMultiple(of: 2) == false, "a code block has no end")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let end = parts[index].firstIndex(of: "\n") ?? parts[index].startIndex
      return Block(
        language: String(parts[index][..<end]), text: String(parts[index][end...].dropFirst()))
    }
  }

  /// The file name of each program.
  static let files = [
    "c": "flash.c", "cpp": "flash.cpp", "cmake": "CMakeLists.txt",
  ]

  @Test func `the lines for C, pkg-config, CMake and C++ work verbatim`() throws {
    let home = try Home()
    var said: [String] = []
    let blocks = try Self.blocks(of: "Sources/CDynamicRepeat/README.md", section: "Link it")
    for block in blocks {
      if let file = Self.files[block.language] {
        try block.text.write(toFile: home.file(file), atomically: false, encoding: .utf8)
      } else {
        try #require(block.language == "sh")
        said.append(try home.run(block.text))
      }
    }
    let flashes = "0.00 s: 0.000\n0.25 s: 0.500\n0.50 s: 1.000\n"
    // At 0.5 s the duration is halved, and the rest of the cycle takes a quarter of a second.
    let changed = flashes + "0.75 s: 0.000\n1.00 s: 1.000\n"
    try #require(said.count == 4)
    #expect(said[1] == changed + "1.00 s: a new cycle\n1.25 s: 0.500\n", "C and C++")
    #expect(said[2].hasSuffix(changed), "CMake")
    #expect(said[3] == changed, "the archive")
  }

  @Test
  func `the game of the loop's README needs only the loop's library, and keeps the rate`() throws {
    let home = try Home()
    let blocks = try Self.blocks(of: "Sources/CFrameLoop/README.md", section: "A game with SDL")
    try #require(blocks.map(\.language) == ["sh", "c", "sh"])
    try blocks[1].text.write(toFile: home.file("square.c"), atomically: false, encoding: .utf8)
    _ = try home.run(blocks[0].text)
    _ = try home.run(blocks[2].text)
    let needed = try Tool.run(["readelf", "-d", home.file("square")])
    #expect(needed.contains("dynamicrepeat-loop") && !needed.contains("dynamicrepeat.so"))
    let server = try XServer()
    var environment = server.environment
    environment["LD_LIBRARY_PATH"] = home.file(".local/lib")
    let game = try Child(home.file("square"), [], environment: environment)
    _ = try server.window("Square")
    try server.xdotool("key", "a")
    sleep(3)
    game.send(SIGTERM)
    let (status, said) = game.end()
    #expect(status == 0 && said.contains("A\n"), "\(said)")
    let rate = try #require(said.firstMatch(of: /frames at ([\d.]+) Hz/).flatMap { Double($0.1) })
    // SDL's own simulated vsync runs at 62.5 Hz; a busy machine skips frames.
    #expect((30...60.5).contains(rate), "\(said)")
  }

  @Test(arguments: ["DynamicRepeat", "any name"])
  func `SwiftPM accepts the lines for Swift, whatever the name of the package's folder`(
    _ name: String
  ) throws {
    let folder = try Folder()
    let blocks = try Self.blocks(of: "README.md", section: "In a game loop")
    let lines = try #require(blocks.first { $0.language == "" })
    try FileManager.default.createDirectory(
      atPath: folder.file("Game/Sources/MyGame"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: Library.package)
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
      name: "Game",
      \(lines.text.replacingOccurrences(of: "../DynamicRepeat", with: "../\(name)")))
      """, to: "Game/Package.swift")
    try folder.write("import DynamicRepeat\n", to: "Game/Sources/MyGame/main.swift")
    // SwiftPM reports a missing product at this step.
    let graph = try Tool.run(
      ["swift", "package", "--scratch-path", folder.file("b"), "show-dependencies"],
      in: folder.file("Game"))
    #expect(graph.contains(name), "\(graph)")
  }
}

/// A temporary home folder; it is removed when this object is freed.
///
/// The path has no space, as is usual for home folders.
private final class Home {
  private let path = "\(NSTemporaryDirectory())/home-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(
      atPath: file(".local"), withIntermediateDirectories: true)
    // The README's first commands run in the package's folder and need its Sources folder.
    try FileManager.default.createSymbolicLink(
      atPath: file("Sources"), withDestinationPath: "\(Library.package)/Sources")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Runs lines of a shell script, until one fails.
  func run(_ lines: String) throws -> String {
    try Tool.run(["bash", "-ec", lines], in: path, environment: ["HOME": path])
  }
}
