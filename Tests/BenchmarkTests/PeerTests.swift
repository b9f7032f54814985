// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import benchmark

@Suite struct PeerTests {
  /// A folder that goes when the test ends.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("p \(UUID())")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Puts a script there.
    func write(_ name: String, _ lines: String) throws -> String {
      let file = url.appendingPathComponent(name)
      try Child.writeScript(lines, to: file.path)
      return file.path
    }

    /// What is in it.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
  }

  /// A machine without packages: only what the script itself calls.
  private static func emptyMachine(with names: [String] = []) throws -> Folder {
    let folder = try Folder()
    for name in ["cat", "cp", "mv", "rm", "mkdir", "dirname", "xargs", "chmod"] + names {
      let paths = ["/bin/", "/usr/bin/"].map { $0 + name }
      let path = try #require(paths.first(where: FileManager.default.isExecutableFile))
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: path)
    }
    return folder
  }

  @Test(arguments: [
    ("qt", "there is no pkg-config here. On Debian: apt-get install pkg-config"),
    ("qt-bezier", "there is no pkg-config here. On Debian: apt-get install pkg-config"),
    ("clutter", "there is no pkg-config here. On Debian: apt-get install pkg-config"),
    ("godot", "there is no godot3-server here. On Debian: apt-get install godot3-server"),
    ("allocations", "there is no C compiler here. On Debian: apt-get install gcc"),
  ])
  func `a program whose package is missing is named with the package, and leaves nothing behind`(
    program: String, says: String
  ) throws {
    let (machine, output) = (try Self.emptyMachine(), try Folder())
    let peers = PeerPrograms(folder: output.url.path, environment: ["PATH=\(machine.url.path)"])
    guard case .missing(let problem) = peers.contender(program, count: 10) else {
      Issue.record("\(program) was built on an empty machine")
      return
    }
    #expect(problem == "\(program) is not measured: \(says)")
    #expect(output.names.isEmpty)
  }

  @Test(arguments: [
    ("qt", "Qt6Core", "qt6-base-dev"), ("clutter", "clutter-1.0", "libclutter-1.0-dev"),
  ])
  func `a library that pkg-config does not find is named with its package`(
    program: String, library: String, package: String
  ) throws {
    let (machine, output) = (try Self.emptyMachine(), try Folder())
    _ = try machine.write("pkg-config", "#!/bin/bash\nexit 1\n")
    let peers = PeerPrograms(folder: output.url.path, environment: ["PATH=\(machine.url.path)"])
    #expect(
      throws: PeerPrograms.Missing(
        problem: "\(program) is not measured: there is no library \(library) here. On Debian:"
          + " apt-get install \(package)")
    ) { try peers.path(of: program) }
    #expect(output.names.isEmpty)
  }

  @Test func `a compiler that fails leaves nothing behind`() throws {
    let (machine, output) = (try Self.emptyMachine(), try Folder())
    _ = try machine.write(
      "gcc", "#!/bin/bash\nwhile (($# > 1)); do [[ $1 == -o ]] && : >\"$2\"; shift; done\nexit 1\n")
    let peers = PeerPrograms(folder: output.url.path, environment: ["PATH=\(machine.url.path)"])
    #expect(
      throws: PeerPrograms.Missing(
        problem: "allocations is not measured: gcc could not build it")
    ) { try peers.path(of: "allocations") }
    #expect(output.names.isEmpty)
  }

  @Test func `a program that does not exist is an error of its own`() throws {
    let output = try Folder()
    #expect(throws: PeerPrograms.Missing.self) {
      try PeerPrograms(folder: output.url.path).path(of: "unity")
    }
  }

  @Test func `lines that are no answer are passed over; the end of a program is seen`() throws {
    let folder = try Folder()
    let program = try folder.write(
      "peer", "#!/bin/sh\necho banner\necho ready\nread a\necho noise\necho ns $((a * 2))\n")
    let process = try #require(ChildProcess(program, ["5"]))
    #expect(process.answer(after: "ready") == "")
    process.send("21")
    #expect(process.answer(after: "ns ") == "42")
    #expect(process.answer(after: "ns ") == nil)
    process.send("1")
    #expect(process.answer(after: "ns ") == nil)
  }

  @Test func `the processor time of a program is what it works, not what it waits`() throws {
    let folder = try Folder()
    let program = try folder.write(
      "peer",
      "#!/bin/bash\necho ready\nread a\nfor ((i = 0; i < a; i++)); do :; done\necho done\nread a\n")
    let process = try #require(ChildProcess(program, ["5"]))
    #expect(process.answer(after: "ready") != nil)
    let start = try #require(process.processorNanoseconds)
    process.send("2000")
    #expect(process.answer(after: "done") != nil)
    #expect(try #require(process.processorNanoseconds) > start)
  }

  @Test func `a program that cannot be started is none`() {
    #expect(ChildProcess("/no/such/program", []) == nil)
    #expect(runToEnd("/no/such/program", []) == nil)
  }

  @Test func `a program gets its arguments and its environment, and its end is reported`() throws {
    let script = "echo \"$1 $NAME\" >&2; exit 7"
    let end = try #require(
      runToEnd("/bin/sh", ["-c", script, "sh", "one"], environment: ["NAME=two"]))
    #expect(end.exitCode == 7)
    #expect(end.lastLine == "one two")
    #expect(runToEnd("/bin/sh", ["-c", "kill -9 $$"])?.exitCode == 137)
  }
}
