// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The observations made by check_page.py.
struct PageRecord: Decodable {
  /// The slider's moves under one policy, and the pictures drawn meanwhile.
  struct Play: Decodable {
    struct Begun: Decodable {
      /// 0: restart per cycle; 1: phase matched; 2: ramped.
      var policy: Int
      var duration: Double
    }
    struct Request: Decodable {
      var time: Double
      var duration: Double
    }
    /// A run of a game at its own frame rate.
    struct Run: Decodable {
      var time: Double
      var shown: Double
      var handShown: Double
      var hertz: Double
      var worstGap: Double
      var worstOwnGap: Double
      var worstLateness: Double
    }
    struct Answers: Decodable {
      var restart: Double
      var phase: Double
    }
    struct Frame: Decodable {
      var time: Double
      /// The seconds of the browser's clock.
      var clock: Double
      /// Runs at 144 and 30 frames per second, and with stalls.
      var runs: [Run]
      var answers: Answers
    }
    var begun: Begun
    var requests: [Request]
    var frames: [Frame]
    /// The processor time of each frame in milliseconds.
    var work: [Double]
  }
  struct Looks: Decodable {
    var overflow: [String]
    var faint: [String]
    var small: [String]
    var nameless: [String]
    var faintShapes: [String]
  }
  struct Links: Decodable {
    var count: Int
    var pages: Int
    var faults: [String]
  }
  struct Keyboard: Decodable {
    struct Stop: Decodable {
      var name: String
      var isSeen: Bool
    }
    var order: [Stop]
    var slider: [Int]
    /// Whether keys outside controls changed nothing.
    var keepsState: Bool
  }
  struct Addresses: Decodable {
    struct Address: Decodable {
      var health: Int
      var slider: Int
      var policy: String
      var checked: String
      var frames: String
      var own: Bool
      var wrong: String
      var isWell: Bool
    }
    var found: [String: Address]
    /// The address after the user's choices, and the state of a page opened with it.
    var fragment: String
    var again: String
  }
  struct Calm: Decodable {
    var moves: Bool
    var seconds: Double
    var note: String
    var requests: [String]
    var redrawn: Bool
    var text: String
    var said: String
    var plays: Bool
  }
  struct Stories: Decodable {
    /// Beats per second, 0.2 s after a hit.
    var hit: Double
    /// Whether the walk's new speed is waiting, and the number of whole walks.
    var waits: [Double]
    var walks: Double
    /// After the music skips: whether the lamp is locked, its gap in cycles, and its rate.
    var skipped: [Double]
    var gap: Double
    /// The largest change of any light, out of 255, at the moment of a request.
    var jump: Int
    var changed: Int
  }
  struct Shader: Decodable {
    var count: Int
    /// The number of rows whose bits differ from those computed in JavaScript.
    var wrong: Int
    /// The number of rows that were evaluated after the change of their rate.
    var late: Int
    /// The largest error of a value.
    var off: Double
    /// WebGL's error; 0 if there is none.
    var error: Int
    /// Whether the picture changes while the page runs, and stands still while it is paused.
    var moves: Bool
    var isStill: Bool
  }
  var imports: Int
  var shader: Shader
  var links: Links
  var plays: [Play]
  var counter: [[String]]
  /// Milliseconds from the start of loading until the page plays.
  var ready: Double
  var controls: [[String]]
  var keyboard: Keyboard
  var addresses: Addresses
  var calm: Calm
  var looks: [String: Looks]
  /// The code snippets by policy, part of the page and language.
  var snippets: [String: [String: [String: String]]]
  var stories: Stories
  /// The first results of the documentation's search.
  var searches: [String: [String]]
  var pages: [String: [String]]
  var faults: [String]

  private static let browser = ["chromium", "chromium-browser"].lazy.compactMap(Child.find).first
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The observations of the site, which is built once in a temporary folder.
  static let only = Result { try PageRecord.observe() }

  /// The size of the module in bytes.
  private(set) static nonisolated(unsafe) var moduleSize = 0

  private static func observe() throws -> PageRecord {
    let folder = try TemporaryFolder()
    func run(_ program: String, _ arguments: [String]) throws -> String {
      let ending = try Child.run(
        program, arguments, in: folder.path, environment: ["PYTHONDONTWRITEBYTECODE": "1"],
        within: 600)
      try #require(ending.status == 0, "\(ending.errors)\(ending.output.suffix(2000))")
      return ending.output
    }
    _ = try run(tests.path + "/../../Demo/Web/build", [folder.file("site")])
    let text = try String(contentsOfFile: folder.file("site/module.js"), encoding: .utf8)
    let base64 = try #require(text.split(separator: "\"").dropFirst().first)
    moduleSize = try #require(Data(base64Encoded: String(base64))).count
    let chromium = try #require(
      browser, "chromium is missing: Tests/build.sh lists the packages of the tests")
    let output = try run(
      "/usr/bin/env",
      ["python3", tests.path + "/check_page.py", folder.file("site"), chromium, folder.path])
    return try JSONDecoder().decode(PageRecord.self, from: Data(output.utf8))
  }
}
