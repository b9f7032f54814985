// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import benchmark

@Suite struct CommandTests {
  /// Runs the command, and keeps what it told of its progress.
  private func run(_ arguments: [String]) -> (result: Command.Result, progress: [String]) {
    var progress: [String] = []
    let result = Command.run(arguments) { progress.append($0) }
    return (result, progress)
  }

  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("figures \(UUID().uuidString)")
  }

  /// Not all of them: in a debug build, banks of millions take minutes.
  ///
  /// Tests/run runs all rows of the release build.
  static let quickRows = [
    "layers", "media-timing", "controller", "timing-functions", "objects", "peers", "/1e4",
    "bank/advance/1", "bank/rates/1", "bank/exact-sample", "bank/bytes", "bank/allocations",
  ]

  @Test(arguments: quickRows)
  func `a quick run has every row, in the table and in the JSON, with good figures`(word: String)
    throws
  {
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    let (result, progress) = run(["--quick", "--filter", word, "--json", file.path])
    #expect(result.exitCode == 0)
    #expect(result.errors.isEmpty)
    let all = allBenchmarks().map(\.name)
    let names = all.contains(word) ? [word] : all.filter { $0.contains(word) }
    let announced = progress.filter { $0.hasPrefix("[") }
    #expect(announced.count == names.count)
    let lines = result.output.split(separator: "\n")
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
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

  @Test func `a row's name stands in the table once`() {
    let names = allBenchmarks().map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: [
    (["--fast"], #"there is no argument "--fast"; right are --filter WORD, --quick"#),
    (["layers"], #"there is no argument "layers""#),
    ([""], #"there is no argument """#),
    (["--filter"], "--filter must be followed by a word, as in --filter layers"),
    (["--filter", ""], "--filter must be followed by a word"),
    (["--filter", "--quick"], "--filter must be followed by a word"),
    (["--json"], "--json must be followed by a file, as in --json figures.json"),
    (["--json", "--quick"], "--json must be followed by a file"),
    (["--filter", "a", "--filter", "b"], "--filter stands here twice; once is right"),
    (["--json", "a", "--json", "b"], "--json stands here twice; once is right"),
    (["--filter", "nothing"], #"no row's name contains "nothing"; the rows are bank/advance/1, "#),
  ]) func `wrong arguments end with 64, and say what is right`(_ arguments: [String], says: String)
  {
    let (result, progress) = run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.errors.hasPrefix("benchmark: " + says), "\(result.errors)")
    #expect(result.errors.hasSuffix("\n"))
    #expect(result.output.isEmpty && progress.isEmpty)
  }

  @Test func `every argument is read, in any order`() throws {
    var all = Options()
    all.filter = "a"
    all.jsonFile = "b"
    all.isQuick = true
    #expect(try Options(["--quick", "--json", "b", "--filter", "a"]) == all)
    #expect(try Options(["--filter", "a", "--quick", "--json", "b"]) == all)
    #expect(try Options([]) == Options())
  }

  @Test(arguments: ["--help", "-h"]) func `help names every argument, and fits`(argument: String) {
    let (result, _) = run([argument])
    #expect(result.exitCode == 0)
    for word in ["--filter WORD", "--quick", "--json FILE", "bank, c-api, controller, kernel"] {
      #expect(result.output.contains(word), "\(word)")
    }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= Table.width })
  }

  @Test func `a file that cannot be written is an error; the table is there all the same`() {
    let path = "/no/such/folder/figures.json"
    let (result, _) = run(["--quick", "--filter", "layers", "--json", path])
    #expect(result.exitCode == 73)
    #expect(
      result.errors == "benchmark: \(path) cannot be written: No such file or directory\n")
    #expect(result.output.contains("\nlayers "))
  }
}
