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
  static let good: [(arguments: String, change: @Sendable (inout DemoOptions) -> Void)] = [
    ("", { _ in }),
    ("--mode frame", { $0.mode = .frame }),
    ("--scene hunt", { $0.scene = "hunt" }),
    ("--attract", { ($0.attract, $0.autopilot) = (true, false) }),
    ("--headless --autopilot on", { $0.headless = true }),
    ("--no-flash-limit", { $0.limitsFlashes = false }),
    ("--mute", { $0.isMuted = true }),
    ("--play a.csv", { ($0.playFile, $0.autopilot) = ("a.csv", false) }),
    ("--trace=--odd", { $0.traceFile = "--odd" }),
    ("--size 320x180", { $0.size = PixelSize(width: 320, height: 180) }),
    ("--size 7680X4320", { $0.size = PixelSize(width: 7680, height: 4320) }),
    ("--frames 1", { $0.frames = 1 }),
    ("--duration .5", { $0.duration = 0.5 }),
    ("--headless", { $0.runHeadless() }),
    (
      "--headless --rate 60000/1001",
      {
        $0.runHeadless()
        $0.rate = FrameRate(frames: 60_000, seconds: 1001)
      }
    ),
    (
      "--record r --record-every 60 --headless --duration 10",
      {
        $0.recordPath = "r"
        $0.recordEvery = 60
        $0.runHeadless()
        $0.duration = 10
      }
    ),
    ("--pace late", { $0.latchesLate = true }),
    ("--pace display-rate", { $0.timing = .displayRate }),
    ("--pace timer --fps 144", { $0.timing = .timer(FrameRate(hertz: 144)) }),
    ("--fps 59.94", { $0.timing = .timer(FrameRate(frames: 59_940_000, seconds: 1_000_000)) }),
    ("--fps 60000/1001", { $0.timing = .timer(FrameRate(frames: 60_000, seconds: 1001)) }),
    (
      "--attract --headless --trace t --frames 9 --scene hunt",
      {
        $0.attract = true
        $0.runHeadless()
        $0.traceFile = "t"
        $0.frames = 9
        $0.scene = "hunt"
      }
    ),
  ]

  @Test(arguments: good.indices)
  func `valid arguments change exactly the options that they name`(_ index: Int) throws {
    var expected = DemoOptions()
    Self.good[index].change(&expected)
    let arguments = Self.good[index].arguments.split(separator: " ").map(String.init)
    #expect(try DemoOptions.parse(arguments) == expected, "\(arguments)")
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
    #expect(DemoOptions.answer(to: ["--bogus", "-h", "--version"]) == help)
    #expect(DemoOptions.answer(to: ["--frames", "x", "--version", "-h"]) == version)
    #expect(DemoOptions.answer(to: ["--frames", "1"]) == nil)
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

/// Invalid arguments, and words of the two-line message.
struct BadArguments: Sendable {
  let arguments: [String]
  let problem: String
  let remedy: String

  init(_ arguments: String..., problem: String, remedy: String) {
    self.arguments = arguments
    self.problem = problem
    self.remedy = remedy
  }

  static let spelling = [
    Self("--mdoe=phase", problem: "--mdoe=phase", remedy: "did you mean --mode?"),
    Self("-?", problem: "-?", remedy: "did you mean --help?"),
    Self("", problem: "\"\"", remedy: "options begin with --"),
    Self(
      "--mode", "phase", "ramp", problem: "ramp: is neither an option",
      remedy: "options begin with --"),
    Self("--x\u{1B}[31m", problem: "--x\\u{1B}[31m", remedy: "--help"),
    Self("--headless", "--headless", problem: "given twice", remedy: "give --headless once"),
    Self("--frames", problem: "its value is missing", remedy: "write --frames N"),
  ]

  static let values = [
    Self("--mode", "pahse", problem: "--mode pahse", remedy: "did you mean phase?"),
    Self("--frames", "0", problem: "--frames 0 is not a whole number from 1", remedy: "600"),
    Self("--frames", "1.5", problem: "--frames 1.5 is not a whole", remedy: "--frames 600"),
    Self("--duration", "0", problem: "--duration 0 is not", remedy: "--duration 10"),
    Self("--headless", "--rate", "0.5", problem: "hertz from 1 to 1000", remedy: "60"),
    Self("--size", "960", problem: "--size 960 is not WIDTHxHEIGHT", remedy: "720"),
    Self("--size", "319x180", problem: "from 320x180 to 7680x4320", remedy: "1280"),
    Self("--pace", "vsync", problem: "--pace vsync", remedy: "display, late, display-rate, timer"),
    Self("--size", "1x2x3", problem: "--size 1x2x3 is not", remedy: "1280x720"),
    Self("--rate", "1/x", problem: "--rate 1/x is not a number", remedy: "60"),
    Self("--fps", "1001", problem: "--fps 1001 is not", remedy: "example, --fps 59.94"),
    Self("--trace", "", problem: "--trace \"\" is empty", remedy: "--trace FILE.csv"),
    Self("--trace", "-", problem: "standard stream", remedy: "./-"),
    Self("--record", "a\u{FFFD}", problem: "not valid UTF-8", remedy: "valid UTF-8"),
  ]

  static let contradictions = [
    Self("--attract", "--play", "p.csv", problem: "--attract and --play p.csv", remedy: "one of"),
    Self("--frames=5", "--duration=1", problem: "--frames 5 and --duration 1", remedy: "one of"),
    Self("--rate", "30", problem: "--rate 30", remedy: "--headless or --record"),
    Self("--record-every", "5", problem: "--record-every 5", remedy: "--record FOLDER"),
    Self("--headless", "--record", "r", problem: "--record r", remedy: "--frames N or --duration"),
    Self("--pace=display", "--fps=9", problem: "display and --fps 9", remedy: "--pace timer"),
    Self("--pace=timer", "--headless", problem: "counts frames", remedy: "--rate HZ"),
    Self("--headless", "--fps", "50", problem: "--fps 50 and --headless", remedy: "--rate HZ"),
    // Invalid values are rejected before any output is created.
    Self(
      "--trace", "t.csv", "--record", "r", "--frames", "x", problem: "--frames x",
      remedy: "600"),
  ]

  static let all = spelling + values + contradictions
}
