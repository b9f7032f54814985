// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import benchmark

@Suite struct PeerTests {
  /// Puts a script into a folder.
  private static func script(
    _ name: String, _ lines: String, in folder: TemporaryFolder
  ) throws -> String {
    try Child.writeScript(lines, to: folder.file(name))
    return folder.file(name)
  }

  /// A machine without packages: only what the script itself calls.
  private static func emptyMachine(with names: [String] = []) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["cat", "cp", "mv", "rm", "mkdir", "dirname", "xargs", "chmod"] + names {
      let paths = ["/bin/", "/usr/bin/"].map { $0 + name }
      let path = try #require(paths.first(where: FileManager.default.isExecutableFile))
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: path)
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
    let (machine, output) = (try Self.emptyMachine(), try TemporaryFolder())
    let peers = PeerPrograms(folder: output.path, environment: ["PATH": machine.path])
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
    let (machine, output) = (try Self.emptyMachine(), try TemporaryFolder())
    _ = try Self.script("pkg-config", "#!/bin/bash\nexit 1\n", in: machine)
    let peers = PeerPrograms(folder: output.path, environment: ["PATH": machine.path])
    #expect(
      throws: PeerPrograms.Missing(
        problem: "\(program) is not measured: there is no library \(library) here. On Debian:"
          + " apt-get install \(package)")
    ) { try peers.path(of: program) }
    #expect(output.names.isEmpty)
  }

  @Test func `a compiler that fails leaves nothing behind`() throws {
    let (machine, output) = (try Self.emptyMachine(), try TemporaryFolder())
    _ = try Self.script(
      "gcc", "#!/bin/bash\nwhile (($# > 1)); do [[ $1 == -o ]] && : >\"$2\"; shift; done\nexit 1\n",
      in: machine)
    let peers = PeerPrograms(folder: output.path, environment: ["PATH": machine.path])
    #expect(
      throws: PeerPrograms.Missing(
        problem: "allocations is not measured: gcc could not build it")
    ) { try peers.path(of: "allocations") }
    #expect(output.names.isEmpty)
  }

  @Test func `a program that does not exist is an error of its own`() throws {
    let output = try TemporaryFolder()
    #expect(throws: PeerPrograms.Missing.self) {
      try PeerPrograms(folder: output.path).path(of: "unity")
    }
  }

  @Test func `lines that are no answer are passed over; the end of a program is seen`() throws {
    let folder = try TemporaryFolder()
    let program = try Self.script(
      "peer", "#!/bin/sh\necho banner\necho ready\nread a\necho noise\necho ns $((a * 2))\n",
      in: folder)
    let process = try Conversation(program, ["5"])
    #expect(process.answer(after: "ready") == "")
    process.send("21")
    #expect(process.answer(after: "ns ") == "42")
    #expect(process.answer(after: "ns ") == nil)
    process.send("1")
    #expect(process.answer(after: "ns ") == nil)
  }

  @Test func `the processor time of a program is what it works, not what it waits`() throws {
    let folder = try TemporaryFolder()
    let program = try Self.script(
      "peer",
      "#!/bin/bash\necho ready\nread a\nfor ((i = 0; i < a; i++)); do :; done\necho done\nread a\n",
      in: folder)
    let process = try Conversation(program, ["5"])
    #expect(process.answer(after: "ready") != nil)
    let start = try #require(process.processorNanoseconds)
    process.send("2000")
    #expect(process.answer(after: "done") != nil)
    #expect(try #require(process.processorNanoseconds) > start)
  }
}
