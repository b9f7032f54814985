// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WindowRigs

/// The rigs' own children: what they say, where they work, and how they end.
@Suite struct ChildTests {
  private func shell(
    _ script: String, environment: [String: String?] = [:], within seconds: Double = 60
  ) throws -> Child.Ending {
    try Child.run("sh", ["-c", script], in: "/", environment: environment, within: seconds)
  }

  @Test func `output and errors are kept apart, however long, and the exit status is known`() throws
  {
    let child = try shell("pwd; seq 100000; echo bad >&2; exit 7")
    #expect(child.status == 7)
    #expect(child.output.hasPrefix("/\n1\n") && child.output.hasSuffix("\n100000\n"))
    #expect(child.errors == "bad\n")
    #expect(child.text == child.output + child.errors)
  }

  @Test func `a variable is added, replaced or taken out`() throws {
    #expect(setenv("CHILD_TEST", "ours", 1) == 0)
    defer { unsetenv("CHILD_TEST") }
    let script = "echo ${CHILD_TEST-none}"
    #expect(try shell(script).output == "ours\n")
    #expect(try shell(script, environment: ["CHILD_TEST": "theirs"]).output == "theirs\n")
    #expect(try shell(script, environment: ["CHILD_TEST": nil]).output == "none\n")
  }

  @Test func `one that does not end is ended at its limit, and what it said is there`() throws {
    let child = try shell("echo begun; exec sleep 1000", within: 0.5)
    #expect(child.status == -SIGKILL)
    #expect(child.output == "begun\n")
  }

  @Test func `what it leaves running is not waited for`() throws {
    let child = try shell("sleep 1000 & echo $!")
    #expect(child.status == 0)
    let left = try #require(pid_t(child.output.dropLast()))
    #expect(kill(left, SIGKILL) == 0, "it lives")
  }

  @Test func `a living one is read piece by piece, and its errors apart`() throws {
    let child = try Child(
      "sh", ["-c", "echo bad >&2; echo one; read x </dev/null; exec sleep 1000"], errors: .apart)
    #expect(child.read(seconds: 20) { $0.contains("one\n") } == "one\n")
    #expect(child.isRunning && child.status(within: 0) == nil)
    child.send(SIGTERM)
    #expect(child.status() == -SIGTERM)
    #expect(child.errors == "bad\n" && !child.isRunning)
  }

  @Test func `a program that is not there is named`() throws {
    let problem = #expect(throws: RigProblem.self) { try Child.run("/no/such/program", []) }
    #expect(problem?.problem == "/no/such/program cannot be started: No such file or directory")
    let child = try Child.run("/no/such/program", [], in: "/")
    #expect(child.status == 127 && child.errors.contains("/no/such/program"))
  }
}
