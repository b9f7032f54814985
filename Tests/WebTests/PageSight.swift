// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// What check_page.py has seen of the page.
struct PageSight: Decodable {
  /// What the module says of a square at a frame.
  struct View: Decodable {
    var value: Double
    var hertz: Double
    var newJump: Double
    var largestJump: Double
    var worstDelay: Double
    var gap: Double
    var deviation: Double
    var lockTime: Double?
    var shown: Double
  }
  struct Frame: Decodable {
    var time: Double
    /// Seconds of the browser's clock.
    var clock: Double
    /// Of a cycle; nil where a beat is followed.
    var duration: Double?
    /// In the page's order: restart per cycle, phase-matched, ramp, naive; or locked in phase, in
    /// whole cycles, hard snap, waiting for the beat.
    var views: [View]
  }
  struct Play: Decodable {
    var frames: [Frame]
    /// Milliseconds.
    var work: [Double]
    var pauses: Bool
    var fragment: String
    var said: String
  }
  /// The tab of the beat.
  struct Follow: Decodable {
    struct HandOver: Decodable {
      var time: Double
      var tempo: Double
      var ratio: [Int]
      var isLocked: Bool
      /// The beat position at that time.
      var count: Int
      var phase: Double
    }
    var handOvers: [HandOver]
    var beatFrames: [Frame]
    /// What was shown of each row, after a skip.
    var texts: [[String]]
    var said: String
    var note: String
    /// The address, where a ratio would have flashed too often.
    var refused: String
    /// Seconds of the taps, and the tempo after them.
    var taps: [Double]
    var tapped: Double
    var fragment: String
  }
  struct Looks: Decodable {
    var overflow: [String]
    var faint: [String]
    var small: [String]
  }
  struct Size: Decodable {
    var width: Int
    var play: Play
    /// Milliseconds that each frame has taken of the processor.
    var frames: [Double]
    var looks: [Looks]
  }
  struct Numbers: Decodable {
    var errors: [String: String]
    var early: String
    var csv: String
    /// Jump and delay.
    var figures: [String: [Double]]
    var fragment: String
    /// A field once the address was read.
    var again: String
  }
  struct Links: Decodable {
    var count: Int
    var pages: Int
    var faults: [String]
  }
  struct Reduced: Decodable {
    var isPaused: Bool
    var moved: Double
    /// Beside the slider, once it was moved.
    var text: String
  }
  struct Keyboard: Decodable {
    struct Stop: Decodable {
      var name: String
      var isSeen: Bool
    }
    var order: [Stop]
    var slider: [Double]
  }
  struct Address: Decodable {
    var health: Double
    /// Of the health, in percent.
    var slider: String
    var policy: String
    var tab: String
    var beat: String
    var first: String
    var changes: Int
    var pictures: Int
    var isWell: Bool
  }
  var imports: Int
  var exports: [String]
  var links: Links
  var sizes: [Size]
  var numbers: Numbers
  var beat: Follow
  var beatWork: [Double]
  var controls: [[String]]
  var reduced: Reduced
  var keyboard: Keyboard
  /// Units of the field.
  var shift: Double
  var addresses: [String: Address]
  var pages: [String: [String]]
  var faults: [String]

  private static let browser = ["chromium", "chromium-browser"].lazy.compactMap(Child.find).first
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The site, built once, and what was seen of it; the folder is removed at the end.
  static let only = Result { try PageSight.look() }

  /// Bytes of the module.
  private(set) static nonisolated(unsafe) var moduleSize = 0

  private static func look() throws -> PageSight {
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
    let output = try run(
      "/usr/bin/env",
      [
        "python3", tests.path + "/check_page.py", folder.file("site"),
        try #require(
          browser, "chromium is missing: Tests/build.sh lists the packages of the tests"),
      ]
        + [folder.path])
    return try JSONDecoder().decode(PageSight.self, from: Data(output.utf8))
  }
}
