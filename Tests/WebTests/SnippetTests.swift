// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing
import WindowRigs

/// The code that the page shows for each policy compiles, and runs as the page says.
///
/// A snippet has a part that runs once, one for each frame, and maybe one for a change; around them is a
/// game of four seconds, which prints a number of each frame.
@Suite(.serialized) struct SnippetTests {
  private static let root = PageSight.tests.appendingPathComponent("../..").standardizedFileURL
  private static let policies: [(name: String, policy: RatePolicy)] = [
    ("restart", .restartPerCycle), ("phase", .phaseMatched), ("ramp", .phaseMatched(ramp: 0.5)),
  ]
  /// What a part's frame prints.
  private static let shown = [
    "pulse": "brightness", "danger": "brightness", "sprite": "picture", "music": "lamp",
    "many": "last",
  ]

  private let snippets: [String: [String: [String: String]]]

  init() throws { snippets = try PageSight.only.get().snippets }

  /// The parts of a snippet, which its comments "each frame:" and "changes:" begin.
  private func parts(_ text: String) -> (begin: String, change: String, frame: String) {
    var parts = ["", "", ""]
    var part = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasSuffix("in each frame:") {
        part = 2
      } else if line.hasSuffix("when the tempo changes:") {
        part = 1
      } else if !line.contains("import") && !line.contains("#include") && !line.contains("require")
      {
        parts[part] += line + "\n"
      }
    }
    return (parts[0], parts[1], parts[2])
  }

  /// The lines that a program has printed, by snippet.
  private func run(
    _ program: String, _ arguments: [String] = [], in folder: TemporaryFolder,
    environment: [String: String?] = [:]
  )
    throws -> [String: [String]]
  {
    let ending = try Child.run(program, arguments, in: folder.path, environment: environment)
    try #require(ending.status == 0, "\(ending.errors)")
    return Dictionary(grouping: ending.output.split(separator: "\n").map(String.init)) {
      String($0.prefix { $0 != ":" })
    }
  }

  private func compile(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws
  {
    let ending = try Child.run(program, arguments, in: folder.path, within: 300)
    try #require(ending.status == 0, "\(ending.errors)\(ending.output)")
  }

  /// The brightness of the first snippet, computed here.
  private func check(_ lines: [String: [String]], _ language: String) throws {
    for (name, policy) in Self.policies {
      var pulse = RepeatController(cycleDuration: 2, policy: policy)
      pulse.start()
      let expected = try (0..<240).map { frame in
        let time = Double(frame) / 60
        pulse.advance(to: time)
        if frame == 80 { try pulse.setRate(.cycleDuration(0.68)) }
        return String(format: "pulse-\(name): %.15g", pulse.progress(at: time))
      }
      #expect(lines["pulse-\(name)"] == expected, "\(language), \(name)")
    }
    let pictures = Set(try #require(lines["sprite-phase"]))
    #expect(pictures.count == 8, "\(language): \(pictures)")
    #expect(lines["music-phase"]?.last == "music-phase: 1", "\(language): the lamp is locked")
    // 2.5 Hz at the hit: within 0.2 s it is dark or bright again.
    let beats = try #require(lines["danger-phase"]?.dropFirst(81).prefix(13)).compactMap {
      Double($0.dropFirst(14))
    }
    #expect(beats.count == 13 && beats.max()! - beats.min()! > 0.7, "\(language): \(beats)")
  }

  @Test func `the Swift snippets run as the page says`() throws {
    let folder = try TemporaryFolder()
    var text = "import DynamicRepeat\nimport Foundation\nfunc play(_ lateness: Double) {}\n"
    for (policy, all) in snippets {
      for (part, byLanguage) in all {
        let (begin, change, frame) = parts(try #require(byLanguage["swift"]))
        let shown = ["music": "(lamp.lockState == .locked ? 1 : 0)"][part] ?? Self.shown[part]!
        text += """
          func run_\(part)_\(policy)() throws {
            var last = 0.0
            func show(_ value: Double, _ index: Int) { last = value }
            \(begin)
            for index in 0..<240 {
              let time = Double(index) / 60
              let (isHurt, isHit, isFaster, tempo) = (index == 80, index == 80, index == 80, 120.0)
              _ = (isHurt, isHit, isFaster, tempo)
              \(frame)
              if index == 80 { \(change) }
              print(String(format: "\(part)-\(policy): %.15g", Double(\(shown))))
              _ = last
            }
          }
          try run_\(part)_\(policy)()

          """
      }
    }
    try text.write(toFile: folder.file("main.swift"), atomically: false, encoding: .utf8)
    let modules = try Child.beside("Modules")
    let built = URL(fileURLWithPath: modules).deletingLastPathComponent()
    let objects = try ["RepeatTiming", "DynamicRepeat"].flatMap { module in
      let folder = built.appendingPathComponent("\(module).build").path
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".o") }.map { "\(folder)/\($0)" }
    }
    let swiftc = try #require(Child.find("swiftc"))
    try compile(
      swiftc,
      [
        "-swift-version", "6", "-I", modules, "-I", "\(Self.root.path)/Sources/CMath", "-o", "game",
        "main.swift",
      ]
        + objects, in: folder)
    try check(run(folder.file("game"), in: folder), "Swift")
  }

  // MARK: - The other languages, of the C library

  /// Whether the C library has repeats that are plain data, for which the snippets are.
  private static let hasPlainRepeats =
    (try? String(
      contentsOf: root.appendingPathComponent("Sources/CDynamicRepeat/dynamic_repeat/repeats.h"),
      encoding: .utf8))?.contains("dr_repeat_init(") == true

  private func install(_ arguments: [String], in folder: TemporaryFolder) throws {
    try compile(
      Self.root.path + "/Sources/CDynamicRepeat/install",
      arguments + ["--build", folder.file("build")], in: folder)
  }

  @Test(.enabled(if: hasPlainRepeats), arguments: ["c", "cpp"])
  func `the snippets in C and C++ run as the page says`(language: String) throws {
    let folder = try TemporaryFolder()
    try install(["--prefix", folder.file("there")], in: folder)
    var text = """
      #include <dynamic_repeat.h>
      #include <stdio.h>
      static dr_repeat heart, walk, lamp;
      static dr_beat_clock music;
      static dr_line line;

      """
    var calls = ""
    for (policy, all) in snippets {
      for (part, byLanguage) in all {
        guard let snippet = byLanguage[language] else { continue }
        let (begin, change, frame) = parts(snippet)
        text += """
          static void run_\(part)_\(policy)(void) {
            const double tempo = 120;
            \(begin)
            for (int frame = 0; frame < 240; frame++) {
              double time_s = frame / 60.0, brightness = 0;
              int is_hurt = frame == 80, is_hit = is_hurt, is_faster = is_hurt;
              (void)is_hurt, (void)is_hit, (void)is_faster, (void)tempo, (void)brightness;
              \(frame)
              if (frame == 80) { \(change) }
              \(part == "music" ? "dr_lock_info info; dr_repeat_get_lock(&lamp, &info);" : "")
              printf("\(part)-\(policy): %.15g\\n", (double)\(part == "music" ? "(info.state == DR_LOCK_STATE_LOCKED)" : Self.shown[part]!));
            }
          }

          """
        calls += "  run_\(part)_\(policy)();\n"
      }
    }
    text += "int main(void) {\n\(calls)}\n"
    try text.write(toFile: folder.file("game.\(language)"), atomically: false, encoding: .utf8)
    let compiler = try #require(Child.find(language == "c" ? "cc" : "c++"))
    try compile(
      compiler,
      [
        "-std=\(language == "c" ? "c11" : "c++17")", "-I", folder.file("there/include"),
        "game.\(language)", "-o", "game",
        folder.file("there/lib/libdynamicrepeat.a"), "-lm",
      ], in: folder)
    try check(run(folder.file("game"), in: folder), language)
  }
}
