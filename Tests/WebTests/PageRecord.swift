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
  var plays: [Play]
  /// Descriptions of the page's faults.
  var wrong: [String]
  /// Remarks about the browser that are no faults of the page.
  var remarks: [String]
  /// The code snippets by policy, part of the page and language.
  var snippets: [String: [String: [String: String]]]
  /// The commands that install the library, by language.
  var install: [String: String]

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
