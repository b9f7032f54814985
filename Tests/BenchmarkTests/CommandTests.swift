// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing
import WindowRigs

@testable import benchmark

@Suite struct CommandTests {
  /// Runs the command, and keeps the lines of its progress.
  private func run(_ arguments: [String]) -> (result: Command.Result, progress: [String]) {
    var progress: [String] = []
    let result = Command.run(arguments) { progress.append($0) }
    return (result, progress)
  }

  /// Not all of them: in a debug build, banks of millions take minutes.
  ///
  /// Tests/run runs all rows of the release build.
  static let quickRows = [
    "layers", "media-timing", "controller", "timing-functions", "objects", "peers", "single",
    "/1e4",
    "bank/advance/1", "bank/rates/1", "bank/exact-sample", "bank/bytes", "bank/allocations",
  ]

  @Test(arguments: quickRows)
  func `a quick run has every row, in the table and in the JSON, with good figures`(word: String)
    throws
  {
    let folder = try TemporaryFolder()
    let (result, progress) = run(["--quick", "--filter", word, "--json", folder.file("f.json")])
    #expect(result.exitCode == 0)
    #expect(result.errors.isEmpty)
    let all = allBenchmarks().map(\.name)
    let names = all.contains(word) ? [word] : all.filter { $0.contains(word) }
    let announced = progress.filter { $0.hasPrefix("[") }
    #expect(announced.count == names.count)
    let lines = result.output.split(separator: "\n")
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(folder.bytes("f.json"))) as? [String: Any])
    let rows = try #require(root["rows"] as? [[String: Any]])
    #expect(rows.map { $0["name"] as? String } == names)
    for row in rows {
      let name = try #require(row["name"] as? String)
      #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name) is not in the table")
      // What is missing on a machine, such as Qt, is said aloud; all else has figures.
      if let missing = row["missing"] as? String {
        #expect(progress.contains("NOT MEASURED \(name): \(missing)\n"), "\(name)")
        #expect(result.output.contains("NOT MEASURED \(name): "), "\(name)")
        continue
      }
      let ours = try #require(row["ours"] as? Double)
      #expect(row["unit"] as? String == "ns" ? ours > 0 : ours >= 0, "\(name)")
      guard let byHand = row["byHand"] as? Double else {
        #expect(row["ratio"] is NSNull, "\(name)")
        continue
      }
      #expect(byHand > 0, "\(name)")
      #expect(try #require(row["ratio"] as? Double) > 0, "\(name)")
    }
    let verdict = Table(machine: .current, rows: []).verdict
    #expect(verdict == nil)
    if all.contains(where: { names.contains($0) && $0.hasPrefix("kernel/") }) {
      #expect(try #require(lines.last).contains(" goals met, "))
      for name in names where name.hasPrefix("kernel/") {
        #expect(lines.contains { $0.hasPrefix("\(name): the bank by ") }, "\(name)")
      }
    }
    let machine = try #require(root["machine"] as? [String: Any])
    for fact in ["processor", "architecture", "compiler", "cCompiler"] {
      #expect(machine[fact] as? String != nil, "\(fact)")
    }
    #expect(try #require(machine["processors"] as? Int) >= 1)
    #expect(try #require(machine["load"] as? Double) >= 0)
    #expect(machine["instructionSets"] as? [String] == InstructionSet.available.map(\.name))
    #expect(machine["isOptimized"] as? Bool != nil)
  }

  @Test(arguments: [
    ("layers", ["layers"]), ("media", ["media-timing/linear", "media-timing/eased"]),
    ("controller/s", ["controller/sample"]), ("bank/advance/1", ["bank/advance/1"]),
  ]) func `a filter chooses the rows whose names contain its word`(word: String, rows: [String]) {
    let (result, progress) = run(["--quick", "--filter", word])
    #expect(result.exitCode == 0)
    #expect(
      progress == rows.enumerated().map { "[\($0.offset + 1)/\(rows.count)] \($0.element)\n" })
  }

  @Test(arguments: [
    (["--jsn", "x"], "--jsn: there is no such option", "did you mean --json?"),
    (["layers"], "layers: is neither an option", "for example --filter layers"),
    (["--filter", ""], #"--filter "" is empty"#, "write --filter WORD, as in --filter layers"),
    (["--json", ""], #"--json "" is empty"#, "write --json FILE"),
    (
      ["--filter", "layers", "--plot", "a.svg"], "--plot draws the programs of the row loops only",
      "write --filter loops --plot FILE.svg"
    ),
    (["--filter", "nothing"], "--filter nothing: no row's name contains it", "of bank, kernel, "),
  ]) func `wrong arguments end with 64, and say what is right`(
    _ arguments: [String], says: String, right: String
  ) {
    let (result, progress) = run(arguments)
    #expect(result.exitCode == 64)
    let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines[2].isEmpty, "\(result.errors)")
    #expect(lines[0].hasPrefix("benchmark: ") && lines[0].contains(says), "\(result.errors)")
    #expect(lines[1].hasPrefix("  ") && lines[1].contains(right), "\(result.errors)")
    #expect(result.output.isEmpty && progress.isEmpty)
  }

  @Test func `a list names every row and goal once, or those of a filter, and measures nothing`() {
    let names = allBenchmarks().map(\.name) + allLoopSubjects().map(\.name)
    let (all, progress) = run(["--list"])
    #expect(all.exitCode == 0 && progress.isEmpty)
    #expect(all.output == names.map { $0 + "\n" }.joined())
    #expect(Set(names).count == names.count)
    #expect(run(["--list", "--filter", "loop/t"]).result.output == "loop/timer\n")
  }

  @Test(arguments: [["--help"], ["-h"], ["--help", "extra"], ["--bogus", "-h"]])
  func `help names every argument, row and goal, and fits`(arguments: [String]) {
    let (result, _) = run(arguments)
    #expect(result.exitCode == 0)
    for word in BenchmarkOption.allCases.map(\.form) {
      #expect(result.output.contains(word), "\(word)")
    }
    func groups(_ names: [String]) -> String {
      Set(names.map { $0.prefix { $0 != "/" } }).sorted().joined(separator: ", ")
    }
    let flat = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains("Rows: \(groups(allBenchmarks().map(\.name))) These"))
    #expect(flat.contains("Goals: \(groups(allLoopSubjects().map(\.name))) Exit"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= Columns.width })
  }

  @Test func `the version is one line`() {
    let (result, _) = run(["--quick", "--version"])
    #expect(result.exitCode == 0)
    #expect(result.output == "benchmark \(ProgramText.versionNumber)\n")
  }

  @Test(arguments: [
    ("/no/such/folder/figures.json", "No such file or directory"), ("/", "Is a directory"),
  ]) func `a file that cannot be written is an error before anything is measured`(
    path: String, reason: String
  ) {
    let (result, progress) = run(["--quick", "--filter", "layers", "--json", path])
    #expect(result.exitCode == 73)
    #expect(result.errors.hasPrefix("benchmark: \(path): cannot be written: \(reason)\n  "))
    #expect(result.output.isEmpty && progress.isEmpty)
  }

  @Test func `a file that breaks off is an error; the table is there all the same`() {
    let (result, _) = run(["--quick", "--filter", "layers", "--json", "/dev/full"])
    #expect(result.exitCode == 74)
    #expect(
      result.errors.hasPrefix("benchmark: /dev/full: writing broke off: No space left on device\n"))
    #expect(result.output.contains("\nlayers "))
  }

  @Test(arguments: [">&-", "<&- >&- 2>&-"])
  func `a closed standard output is an error before anything is measured`(_ streams: String) throws
  {
    let folder = try TemporaryFolder()
    let script = "exec \"$0\" --quick --filter layers --json \"$1\" \(streams)"
    let child = try Child.run(
      "/bin/sh", ["-c", script, Child.beside("benchmark"), folder.file("f.json")], within: 300)
    #expect(child.status == 74)
    if !streams.contains("2>") {
      #expect(child.errors.hasPrefix("benchmark: stdout: cannot take the output"))
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `a reader that has gone is no error`() throws {
    let script = "\"$0\" --quick --filter layers 2>&1 | true; echo \"${PIPESTATUS[0]}\""
    let child = try Child.run(
      "/bin/bash", ["-c", script, Child.beside("benchmark")], within: 300)
    #expect(child.output == "0\n")
  }
}
