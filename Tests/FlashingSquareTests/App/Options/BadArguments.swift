// SPDX-License-Identifier: Apache-2.0

import Testing

/// Invalid arguments, and words of the two-line message.
struct BadArguments: CustomTestStringConvertible, Sendable {
  let arguments: [String]
  let problem: String
  let remedy: String

  var testDescription: String { arguments.joined(separator: " ") }

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
    Self("--frames", "0", problem: "--frames 0 is out of range", remedy: "1 to 1000000000"),
    Self("--frames", "1.5", problem: "--frames 1.5 is not a whole", remedy: "--frames 600"),
    Self("--duration", "0", problem: "--duration 0 is out of range", remedy: "above 0"),
    Self("--headless", "--rate", "0.5", problem: "--rate 0.5 is out", remedy: "from 1 to 1000"),
    Self("--size", "960", problem: "--size 960 is not a size", remedy: "WIDTHxHEIGHT"),
    Self("--size", "319x180", problem: "--size 319x180 is out of range", remedy: "320x180"),
    Self("--pace", "vsync", problem: "--pace vsync", remedy: "display, late, display-rate, timer"),
    Self("--size", "1x2x3", problem: "--size 1x2x3 is not a size", remedy: "1280x720"),
    Self("--rate", "1/x", problem: "--rate 1/x is not a number", remedy: "hertz"),
    Self("--fps", "1001", problem: "--fps 1001 is out", remedy: "for example --fps 59.94"),
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
      remedy: "whole number"),
  ]

  static let all = spelling + values + contradictions
}
