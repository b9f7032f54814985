// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing
import WindowRigs

/// The code that the page shows for each policy compiles, and runs as the page says.
///
/// A snippet has a part that runs once, a part for each frame, and optionally a part for a change.
/// The snippet is compiled into a game of four seconds, which prints a number in each frame.
@Suite(.serialized) struct SnippetTests {
  private static let root = PageRecord.tests.appendingPathComponent("../..").standardizedFileURL
  private static let policies: [(name: String, policy: RatePolicy)] = [
    ("restart", .restartPerCycle), ("phase", .phaseMatched), ("ramp", .phaseMatched(ramp: 0.5)),
  ]
  /// For each part of the page, the variable that is printed in each frame.
  private static let shown = [
    "pulse": "brightness", "danger": "brightness", "sprite": "picture", "music": "lamp",
    "many": "last",
  ]

  private let snippets: [String: [String: [String: String]]]

  init() throws { snippets = try PageRecord.only.get().snippets }

  /// The parts of a snippet, which begin at its comments "in each frame:" and "when the tempo
  /// changes:".
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

  /// The lines that a program prints for each snippet.
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

  /// Compares the brightness that the snippets `pulse` print with the brightness computed here.
  private func checkPulse(_ lines: [String: [String]], _ language: String) throws {
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
  }

  private func check(_ lines: [String: [String]], _ language: String) throws {
    try checkPulse(lines, language)
    let pictures = Set(try #require(lines["sprite-phase"]))
    #expect(pictures.count == 8, "\(language): \(pictures)")
    #expect(lines["music-phase"]?.last == "music-phase: 1", "\(language): the lamp is locked")
    // The rate at the hit is 2.5 Hz, so within 0.2 s, half a cycle, the value covers its range.
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
    let modules = Child.beside("Modules")
    let built = URL(fileURLWithPath: modules).deletingLastPathComponent()
    let folderOfObjects = built.appendingPathComponent("DynamicRepeat.build").path
    // A build folder keeps the objects of deleted sources, which must not be linked.
    let sources = FileManager.default.enumerator(
      atPath: Self.root.appendingPathComponent("Sources/DynamicRepeat").path)
    let names = Set(
      (sources?.allObjects as? [String] ?? []).map { ($0 as NSString).lastPathComponent })
    let objects =
      try FileManager.default.contentsOfDirectory(atPath: folderOfObjects)
      .filter { $0.hasSuffix(".o") && names.contains(String($0.dropLast(2))) }
      .map { "\(folderOfObjects)/\($0)" }
      + [built.appendingPathComponent("CCurveTables.build/curve_tables.c.o").path]
    let swiftc = try #require(Child.find("swiftc"))
    try compile(
      swiftc,
      [
        "-swift-version", "6", "-I", modules, "-I", "\(Self.root.path)/Sources/CMath",
        "-I", "\(Self.root.path)/Sources/CCurveTables/include", "-o", "game",
        "main.swift",
      ]
        + objects, in: folder)
    try check(run(folder.file("game"), in: folder), "Swift")
  }

  // MARK: - The other languages, with the C library

  @Test func `the snippets in C, C++, Python and Lua run as the page says`() throws {
    let folder = try TemporaryFolder()
    for part in ["prefix", "wheel", "lua"] {
      try compile(
        Self.root.path + "/Sources/CDynamicRepeat/install",
        ["--\(part)", folder.file(part), "--build", folder.file("build")], in: folder)
    }
    try check(run(try game(in: "c", "cc", "c11", folder), in: folder), "C")
    try check(run(try game(in: "cpp", "c++", "c++17", folder), in: folder), "C++")
    try checkRecipes(folder)
    for language in ["c", "cpp"] { try checkInstallation(language, folder) }

    let wheel = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.file("wheel")).first)
    try compile(
      "/usr/bin/env", ["python3", "-m", "zipfile", "-e", "wheel/\(wheel)", "python"], in: folder)
    try script(
      "python", "import dynamic_repeat as dr\n", folder,
      begin: "def NAME():\n    def play(lateness_s): pass\n",
      frame: "    for frame in range(240):\n",
      times: "        time_s, is_hurt = frame / 60, frame == 80\n",
      end: "        print('TAG: %.15g' % brightness)\nNAME()\n")
    try checkPulse(
      run(
        "/usr/bin/env", ["python3", "game.python"], in: folder,
        environment: ["PYTHONPATH": folder.file("python"), "PYTHONDONTWRITEBYTECODE": "1"]),
      "Python")
    try script(
      "lua", "local dr = require \"dynamic_repeat\"\n", folder,
      begin: "local function NAME()\n    local function play(lateness_s) end\n",
      frame: "    for frame = 0, 239 do\n",
      times: "        local time_s, is_hurt = frame / 60, frame == 80\n",
      end: "        print(string.format('TAG: %.15g', brightness))\n    end\nend\nNAME()\n")
    try checkPulse(
      run(
        "/usr/bin/env", ["luajit", "game.lua"], in: folder,
        environment: ["LUA_PATH": "\(folder.file("lua"))/?.lua"]), "Lua")
  }

  /// Runs the commands that the page prints, as a user without rights to install, and the program
  /// that they build.
  private func checkInstallation(_ language: String, _ folder: TemporaryFolder) throws {
    let text = try #require(PageRecord.only.get().install[language])
    // The printed `$(pkg-config ...)` does not survive a space in the path.
    let home = try TemporaryFolder(named: "home-")
    try? FileManager.default.createSymbolicLink(
      atPath: folder.file("Sources"), withDestinationPath: Self.root.path + "/Sources")
    try folder.write("install.sh", "set -e\n\(text)\n./a.out\n")
    let ending = try Child.run(
      "/usr/bin/env", ["bash", "install.sh"], in: folder.path,
      environment: [
        "HOME": home.path, "DYNAMIC_REPEAT_BUILD": folder.file("build"),
        "PKG_CONFIG_PATH": nil, "LD_LIBRARY_PATH": nil,
      ], within: 300)
    #expect(
      ending.status == 0 && ending.output.contains("pulse-phase: "),
      "\(language): \(ending.errors)")
  }

  /// Builds and runs the programs of the recipes, and compiles the example of the README.
  private func checkRecipes(_ folder: TemporaryFolder) throws {
    let recipes = try Child.run(
      "/usr/bin/env",
      ["python3", "-B", Self.root.path + "/Tests/Outside/check.py", "c", folder.file("prefix")],
      in: folder.path, within: 300)
    print(recipes.output)
    #expect(recipes.status == 0, "\(recipes.errors)")
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let example = try #require(Self.code("c", in: readme))
    let head = "#include <dynamic_repeat.h>\n#include <stdio.h>\nint main(void) {\n"
    try folder.write(
      "readme.c",
      head + "const double time_s = 0.5;\nconst int is_hurt = 1;\n" + example
        + "printf(\"%g\", brightness);\n}\n")
    try compile(
      try #require(Child.find("cc")),
      [
        "-std=c11", "-Wall", "-Wextra", "-Werror", "readme.c", "-I", folder.file("prefix/include"),
        folder.file("prefix/lib/libdynamicrepeat.a"), "-lm", "-o", folder.file("readme"),
      ], in: folder)
    #expect(try Child.run(folder.file("readme"), [], in: folder.path).output == "0")
  }

  /// The code of a section in a language.
  private static func code(_ language: String, in section: String) -> String? {
    let parts = section.components(separatedBy: "\n```\(language)\n")
    return parts.count == 2 ? parts[1].components(separatedBy: "\n```")[0] + "\n" : nil
  }

  /// Writes the snippet `pulse` of each policy as an indented script.
  private func script(
    _ language: String, _ head: String, _ folder: TemporaryFolder, begin: String, frame: String,
    times: String, end: String
  ) throws {
    func indented(_ text: String, by spaces: Int) -> String {
      text.split(separator: "\n").map { String(repeating: " ", count: spaces) + $0 + "\n" }.joined()
    }
    var text = head
    for (policy, all) in snippets {
      let snippet = parts(try #require(all["pulse"]?[language]))
      let whole =
        begin + indented(snippet.begin, by: 4) + frame + times
        + indented(snippet.frame, by: 8) + end
      text += whole.replacingOccurrences(of: "NAME", with: "run_\(policy)")
        .replacingOccurrences(of: "TAG", with: "pulse-\(policy)")
    }
    try text.write(toFile: folder.file("game.\(language)"), atomically: false, encoding: .utf8)
  }

  /// Compiles the C snippets, as C or C++.
  /// - Returns: The program.
  private func game(
    in language: String, _ compilerName: String, _ standard: String, _ folder: TemporaryFolder
  ) throws -> String {
    var text = """
      #include <dynamic_repeat.\(language == "c" ? "h" : "hpp")>
      #include <stdio.h>
      static dr_repeat heart, walk, lamp, lamps[1000];
      static double last;
      static inline void play(double lateness_s) { (void)lateness_s; }
      static void show(double value, int index) { last = index < 1000 ? value : last; }
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
            double brightness = 0;
            (void)tempo, (void)brightness;
            \(begin)
            for (int frame = 0; frame < 240; frame++) {
              double time_s = frame / 60.0;
              int is_hurt = frame == 80, is_hit = is_hurt, is_faster = is_hurt;
              (void)is_hurt, (void)is_hit, (void)is_faster;
              \(frame)
              if (frame == 80) { \(change) }
              \(part == "music" ? "dr_repeat_info info; dr_repeat_get_info(&lamp, &info);" : "")
              printf("\(part)-\(policy): %.15g\\n", (double)\(part == "music" ? "(info.lock_state == DR_LOCK_STATE_LOCKED)" : Self.shown[part]!));
            }
          }

          """
        calls += "  run_\(part)_\(policy)();\n"
      }
    }
    text += "int main(void) {\n\(calls)}\n"
    try text.write(toFile: folder.file("game.\(language)"), atomically: false, encoding: .utf8)
    let program = folder.file("game-\(language)")
    try compile(
      try #require(Child.find(compilerName)),
      ["-std=\(standard)", "-I", folder.file("prefix/include"), "game.\(language)", "-o", program]
        + [folder.file("prefix/lib/libdynamicrepeat.a"), "-lm"], in: folder)
    return program
  }
}
