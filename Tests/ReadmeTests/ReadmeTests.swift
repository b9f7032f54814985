// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import RepeatTiming
import Testing

/// What README.md says is what the code does.
@Suite struct ReadmeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The lines of the n-th block of a language, without indentation and empty lines.
  static func block(_ language: String, _ index: Int) throws -> [String] {
    let parts = try text("README.md").components(separatedBy: "```\(language)\n").dropFirst()
    let block = parts[parts.startIndex + index].components(separatedBy: "\n```")[0]
    return lines(block)
  }

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [
    (0, "GameLoopExample.swift"), (1, "SeedExample.swift"), (2, "BankExample.swift"),
    (3, "LayerExample.swift"),
  ])
  func `each Swift example of the README is compiled here, line by line`(
    index: Int, file: String
  ) throws {
    var rest = Self.lines(try Self.text("Tests/ReadmeTests/\(file)"))[...]
    let example = try Self.block("swift", index)
    #expect(example.count > 5)
    for line in example {
      let place = try #require(rest.firstIndex(of: line), "\(file) lacks: \(line)")
      rest = rest[(place + 1)...]
    }
  }

  @Test func `the game-loop example has at most twenty lines`() throws {
    #expect(try Self.block("swift", 0).count <= 20)
  }

  @Test func `the original example moves as it says`() {
    let game = Game()
    game.startAnimating()
    game.frame(at: 0)
    game.frame(at: 1)
    #expect(game.center == Point(x: 160, y: 100))
    game.nearDeath()
    game.frame(at: 2)
    #expect(game.center == Point(x: 160, y: 420))
    game.frame(at: 2.25)
    #expect(game.center == Point(x: 160, y: 100))
  }

  @Test func `the torches of the example show what controllers would`() throws {
    let (shown, exact) = try torches()
    // 0.25 s at 1.5 Hz and 0.25 s at 3 Hz: 1.125 cycles, a quarter of the way out.
    #expect((Double(shown[0]) - TimingFunction.easeInEaseOut(0.25)).magnitude < 2e-7)
    // 0.25 + 0.25 s at 0.5 Hz, then 0.25 s while the rate rises to 0.5625 Hz: 0.5078125 cycle.
    #expect((exact - TimingFunction.easeInEaseOut(0.984375)).magnitude < 1e-12)
    #expect((Double(shown[1]) - exact).magnitude < 2e-7)
  }

  @Test func `the layers of the example change speed without a jump, and pause`() {
    let shown = layerExample(frames: [0, 0.25, 2.25, 2.5, 4, 9])
    // From 2.25 s on three times as fast: local time is 3 at 2.5 s and 7.5 from 4 s on.
    #expect(shown == [0, 0.5, 0.5, 0, 1, 1])
  }

  /// "How exact": the figures of the README, worked out by the code.
  @Test func `the worked example's figures are the code's`() throws {
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(2)
    var flash = try RepeatController(settings, now: 0)
    flash.start()
    flash.advance(to: 0.5)
    try flash.setCycleDuration(0.5)
    let sample = flash.sample(at: 2.1)
    #expect(sample.position.cycle == 1)
    #expect((sample.position.phase - 0.2).magnitude < 1e-15)
    #expect((sample.fraction - 0.4).magnitude < 1e-15)
    #expect((sample.progress - 0.331884).magnitude < 1e-6)
    let color = Color.interpolate(
      from: try Color(hex: "#1d5fa0"), to: try Color(hex: "#ffb000"), progress: sample.progress)
    let hex = [color.sRGB8.red, color.sRGB8.green, color.sRGB8.blue].map {
      String($0, radix: 16)
    }
    let text = try Self.text("README.md")
    #expect(text.contains("#" + hex.joined()), "\(hex)")
    #expect(text.contains("0.3319"))
  }

  /// Folders stand as `Sources/RepeatTiming`, or as `CppExample` behind another of their parent's.
  @Test(arguments: ["Sources", "Demo", "Tests"])
  func `every folder stands in the table of "Where things are"`(parent: String) throws {
    let parts = try Self.text("README.md").components(separatedBy: "\n## ")
    let section = try #require(parts.first { $0.hasPrefix("Where things are\n") })
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: parent).path)
    var isFolder: ObjCBool = false
    // Beside the sources' own tests, which need no line each.
    let others = names.filter { !$0.hasPrefix(".") && !$0.hasSuffix("Tests") }
    for name in others {
      let path = Self.root.appending(path: "\(parent)/\(name)").path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { continue }
      #expect(
        section.contains("`\(parent)/\(name)`") || section.contains("`\(name)`"),
        "\(parent)/\(name)")
    }
  }

  @Test func `every picture and every folder that the README names is there`() throws {
    // Between fences stands code, which has brackets of its own.
    let pieces = try Self.text("README.md").components(separatedBy: "```")
    let text = stride(from: 0, to: pieces.count, by: 2).map { pieces[$0] }.joined()
    for part in text.components(separatedBy: "](").dropFirst() {
      let path = String(part.prefix { $0 != ")" })
      guard !path.contains("://"), !path.hasPrefix("#") else { continue }
      #expect(
        FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
    }
  }
}
