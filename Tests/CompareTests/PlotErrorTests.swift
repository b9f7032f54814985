// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// `compare --plot` and `--report` where something is missing or full: nothing half-written.
@Suite struct PlotErrorTests {
  static let arguments = ["--schedule", "one-step", "--strategies", "naive"]

  func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Child.Ending {
    try Child.runCompare(Self.arguments + arguments, in: folder)
  }

  static let wrongPaths: [(arguments: [String], code: Int32, says: String)] = [
    (["--plot", "absent/p.svg"], 73, "absent/p.svg: cannot be written: No such file"),
    (["--plot", "old.svg/p.svg"], 73, "Not a directory"),
    (["--plot", "folder.svg"], 73, "folder.svg: cannot be written: Is a directory"),
    (["--plot", "full.svg"], 74, "full.svg: writing broke off: No space left"),
    (["--plot", "p.gif"], 64, "--plot p.gif does not end as a picture that is drawn"),
    (["--plot", "svg"], 64, "does not end as a picture"),
    (["--plot", ""], 64, "is empty"),
    (["--plot"], 64, "its value is missing"),
    (["--report", "old.svg"], 73, "old.svg: cannot take the report: Not a directory"),
    (["--report", "old.svg/new"], 73, "Not a directory"),
    (["--report", "/proc/absent/new"], 73, "cannot take the report"),
    (["--report", "r", "--plot", "p.svg"], 64, "--report and --plot do not go together"),
    (["--report", "r", "--format", "csv"], 64, "--report and --format do not"),
    (["--report", "r", "--cost"], 64, "--report and --cost do not"),
    (["--report", "r", "--output", "o"], 64, "--report and --output do not"),
  ]

  @Test(arguments: wrongPaths.indices) func `a path that cannot be written leaves nothing`(
    index: Int
  ) throws {
    let row = Self.wrongPaths[index]
    let folder = try TemporaryFolder()
    try folder.write("old.svg", "old")
    try folder.makeFolders("folder.svg")
    try folder.link("full.svg", to: "/dev/full")
    let before = folder.names
    let child = try run(row.arguments, in: folder)
    #expect(child.status == row.code)
    #expect(child.errors.contains(row.says), "\(child.errors)")
    #expect(child.errors.split(separator: "\n").count == 2 && child.output.isEmpty)
    #expect(try folder.text("old.svg") == "old")
    #expect(folder.names == before)
  }

  /// What a gnuplot may do, as a script of its name; nil: there is none.
  static let brokenPrograms: [(script: String?, says: String)] = [
    (
      nil, "gnuplot draws the pictures, and is not there\n  install it: apt-get install gnuplot-nox"
    ),
    ("echo 'no such terminal' >&2; exit 1", "gnuplot failed: \"no such terminal\""),
    ("echo '<svg>'", "gnuplot's picture broke off after 6 bytes"),
    ("exit 0", "broke off after 0 bytes"),
    ("kill -9 $$", "gnuplot was ended by signal 9"),
  ]

  @Test(arguments: brokenPrograms.indices) func `a gnuplot that does not work ends with 69`(
    index: Int
  ) throws {
    let row = Self.brokenPrograms[index]
    let folder = try TemporaryFolder()
    try folder.write("p.svg", "old")
    try folder.makeFolders("bin")
    if let script = row.script {
      try Child.writeScript("#!/bin/bash\n\(script)\n", to: folder.file("bin/gnuplot"))
    }
    let before = folder.names
    for arguments in [["--plot", "p.svg"], ["--report", "new/report"]] {
      let child = try Child.runCompare(
        Self.arguments + arguments, after: "PATH=$PWD/bin", in: folder)
      #expect(child.status == 69)
      #expect(child.errors.contains(row.says), "\(child.errors)")
      #expect(child.output.isEmpty)
      #expect(try folder.text("p.svg") == "old")
      #expect(folder.names == before)
    }
  }

  @Test(arguments: [
    ["--output", "p.csv"], ["--plot", "p.svg"], ["--plot", "p.png"], ["--report", "report"],
  ])
  func `a full disk leaves the old file, and no half of a new one`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let files = ["p.csv", "p.svg", "p.png", "report/index.html"]
    for name in files.dropLast() { try folder.write(name, "old") }
    try folder.makeFolders("report")
    try folder.write("report/index.html", "old")
    let before = folder.names
    // Limits on the size of files act as a disk that fills up: at once, within gnuplot's picture,
    // and after it, in the page around it.
    let limits = arguments[0] == "--output" ? [0, 1] : [0, 1, 8, 24]
    for limit in limits {
      let child = try Child.runCompare(
        Self.arguments + arguments, after: "trap '' XFSZ; ulimit -f \(limit)", in: folder)
      #expect([69, 73, 74].contains(child.status), "\(limit): \(child.errors)")
      for name in files {
        #expect(try folder.text(name) == "old", "\(limit): \(name)")
      }
      #expect(folder.names == before)
    }
  }

  @Test func `a picture replaces the file that a link leads to`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old.svg", "old")
    try folder.link("link.svg", to: "old.svg")
    #expect(try run(["--plot", "link.svg"], in: folder).status == 0)
    #expect(try folder.text("old.svg").hasPrefix("<?xml"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.svg"))
        == "old.svg")
  }
}
