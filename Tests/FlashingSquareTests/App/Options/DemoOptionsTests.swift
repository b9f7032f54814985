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

  /// Invalid arguments, and words of the two lines of their message.
  static let badArguments: [(arguments: [String], problem: String, remedy: String)] = [
    (["--mdoe=phase"], "--mdoe=phase", "did you mean --mode?"),
    (["-?"], "-?", "did you mean --help?"),
    ([""], "\"\"", "options begin with --"),
    (["--mode", "phase", "ramp"], "ramp: is neither an option", "options begin with --"),
    (["--x\u{1B}[31m"], "--x\\u{1B}[31m", "--help"),
    (["--headless", "--headless"], "given twice", "give --headless once"),
    (["--frames"], "its value is missing", "write --frames N"),
    (["--mode", "pahse"], "--mode pahse", "did you mean phase?"),
    (["--frames", "0"], "--frames 0 is not a whole number from 1", "600"),
    (["--frames", "1.5"], "--frames 1.5 is not a whole", "--frames 600"),
    (["--duration", "0"], "--duration 0 is not", "--duration 10"),
    (["--headless", "--rate", "0.5"], "hertz from 1 to 1000", "60"),
    (["--size", "960"], "--size 960 is not WIDTHxHEIGHT", "720"),
    (["--size", "319x180"], "from 320x180 to 7680x4320", "1280"),
    (["--pace", "vsync"], "--pace vsync", "display, late, display-rate, timer"),
    (["--size", "1x2x3"], "--size 1x2x3 is not", "1280x720"),
    (["--rate", "1/x"], "--rate 1/x is not a number", "60"),
    (["--fps", "1001"], "--fps 1001 is not", "example, --fps 59.94"),
    (["--trace", ""], "--trace \"\" is empty", "--trace FILE.csv"),
    (["--trace", "-"], "standard stream", "./-"),
    (["--record", "a\u{FFFD}"], "not valid UTF-8", "valid UTF-8"),
    (["--attract", "--play", "p.csv"], "--attract and --play p.csv", "one of"),
    (["--frames=5", "--duration=1"], "--frames 5 and --duration 1", "one of"),
    (["--rate", "30"], "--rate 30", "--headless or --record"),
    (["--record-every", "5"], "--record-every 5", "--record FOLDER"),
    (["--headless", "--record", "r"], "--record r", "--frames N or --duration"),
    (["--pace=display", "--fps=9"], "display and --fps 9", "--pace timer"),
    (["--pace=timer", "--headless"], "counts frames", "--rate HZ"),
    (["--headless", "--fps", "50"], "--fps 50 and --headless", "--rate HZ"),
    // Invalid values are rejected before any output is created.
    (["--trace", "t.csv", "--record", "r", "--frames", "x"], "--frames x", "600"),
  ]

  @Test(arguments: badArguments.indices)
  func `invalid arguments are rejected with a message of two lines`(_ index: Int) throws {
    let row = Self.badArguments[index]
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
      + SceneList.demo.names
      + [DemoOptions.smallestSize, DemoOptions.largestSize, DemoOptions().size].map(\.text)
      + ["1 to 9 open scenes"]
    for word in words { #expect(help.contains(word), "\(word) is not in --help") }
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    // The list is in the order of the number keys.
    let first = help.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    let names = first.map(String.init).filter(SceneList.demo.names.contains)
    #expect(names == SceneList.demo.names)
    #expect(!help.contains("@"))
  }
}
