// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// `compare` where a signal ends it: nothing half made stays.
@Suite struct InterruptionTests {
  /// Half a year of frames, which takes minutes.
  static let long = "time,cycle_duration\n0,1\n1e7,2\n"
  static let outputs = [["--report", "new/report"], ["--report", "old"], ["--plot", "p.svg"]]

  @Test(arguments: outputs, [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `a signal while it runs leaves what was there before`(
    _ output: [String], _ signal: Int32
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("s.csv", Self.long)
    try folder.makeFolders("old", "tmp")
    let before = folder.names
    let child = try Child(
      Child.compare, ["--schedule", "s.csv", "--strategies", "naive"] + output, in: folder.path,
      environment: ["TMPDIR": folder.file("tmp")])
    // It runs the strategies once the file has been read.
    usleep(500_000)
    try #require(child.isRunning)
    child.send(signal)
    #expect(child.status() == -signal)
    #expect(folder.names == before)
    for name in ["old", "tmp"] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).isEmpty)
    }
  }

  /// A gnuplot that ends its parent, and then draws.
  @Test(arguments: [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("KILL", SIGKILL)])
  func `a signal while a picture is drawn leaves nothing, of files for the moment neither`(
    _ signal: (name: String, number: Int32)
  ) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolders("bin", "tmp")
    let script = "#!/bin/bash\nkill -\(signal.name) $PPID; echo '<svg></svg>'\n"
    try Child.writeScript(script, to: folder.file("bin/gnuplot"))
    let before = folder.names
    let child = try Child(
      Child.compare, ["--schedule", "one-step", "--report", "new/report"], in: folder.path,
      environment: [
        "TMPDIR": folder.file("tmp"), "PATH": "\(folder.file("bin")):/usr/bin:/bin",
      ])
    #expect(child.status(within: 60) == -signal.number)
    #expect(folder.names == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp")).isEmpty)
  }

  @Test func `a folder within folders that are not there is made whole`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--schedule", "one-step", "--strategies", "naive", "--report"]
    for path in ["a/./b//c/", "./d", "e/"] {
      let child = try Child.runCompare(arguments + [path], in: folder)
      #expect(child.status == 0, "\(child.errors)")
      #expect(try folder.text("\(path)/index.html").hasSuffix("</html>\n"))
    }
    #expect(folder.names == ["a", "d", "e"])
    let odd = try Child.runCompare(arguments + ["f/../g"], in: folder)
    #expect(odd.status == 73 && odd.errors.contains("No such file or directory"))
    #expect(folder.names == ["a", "d", "e"])
  }
}
