// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Arguments and files that the game refuses, with the exit codes of the Swift demo.
@Suite struct GameArgumentTests {
  static let arguments: [(String, Int32, String)] = [
    ("--frobnicate", 64, "--frobnicate: is no option"),
    ("stray", 64, "stray: is no option"),
    ("--frames", 64, "--frames: is no option, or its value is missing"),
    ("--frames 0", 64, "--frames 0"), ("--frames -3", 64, "--frames -3"),
    ("--frames nan", 64, "--frames nan"), ("--frames 99999999999999999999", 64, "--frames 9999"),
    ("--headless", 64, "--frames is missing"), ("--headless=1", 64, "--headless=1"),
    ("--mode jump", 64, "--mode jump is none"), ("--mode=", 64, "--mode  is none"),
    ("--frames 3 --frames 3", 64, "--frames is given twice"),
    ("--play absent.csv", 66, "absent.csv: cannot be read: No such file or directory"),
    ("--play .", 66, "Is a directory"),
    ("--play good.csv --trace good.csv", 64, "is what --play reads"),
    ("--play good.csv --trace link.csv", 73, "the file that --play reads"),
    ("--trace absent/t.csv", 73, "absent/t.csv: No such file"),
    ("--trace .", 73, "Is a directory"), ("--trace /dev/full", 74, "No space left on device"),
  ]

  @Test(arguments: arguments.indices)
  func `wrong arguments end the game with two lines`(_ index: Int) throws {
    let (line, code, says) = Self.arguments[index]
    let folder = try Folder()
    let good = "time,cycle_duration\n0,1\n"
    try folder.write(good, to: "good.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.csv"), withDestinationPath: "good.csv")
    let hasEnd = line.contains("--headless") || line.contains("--frames")
    let rest = hasEnd ? [] : ["--headless", "--frames", "2"]
    let words = line.split(separator: " ").map(String.init) + rest
    let tool = try Tool.ending([Game.built.get().program] + words, in: folder.path)
    #expect(tool.status == code)
    #expect(tool.text.contains(says), "\(tool.text)")
    #expect(tool.text.split(separator: "\n").count == 2)
    #expect(try String(contentsOfFile: folder.file("good.csv"), encoding: .utf8) == good)
  }

  static let files: [(String, String)] = [
    ("", "has no rows"), ("0,2\n", ":1: is not the header"),
    ("time;cycle_duration\n", ":1: is not the header"),
    ("time,cycle_duration,ramp,x\n0,1,1,1\n", ":1: is not"), ("time,cycle_duration\n", "no rows"),
    ("time,cycle_duration\n\n0,2\n", ":2: is blank"), ("time,cycle_duration\n0\n", ":2: is no row"),
    ("time,cycle_duration\n0,2,1\n", ":2: is no row"),
    ("time,cycle_duration,ramp\n0,2\n", ":2: is no row"),
    ("time,cycle_duration\n0,2\0\n", ":2: is no row"),
    ("time,cycle_duration\n0,\n", "cycle_duration \"\" is not a number"),
    ("time,cycle_duration\nnan,2\n", "time \"nan\" is not a number"),
    ("time,cycle_duration\n-1,2\n", "time \"-1\" is out of range"),
    ("time,cycle_duration\n1e999,2\n", "time \"1e999\" is out of range"),
    ("time,cycle_duration\n0,0x10\n", "\"0x10\" is not a number"),
    ("time,cycle_duration\n0,0\n", "cycle_duration \"0\" is out of range"),
    ("time,cycle_duration,ramp\n0,1,-1\n", "ramp \"-1\" is out of range"),
    ("time,cycle_duration\n2,1\n1.9,1\n", ":3: is before the row above"),
  ]

  @Test(arguments: files.indices)
  func `a damaged schedule is refused at its first mistake, as by the Swift demo`(
    _ index: Int
  ) throws {
    let (text, says) = Self.files[index]
    let folder = try Folder()
    try folder.write(text, to: "plan.csv")
    let arguments = ["--play", "plan.csv", "--headless", "--frames", "2", "--trace", "t.csv"]
    let game = try Tool.ending([Game.built.get().program] + arguments, in: folder.path)
    #expect(game.status == 65)
    #expect(game.text.contains("plan.csv:") && game.text.contains(says), "\(game.text)")
    #expect(try Tool.ending([Game.demo] + arguments, in: folder.path).status == 65)
    #expect(!FileManager.default.fileExists(atPath: folder.file("t.csv")))
  }

  @Test func `without a display the game says so and ends with 69`() throws {
    let hidden = ["env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "SDL_VIDEODRIVER"]
    let tool = try Tool.ending(hidden + [Game.built.get().program, "--frames", "2"])
    #expect(tool.status == 69)
    #expect(tool.text.contains("no display") && tool.text.contains("add --headless"))
  }
}
