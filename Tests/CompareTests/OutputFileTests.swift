// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The files that `compare` replaces, and what it says meanwhile.
@Suite struct OutputFileTests {
  static let arguments = ["--schedule", "one-step", "--strategies", "naive"]
  static let outputs = [["--output", "old.svg"], ["--plot", "old.svg"]]

  @Test(arguments: outputs, [0o600, 0o664, 0o755])
  func `a file that is replaced keeps its permissions`(output: [String], permissions: mode_t) throws
  {
    let folder = try TemporaryFolder()
    try folder.write("old.svg", "old")
    try #require(chmod(folder.file("old.svg"), permissions) == 0)
    let child = try Child.runCompare(Self.arguments + output, in: folder)
    #expect(child.status == 0, "\(child.errors)")
    #expect(try folder.text("old.svg") != "old")
    var status = stat()
    try #require(stat(folder.file("old.svg"), &status) == 0)
    #expect(status.st_mode & 0o7777 == permissions)
  }

  @Test(arguments: outputs)
  func `a file that may not be written to is not replaced either`(output: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("old.svg", "old")
    try #require(chmod(folder.file("old.svg"), 0o444) == 0)
    // Root may write to every file, but not without this capability.
    let asOthers = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override"] : []
    let child = try Child.run(
      "/usr/bin/env", asOthers + [Child.compare] + Self.arguments + output, in: folder)
    #expect(child.status == 73)
    #expect(child.errors.contains("old.svg: cannot be written: Permission denied"))
    #expect(try folder.text("old.svg") == "old")
    #expect(folder.names == ["old.svg"])
  }

  @Test(arguments: [("x.svg", "x.svg"), ("x.svg", "./x.svg"), ("old.svg", "link.svg")])
  func `figures and picture do not go into one file`(output: String, plot: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("old.svg", "old")
    try folder.link("link.svg", to: "old.svg")
    let before = folder.names
    let child = try Child.runCompare(
      Self.arguments + ["--output", output, "--plot", plot], in: folder)
    #expect(child.status == 73)
    #expect(child.errors.contains("\(output): is the file that --plot draws into"))
    #expect(try folder.text("old.svg") == "old")
    #expect(folder.names == before)
  }

  /// What takes a second: many frames, or many rate changes in few frames.
  static let longRuns = [
    "time,cycle_duration\n0,1\n600000,2\n",
    "time,cycle_duration\n0,1\n" + (1...1_800_000).map { "\(Double($0) / 1e6),1\n" }.joined(),
  ]

  @Test(arguments: longRuns.indices)
  func `a long run shows how far it has come, on a terminal alone`(index: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("s.csv", Self.longRuns[index])
    let arguments = ["--schedule", "s.csv", "--strategies", "double-sum", "--output", "o"]
    let piped = try Child.runCompare(arguments, in: folder)
    #expect(piped.status == 0 && piped.errors.isEmpty && piped.output.isEmpty)
    // `script` gives it a terminal.
    let command = "'\(Child.compare)' \(arguments.joined(separator: " "))"
    let shown = try Child.run(
      "/usr/bin/env", ["script", "-qec", command, "/dev/null"], in: folder)
    #expect(shown.status == 0)
    let parts = shown.output.split(separator: "\r").map(String.init)
    let steps = parts.compactMap { part in
      Int(part.dropFirst("Comparing: ".count).prefix { $0.isNumber })
    }
    #expect(steps.count > 5 && steps == steps.sorted() && steps.last == 100, "\(steps)")
    #expect(shown.output.hasSuffix("\r\u{1B}[K"), "the line is taken away")
  }
}
