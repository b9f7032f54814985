// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing
import WindowRigs

/// The READMEs agree with the code.
@Suite struct ReadmeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The lines of the n-th block of a language, without indentation and empty lines.
  static func block(_ language: String, _ index: Int, of path: String) throws -> [String] {
    let parts = try text(path).components(separatedBy: "```\(language)\n").dropFirst()
    let block = parts[parts.startIndex + index].components(separatedBy: "\n```")[0]
    return lines(block)
  }

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Tests/run runs these programs.
  @Test func `recipes are cut out of programs, and programs contain all examples`() throws {
    let ending = try Child.run(
      "/usr/bin/env", ["python3", "-B", Self.root.path + "/Tests/Outside/check.py", "texts"],
      in: Self.root.path)
    #expect(ending.status == 0, "\(ending.errors)")
  }

  @Test func `the game-loop example has at most twenty lines`() throws {
    #expect(try Self.block("swift", 0, of: "README.md").count <= 20)
  }

  /// The figures of "How exact" in the README of `DynamicRepeat`, computed by the code.
  @Test func `the worked example's figures equal the code's`() throws {
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(2)
    var flash = try RepeatController(settings, now: 0)
    flash.start()
    flash.advance(to: 0.5)
    try flash.setRate(.cycleDuration(0.5))
    let sample = flash.sample(at: 2.1)
    #expect(sample.position.cycle == 1)
    #expect((sample.position.phase - 0.2).magnitude < 1e-15)
    #expect((sample.fraction - 0.4).magnitude < 1e-15)
    #expect((sample.progress - 0.331884).magnitude < 1e-6)
    let color = Color.interpolate(
      from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000), progress: sample.progress)
    let hex = [color.sRGB8.red, color.sRGB8.green, color.sRGB8.blue].map {
      String($0, radix: 16)
    }
    let text = try Self.text("Sources/DynamicRepeat/README.md")
    #expect(text.contains("#" + hex.joined()), "\(hex)")
    #expect(text.contains("0.3319"))
  }

  /// The table lists a folder by its path, such as `Sources/RepeatBanks`, or by its name alone,
  /// such as `CppExample`, after another folder of the same parent.
  @Test(arguments: ["Sources", "Demo", "Tests"])
  func `every folder is in the table of "Where things are"`(parent: String) throws {
    let parts = try Self.pages().filter { $0.hasPrefix(".github/") }.map(Self.text).joined()
      .components(separatedBy: "## ")
    let section = try #require(parts.first { $0.hasPrefix("Where things are\n") })
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: parent).path)
    var isFolder: ObjCBool = false
    // Excludes the folders of test modules, which need no lines of their own.
    let others = names.filter { !$0.hasPrefix(".") && !$0.hasSuffix("Tests") }
    for name in others {
      let path = Self.root.appending(path: "\(parent)/\(name)").path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { continue }
      let forms = ["`\(parent)/\(name)`", "[\(parent)/\(name)](", "`\(name)`"]
      #expect(forms.contains { section.contains($0) }, "\(parent)/\(name)")
    }
  }

  @Test func `the README shows the two commands, and stays short`() throws {
    let text = try Self.text("README.md")
    #expect(text.contains("\nDemo/run ") && text.contains("\nTests/run "))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 131)
    let links = text.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    let pictures = links.filter { $0.hasPrefix("Assets/Pictures/") }
    #expect(links.filter { !pictures.contains($0) }.prefix(2) == ["Demo/SwiftGame", "Demo/CGame"])
    // The first picture is animated, and loads quickly.
    let first = try #require(pictures.first)
    #expect(first.hasSuffix(".gif"))
    let film = try Data(contentsOf: Self.root.appending(path: String(first)))
    #expect(film.prefix(6) == Data("GIF89a".utf8) && film.count <= 1_000_000, "\(film.count) bytes")
  }

  /// README.md, the READMEs of the folders, and the pages of .github.
  static func pages() throws -> [String] {
    let folders = try ["Sources", "Demo", "Tests"].flatMap { parent in
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: parent).path)
        .map { "\(parent)/\($0)/README.md" }
    }
    let others = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: ".github").path)
    return ["README.md"] + folders.filter(exists).sorted()
      + others.filter { $0.hasSuffix(".md") }.map { ".github/\($0)" }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The text outside code blocks, because brackets in code are no links.
  static func prose(_ path: String) throws -> [String] {
    let pieces = try text(path).components(separatedBy: "```")
    return stride(from: 0, to: pieces.count, by: 2).map { pieces[$0] }
  }

  @Test func `every picture and folder to which a README links exists`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 9)
    for readme in pages {
      let folder = readme.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for part in try Self.prose(readme).joined().components(separatedBy: "](").dropFirst() {
        let path = String(part.prefix { $0 != ")" })
        guard !path.contains("://"), !path.hasPrefix("#") else { continue }
        #expect(Self.exists(folder + path), "\(readme): \(path)")
      }
    }
  }

  /// A name may be a path, such as `Sources/DynamicRepeat/Boundaries`, or a command with arguments,
  /// such as `Demo/run --help`.
  @Test func `every file and folder that a README names exists`() throws {
    for readme in try Self.pages() {
      for piece in try Self.prose(readme) {
        let spans = piece.components(separatedBy: "`")
        for span in stride(from: 1, to: spans.count, by: 2).map({ spans[$0] }) {
          let path = String(span.prefix { !$0.isWhitespace })
          guard ["Sources/", "Demo/", "Tests/"].contains(where: path.hasPrefix) else { continue }
          #expect(
            Self.exists(path) || Self.exists("\(readme.dropLast(9))\(path)"), "\(readme): \(path)")
        }
      }
    }
  }

  /// `dr_repeat_start, _stop` means dr_repeat_start and dr_repeat_stop.
  @Test func `the manual page names every function of the C headers, and no other`() throws {
    let folder = "Sources/CDynamicRepeat"
    let page = try Self.text("\(folder)/package/dynamic_repeat.3.in")
    let list = try #require(
      page.firstMatch(of: /(?s)\.SH FUNCTIONS\n(.*?)\.SH RETURN VALUE/)?.output.1)
    let objects = ["repeat", "line", "beat_clock", "clock_follower", "curve", "bank"]
    var named: Set<String> = []
    for line in list.matches(of: /(?m)^\.B (.*)$/) {
      var object = ""
      for name in line.output.1.components(separatedBy: ", ") {
        object = objects.first { name.hasPrefix("dr_\($0)_") } ?? object
        named.insert(name.hasPrefix("_") ? "dr_\(object)\(name)" : name)
      }
    }
    var declared: Set<String> = []
    let headers = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "\(folder)/dynamic_repeat").path)
    for header in headers {
      let text = try Self.text("\(folder)/dynamic_repeat/\(header)")
      for match in text.matches(of: /(?m)^(?!typedef|#)\w[\w ]*[ *](dr_\w+)\(/) {
        declared.insert(String(match.output.1))
      }
    }
    #expect(declared.count > 80 && named == declared, "\(named.symmetricDifference(declared))")
  }
}
