// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// The built command, in a child process.
@Suite struct CommandTests {
  /// The demo's tests cover the rules that all programs share.
  static let wrongArguments: [(arguments: [String], problem: String, remedy: String)] = [
    (["--polt", "x"], "--polt: there is no such option", "did you mean --plot?"),
    (["--format", "tabel"], "is not one of its values", "did you mean table?"),
    (["--strategies", "naiv"], "there is no such strategy", "did you mean naive?"),
    (["--strategies", "naive,"], "there is no such strategy", "strategies are: restart-per-cycle"),
    (["--strategies", "naive,naive"], "named twice", "once"),
    (
      ["--report", "r", "--plot", "p.svg"], "--report and --plot do not go together",
      "leave out --plot"
    ),
  ]

  @Test(arguments: wrongArguments)
  func `invalid arguments give exit code 64`(
    _ arguments: [String], _ problem: String, _ remedy: String
  ) throws {
    let folder = try TemporaryFolder()
    let child = try Child.runCompare(arguments, in: folder)
    let lines = child.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(child.errors)")
    #expect(child.status == 64 && child.output.isEmpty)
    #expect(lines[0].hasPrefix("compare: ") && lines[0].contains(problem), "\(lines)")
    #expect(lines[1].contains(remedy), "\(lines)")
  }

  /// Unusable files: option, content (`nil`: no file), exit code, and words of the message.
  ///
  /// The demo's tests of `--play` cover the rules that both programs share.
  static let wrongFiles: [(option: String, content: String?, code: Int32, says: String)] = [
    ("--schedule", nil, 66, "x.csv: cannot be read: No such file or directory"),
    ("--schedule", "time\n1\n", 65, "x.csv:1:1: the header is \"time\""),
    ("--schedule", "time,cycle_duration\n0,1\n1,inf\n", 65, "\"inf\" is not a number"),
    ("--schedule", "time,cycle_duration\n1,1\n1,2\n", 65, "x.csv:3:1: time \"1\" is that of"),
    ("--schedule", "time,cycle_duration\n1e11,1\n", 65, "takes 6.00e12 frames of ideal-60"),
    ("--trace", "time\n0\n0.5\n0.4\n", 65, "x.csv:4:1: time \"0.4\" is before the row above"),
    ("--trace", "fps,elapsed\n9,1\n9,x\n", 65, "x.csv:3:3: elapsed \"x\" is not a number"),
    ("--trace", "fps,elapsed\n99,0\n99,1e9\n", 65, "x.csv: has one row for about 49 frames"),
    ("--trace", "frame,fps\n1,60\n", 65, "x.csv:1:1: the header is \"frame,fps\""),
    ("--trace", "\"time\n0\n", 65, "x.csv:1:1: a quote is not closed"),
    ("--schedule", "t\u{0}i\u{0}m\u{0}", 65, "x.csv:1:1: the text is UTF-16"),
    ("--trace", "time\n0\nx\n", 65, "x.csv:3:1: time \"x\" is not a number"),
    ("--trace", "time,x\n0,1\n", 65, "x.csv:1:1: the header is \"time,x\""),
  ]

  @Test(arguments: wrongFiles) func `an error in a file names the line and the column`(
    _ option: String, _ content: String?, _ code: Int32, _ says: String
  ) throws {
    let folder = try TemporaryFolder()
    if let content { try folder.write("x.csv", content) }
    try folder.write("old.svg", "old")
    let before = folder.names
    let child = try Child.runCompare([option, "x.csv", "--plot", "old.svg"], in: folder)
    #expect(child.status == code)
    #expect(child.errors.contains(says), "\(child.errors)")
    #expect(child.errors.split(separator: "\n").count == 2 && child.output.isEmpty)
    #expect(try folder.text("old.svg") == "old")
    #expect(folder.names == before)
  }

  @Test(arguments: [
    ("--schedule", BuiltInSchedule.allCases.map(\.rawValue)),
    ("--trace", BuiltInTrace.allCases.map(\.rawValue)),
  ]) func `an unknown name is an error that lists all valid names`(
    _ option: String, names: [String]
  ) throws {
    let child = try Child.runCompare([option, "nope"], in: TemporaryFolder())
    #expect(child.status == 66)
    #expect(child.errors.contains("built in are: \(names.joined(separator: ", "))"))
    #expect(child.errors.split(separator: "\n").count == 2)
    let file = try Child.runCompare([option, "nope.csv"], in: TemporaryFolder())
    #expect(file.status == 66 && !file.errors.contains("built in"), "\(file.errors)")
  }

  static let wrongOutputs: [(option: String, path: String, code: Int32, says: String)] = [
    ("--plot", "absent/x.svg", 73, "absent/x.svg: cannot be written: No such file"),
    ("--report", ".", 73, "Is a directory"),
    ("--plot", "/dev/full", 74, "No space left on device"),
    ("--plot", "link.svg", 73, "is also an input"),
  ]

  @Test(arguments: wrongOutputs) func `an output that cannot be created leaves no files`(
    _ option: String, _ path: String, _ code: Int32, _ says: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("s.csv", "time,cycle_duration\n0,1\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.svg"), withDestinationPath: "s.csv")
    let before = folder.names
    let child = try Child.runCompare(["--schedule", "s.csv", option, path], in: folder)
    #expect(child.status == code)
    #expect(child.errors.contains(says), "\(child.errors)")
    #expect(folder.names == before)
    #expect(try folder.text("s.csv") == "time,cycle_duration\n0,1\n")
  }

  @Test func `a trace of the demo can be used as a schedule and as a trace`() throws {
    let folder = try TemporaryFolder()
    let header = "time,cycle_duration_requested,cycle_duration_in_effect,cycle,phase,value,events\n"
    let rows = (0...120).map { frame in
      let asked = frame < 42 ? "2.0" : frame < 90 ? "0.5" : "inf"
      return "\(Double(frame) / 60),\(asked),2.0,0,0.0,0.0,\(frame == 0 ? "started;cycle*3" : "")\n"
    }
    try folder.write("t.csv", header + rows.joined())
    let child = try Child.runCompare(
      ["--schedule", "t.csv", "--trace", "t.csv", "--format", "csv", "--strategies", "naive"],
      in: folder)
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.output.contains("\nt.csv,t.csv,1,121,2,2.0,naive,"), "\(child.output)")
  }

  /// Files with frames at 0, 0.25, 0.5 and 1.25 s, after the documentation of the tools that write
  /// them, and the note about each.
  static let logs: [(text: String, note: String)] = [
    ("\"\",\"time\"\n\"1\",0\n\"2\",\"0.25\"\n\"3\",0.5\n\"4\",1.25\n", ""),
    ("time\n0\n0.25\n0.25\n0.5\n1.25\n", "1 of 5 rows have the time of the row above"),
    (
      "os,cpu,gpu,ram,kernel,driver,cpuscheduler\nDebian,\"X,Y,1,6.1,Mesa,\n"
        + "fps,frametime,cpu_load,elapsed\n4,250,1,7000000\n4,250,1,257000000\n"
        + "4,250,1,507000000\n1.33333,750,1,1257000000\n", ""
    ),
    ("v1\n0.8.1\n--SYSTEM INFO--\nos,cpu\na,b\n--FRAME METRICS--\n" + mangoHud, ""),
    (
      "Application,ProcessID,Dropped,TimeInSeconds,msBetweenPresents\nb.exe,7,0,2,9\n"
        + "a.exe,8,0,2.5,9\nb.exe,7,0,2.25,9\nb.exe,7,0,2.5,9\nb.exe,7,0,3.25,9\n",
      "4 of 5 rows are of b.exe 7; the others are left out"
    ),
    ("ProcessID,TimeInMs,MsBetweenPresents\n7,50,9\n7,300,9\n7,550,9\n7,1300,9\n", ""),
    ("ProcessID,TimeInQPC,MsBetweenPresents\n7,1,NA\n7,2,250\n7,3,250\n7,4,750\n", ""),
    ("ProcessID,CPUStartTime,FrameTime\n7,1,250\n7,2,250\n7,3,750\n7,4,16\n", ""),
  ]
  static let mangoHud = "fps,frametime,elapsed\n4,250,0\n4,250,25e7\n4,250,5e8\n1,750,125e7\n"

  @Test(arguments: logs) func `a frame log of another program gives the times of its frames`(
    _ text: String, _ note: String
  ) throws {
    let folder = try TemporaryFolder()
    func run(_ text: String) throws -> Child.Ending {
      try folder.write("x.csv", text)
      return try Child.runCompare(["--trace", "x.csv"], in: folder)
    }
    let log = try run(text)
    #expect(log.output.hasPrefix("On your 4 frames (mean 417 ms, worst 750 ms), "))
    #expect(log.output == (try run("time\n0\n0.25\n0.5\n1.25\n").output), "\(log.errors)")
    #expect(note.isEmpty ? log.errors.isEmpty : log.errors.contains("x.csv: \(note)"))
  }

  @Test
  func `without options, the program prints at most 25 lines, and names options for more`() throws {
    let folder = try TemporaryFolder()
    let text = try Child.runCompare([], in: folder).output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 25 && lines.first == "\(PolicyAdvice.question)")
    let rows = lines.filter { $0.hasSuffix(".") == false && $0.contains("  ") }
    for name in ["restart-per-cycle", "phase-matched", "phase-ramp", "naive"] {
      #expect(rows.contains { $0.hasPrefix("\(name) ") }, "\(name)")
    }
    #expect(text.replacing("\n", with: " ").contains(PolicyAdvice.undecided))
    for option in ["--all", "--explain"] {
      #expect(text.contains("Demo/run-compare \(option) "))
      #expect(try Child.runCompare([option], in: folder).output.count > text.count)
    }
  }

  @Test func `help and lists go to standard output, at most 80 columns wide`() throws {
    let folder = try TemporaryFolder()
    for option in ["--help", "-h", "--list"] {
      let child = try Child.runCompare([option, "--nonsense"], in: folder)
      #expect(child.status == 0 && child.errors.isEmpty)
      #expect(child.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      let full = try Child.runCompare([option], in: folder, outputPath: "/dev/full")
      #expect(full.status == 74 && full.errors.contains("No space left on device"))
    }
    let list = try Child.runCompare(["--list"], in: folder).output
    let names =
      BuiltInSchedule.allCases.map(\.rawValue) + BuiltInTrace.allCases.map(\.rawValue)
      + ComparisonStrategy.allCases.map(\.rawValue) + Measure.allCases.map(\.rawValue)
    for name in names { #expect(list.contains("\n  \(name) "), "\(name)") }
  }
}

extension Child {
  /// Runs the command in a folder until its end.
  static func runCompare(
    _ arguments: [String], in folder: TemporaryFolder, outputPath: String? = nil
  ) throws -> Ending {
    try run(beside("compare"), arguments, in: folder.path, outputPath: outputPath, within: 300)
  }
}
