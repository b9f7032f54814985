// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver
import Testing

@testable import FlashingSquare

extension DemoOptions {
  /// Headless runs have no autopilot by default.
  fileprivate mutating func runHeadless() { (headless, autopilot) = (true, false) }
}

@Suite struct DemoOptionsTests {
  /// Valid arguments, and their changes to the defaults.
  struct Good: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let change: @Sendable (inout DemoOptions) -> Void
    var testDescription: String { arguments.joined(separator: " ") }
    init(_ arguments: String..., change: @escaping @Sendable (inout DemoOptions) -> Void) {
      self.arguments = arguments
      self.change = change
    }
  }

  static let good = [
    Good { _ in },
    Good("--mode", "frame") { $0.mode = .frame },
    Good("--scene", "hunt") { $0.scene = "hunt" },
    Good("--attract") { ($0.attract, $0.autopilot) = (true, false) },
    Good("--headless", "--autopilot", "on") { $0.headless = true },
    Good("--no-flash-limit") { $0.limitsFlashes = false },
    Good("--mute") { $0.isMuted = true },
    Good("--play", "a b.csv") { ($0.playFile, $0.autopilot) = ("a b.csv", false) },
    Good("--trace=--odd") { $0.traceFile = "--odd" },
    Good("--size", "320x180") { $0.size = PixelSize(width: 320, height: 180) },
    Good("--size", "7680X4320") { $0.size = PixelSize(width: 7680, height: 4320) },
    Good("--frames", "1") { $0.end = .frames(1) },
    Good("--duration", ".5") { $0.end = .seconds(0.5) },
    Good("--headless") { $0.runHeadless() },
    Good("--headless", "--rate", "60000/1001") {
      $0.runHeadless()
      $0.rate = FrameRate(frames: 60_000, seconds: 1001)
    },
    Good("--record", "r", "--record-every", "60", "--headless", "--duration", "10") {
      $0.recordPath = "r"
      $0.recordEvery = 60
      $0.runHeadless()
      $0.end = .seconds(10)
    },
    Good("--pace", "late") { $0.pace = .displayLate },
    Good("--pace", "display-rate") { $0.pace = .displayRate },
    Good("--pace", "timer", "--fps", "144") { $0.pace = .timer(FrameRate(hertz: 144)) },
    Good("--fps", "59.94") { $0.pace = .timer(FrameRate(frames: 59_940_000, seconds: 1_000_000)) },
    Good("--fps", "60000/1001") { $0.pace = .timer(FrameRate(frames: 60_000, seconds: 1001)) },
    Good("--attract", "--headless", "--trace", "t", "--frames", "9", "--scene", "hunt") {
      $0.attract = true
      $0.runHeadless()
      $0.traceFile = "t"
      $0.end = .frames(9)
      $0.scene = "hunt"
    },
  ]

  @Test(arguments: good) func `valid arguments change exactly the options that they name`(
    _ row: Good
  ) throws {
    var expected = DemoOptions()
    row.change(&expected)
    #expect(try DemoOptions.parse(row.arguments) == .run(expected))
  }

  @Test(arguments: BadArguments.all)
  func `invalid arguments are rejected with a message of two lines`(
    _ row: BadArguments
  ) throws {
    let error = try #require(throws: ProgramError.self) { try DemoOptions.parse(row.arguments) }
    #expect(error.problem.contains(row.problem), "\(error)")
    #expect(error.remedy.contains(row.remedy), "\(error)")
    #expect(error.description.split(separator: "\n").count == 2)
    #expect(error.exitCode.rawValue == 64)
  }

  @Test func `--help and --version override errors, and the first of the two wins`() throws {
    let help = try #require(DemoOptions.answer(to: ["--help"]))
    let version = try #require(DemoOptions.answer(to: ["--version"]))
    #expect(try DemoOptions.parse(["--bogus", "-h", "--version"]) == .answer(help))
    #expect(try DemoOptions.parse(["--frames", "x", "--version", "-h"]) == .answer(version))
    #expect(version.hasPrefix("flashing-square "))
  }

  @Test func `headless runs and recordings count frames, a window does not`() {
    #expect(!DemoOptions().countsFrames)
    #expect(DemoOptions(headless: true).countsFrames)
    let options = DemoOptions(recordPath: "r", recordEvery: 3)
    #expect(options.countsFrames)
    #expect((0..<8).filter(options.keepsPicture(ofFrame:)) == [0, 3, 6])
  }

  @Test func `help fits 80 columns and names every option, mode, scene and size`() throws {
    let help = try #require(DemoOptions.answer(to: ["--help"]))
    let words =
      OptionName.allCases.map(\.form) + DemoMode.allCases.map(\.rawValue)
      + DemoOptions.builtInScenes
      + [DemoOptions.smallestSize, DemoOptions.largestSize, DemoOptions().size].map(\.text)
      + ["1 to 9 open scenes"]
    for word in words { #expect(help.contains(word), "\(word) is not in --help") }
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    // The list is in the order of the number keys.
    let first = help.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    let names = first.map(String.init).filter(DemoOptions.builtInScenes.contains)
    #expect(names == DemoOptions.builtInScenes)
    #expect(!help.contains("@"))
  }
}
