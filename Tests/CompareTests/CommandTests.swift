// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// The built command, in a child process.
@Suite struct CommandTests {
  static let wrongArguments: [(arguments: [String], problem: String, remedy: String)] = [
    (["--ouput", "x"], "--ouput: there is no such option", "did you mean --output?"),
    (["panic"], "panic: is neither an option", "for example --schedule one-step"),
    (["--schedule"], "its value is missing at the end", "--schedule NAME|FILE.csv"),
    (["--schedule", ""], "is empty", "--schedule"),
    (["--schedule", "-"], "standard stream", "./-"),
    (["--seed", "1", "--seed", "2"], "is given twice", "once"),
    (["--seed", "-1"], "is not a whole number", "from 0 to 18446744073709551615"),
    (["--seed", "18446744073709551616"], "is too large", "--seed 7"),
    (["--format", "tabel"], "is not one of its values", "did you mean table?"),
    (["--strategies", "naiv"], "there is no such strategy", "did you mean naive?"),
    (["--strategies", "naive,"], "there is no such strategy", "right are: restart-per-cycle"),
    (["--strategies", "naive,naive"], "named twice", "once"),
    (["--cost=yes"], "takes no value", "--cost alone"),
    (["--list", "--format", "jsn"], "is not one of its values", "did you mean json?"),
  ]

  @Test(arguments: wrongArguments.indices) func `wrong arguments end with 64`(index: Int) throws {
    let row = Self.wrongArguments[index]
    let folder = try TemporaryFolder()
    let child = try Child.runCompare(row.arguments, in: folder)
    let lines = child.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(child.errors)")
    #expect(child.status == 64 && child.output.isEmpty)
    #expect(lines[0].hasPrefix("compare: ") && lines[0].contains(row.problem), "\(lines)")
    #expect(lines[1].contains(row.remedy), "\(lines)")
  }

  /// Files that cannot be used: option, content (`nil`: none), exit code, and what is said.
  ///
  /// What a schedule and the demo's `--play` have in common is tested with the latter.
  static let wrongFiles: [(option: String, content: String?, code: Int32, says: String)] = [
    ("--schedule", nil, 66, "x.csv: cannot be read: No such file or directory"),
    ("--schedule", "time\n1\n", 65, "x.csv:1:1: the header is \"time\""),
    ("--schedule", "time,cycle_duration\n0,1\n1,inf\n", 65, "\"inf\" is not a number"),
    ("--schedule", "time,cycle_duration\n1,1\n1,2\n", 65, "x.csv:3:1: time \"1\" is that of"),
    ("--schedule", "time,cycle_duration\n1e11,1\n", 65, "takes 6.00e12 frames of ideal-60"),
    ("--schedule", "time;cycle_duration\n0;1,5\n", 65, "cycle_duration \"1,5\" is not a number"),
    ("--schedule", "#\ntime\tcycle_duration\n#\n0\t1\t2\n", 65, "x.csv:4:5: 3 cells"),
    ("--schedule", "# nothing\n", 65, "x.csv: is empty"),
    ("--trace", nil, 66, "x.csv: cannot be read"),
    ("--trace", "time\n0\n0.5\n0.5\n", 65, "x.csv:4:1: time \"0.5\" is that of the row above"),
    ("--trace", "time\n0\nx\n", 65, "x.csv:3:1: time \"x\" is not a number"),
    ("--trace", "time\n0\n1e999\n", 65, "x.csv:3:1: time \"1e999\" is too large"),
    ("--trace", "time,x\n0,1\n", 65, "x.csv:1:1: the header is \"time,x\""),
  ]

  @Test(arguments: wrongFiles.indices) func `wrong files are named with line and column`(
    index: Int
  ) throws {
    let row = Self.wrongFiles[index]
    let folder = try TemporaryFolder()
    if let content = row.content { try folder.write("x.csv", content) }
    try folder.write("old.csv", "old")
    let before = folder.names
    let child = try Child.runCompare([row.option, "x.csv", "--output", "old.csv"], in: folder)
    #expect(child.status == row.code)
    #expect(child.errors.contains(row.says), "\(child.errors)")
    #expect(child.errors.split(separator: "\n").count == 2 && child.output.isEmpty)
    #expect(try folder.text("old.csv") == "old")
    #expect(folder.names == before)
  }

  @Test func `a folder is no file, and a name that is nearly built in is asked about`() throws {
    let folder = try TemporaryFolder()
    let folderAsTrace = try Child.runCompare(["--trace", "."], in: folder)
    #expect(folderAsTrace.status == 66 && folderAsTrace.errors.contains("Is a directory"))
    let name = try Child.runCompare(["--schedule", "panik"], in: folder)
    #expect(name.status == 66 && name.errors.contains("did you mean panic?"), "\(name.errors)")
  }

  @Test(arguments: [
    ("--schedule", BuiltInSchedule.allCases.map(\.rawValue)),
    ("--trace", BuiltInTrace.allCases.map(\.rawValue)),
  ]) func `a name that is nothing is answered with all that are right`(
    _ option: String, names: [String]
  ) throws {
    let child = try Child.runCompare([option, "nope"], in: TemporaryFolder())
    #expect(child.status == 66)
    #expect(child.errors.contains("built in are: \(names.joined(separator: ", "))"))
    #expect(child.errors.split(separator: "\n").count == 2)
    let file = try Child.runCompare([option, "nope.csv"], in: TemporaryFolder())
    #expect(file.status == 66 && !file.errors.contains("built in"), "\(file.errors)")
  }

  /// All that `--list` names, in its order.
  static let names =
    BuiltInSchedule.allCases.map(\.rawValue) + BuiltInTrace.allCases.map(\.rawValue)
    + ComparisonStrategy.allCases.map(\.rawValue) + Measure.allCases.map(\.rawValue)

  @Test func `a list has the format that is asked for`() throws {
    let folder = try TemporaryFolder()
    let json = try Child.runCompare(["--list", "--format", "json"], in: folder)
    #expect(json.status == 0 && json.errors.isEmpty)
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]])
    #expect(rows.map { $0["name"] } == Self.names)
    #expect(rows.allSatisfy { $0.count == 3 && $0["description"]?.isEmpty == false })
    let csv = try Child.runCompare(["--format=csv", "--list"], in: folder).output.split(
      separator: "\n")
    #expect(csv.first == "kind,name,description" && csv.count == rows.count + 1)
  }

  @Test func `the version is one line, and wins over mistakes`() throws {
    let child = try Child.runCompare(["--seed", "x", "--version"], in: TemporaryFolder())
    #expect(child.status == 0 && child.errors.isEmpty)
    #expect(child.output.hasPrefix("compare ") && child.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: [">&-", ">&- 2>&-", "<&- >&-", "<&- >&- 2>&-"])
  func `a closed standard output is an error before anything is run`(_ streams: String) throws {
    let folder = try TemporaryFolder()
    for arguments in [[], ["--plot", "p.svg"], ["--report", "r"], ["--list"]] {
      let script = "exec \"$0\" \"$@\" \(streams)"
      let child = try Child.run(
        "/bin/sh", ["-c", script, Child.compare] + arguments, in: folder)
      #expect(child.status == 74)
      if !streams.contains("2>") {
        #expect(child.errors.hasPrefix("compare: stdout: cannot take the output"))
        #expect(child.errors.split(separator: "\n").count == 2)
      }
      #expect(folder.names.isEmpty)
    }
    // A file takes the figures whatever is closed, and holds nothing else.
    let script = "exec \"$0\" --strategies naive --output o \(streams)"
    let child = try Child.run("/bin/sh", ["-c", script, Child.compare], in: folder)
    #expect(child.status == 0 && child.errors.isEmpty)
    #expect(try folder.text("o") == Child.runCompare(["--strategies", "naive"], in: folder).output)
  }

  @Test func `a reader that has gone is no error`() throws {
    let script = "\"$0\" --list 2>&1 | true; exit \"${PIPESTATUS[0]}\""
    let child = try Child.run("/bin/bash", ["-c", script, Child.compare], in: TemporaryFolder())
    #expect(child.status == 0)
  }

  static let wrongOutputs: [(option: String, path: String, code: Int32, says: String)] = [
    ("--output", "absent/x.csv", 73, "absent/x.csv: cannot be written: No such file"),
    ("--output", ".", 73, "Is a directory"),
    ("--output", "/dev/full", 74, "No space left on device"),
    ("--output", "s.csv", 73, "is a file that is read"),
    ("--plot", "link.svg", 73, "is a file that is read"),
  ]

  @Test(arguments: wrongOutputs.indices) func `an output that cannot be made leaves nothing`(
    index: Int
  ) throws {
    let row = Self.wrongOutputs[index]
    let folder = try TemporaryFolder()
    try folder.write("s.csv", "time,cycle_duration\n0,1\n")
    try folder.link("link.svg", to: "s.csv")
    let before = folder.names
    let child = try Child.runCompare(["--schedule", "s.csv", row.option, row.path], in: folder)
    #expect(child.status == row.code)
    #expect(child.errors.contains(row.says), "\(child.errors)")
    #expect(folder.names == before)
    #expect(try folder.text("s.csv") == "time,cycle_duration\n0,1\n")
  }

  @Test func `the same input gives the same bytes, in every format`() throws {
    let folder = try TemporaryFolder()
    for format in ["table", "csv", "json"] {
      let arguments = [
        "--schedule", "storm", "--trace", "jittered", "--seed", "9", "--format", format,
      ]
      let first = try Child.runCompare(arguments, in: folder)
      #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
      #expect(try Child.runCompare(arguments, in: folder).output == first.output)
      let written = try Child.runCompare(arguments + ["--output", "o"], in: folder)
      #expect(written.output.isEmpty && written.errors.isEmpty)
      #expect(try folder.text("o") == first.output)
      let other = arguments.map { $0 == "9" ? "10" : $0 }
      #expect(try Child.runCompare(other, in: folder).output != first.output)
    }
    #expect(folder.names == ["o"])
  }

  @Test func `the seed makes the schedule and the trace, each by itself`() throws {
    let folder = try TemporaryFolder()
    for pair in [["--schedule", "storm"], ["--schedule", "panic", "--trace", "jittered"]] {
      let figures = try ["1", "2"].map { seed in
        try Child.runCompare(pair + ["--format", "csv", "--seed", seed], in: folder).output
          .replacingOccurrences(of: ",\(seed),", with: ",,")
      }
      #expect(figures[0] != figures[1], "\(pair)")
    }
  }

  @Test func `JSON is JSON, CSV has its columns, and both have the same figures`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--strategies", "naive,restart-per-cycle", "--format"]
    let json = try Child.runCompare(arguments + ["json"], in: folder).output
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let strategies = try #require(object["strategies"] as? [[String: Any]])
    let lines = try Child.runCompare(arguments + ["csv"], in: folder).output.split(separator: "\n")
    let titles = lines[0].split(separator: ",").map(String.init)
    let measures = Measure.allCases.filter { !$0.isOccasional }.map(\.rawValue)
    #expect(Array(titles.suffix(measures.count)) == measures)
    for (line, strategy) in zip(lines.dropFirst(), strategies) {
      for (title, cell) in zip(titles, line.split(separator: ",")) where measures.contains(title) {
        // Foundation's parser may be off by the last bits.
        let (figure, other) = (strategy[title] as? Double ?? .nan, Double(cell) ?? .nan)
        #expect((figure - other).magnitude <= 1e-12 * other.magnitude, "\(title)")
      }
    }
    #expect(strategies.map { $0["name"] as? String } == ["naive", "restart-per-cycle"])
  }

  @Test func `cost is measured where it is asked for`() throws {
    let folder = try TemporaryFolder()
    let child = try Child.runCompare(["--cost", "--strategies", "naive,float-sum"], in: folder)
    #expect(child.status == 0)
    #expect(child.output.contains("cost (ns): Processor time"))
  }

  @Test func `a demo's trace is a schedule and a trace as it is`() throws {
    let folder = try TemporaryFolder()
    let header = "time,cycle_duration_asked,cycle_duration_in_effect,cycle,phase,value,events\n"
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
    for name in Self.names { #expect(list.contains("\n  \(name) "), "\(name)") }
  }
}
