// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The last line of `Tests/run`, with a toolchain and programs that only print what real ones do.
@Suite struct SummaryLineTests {
  /// Prints the end of a run of tests; where windows fail, they do so the first time only.
  private static let swift = #"""
    case "$*" in
      --version) echo "Swift version 6.3" ;;
      *--show-bin-path*) echo "$BIN" ;;
      *--package-path*SwiftGame*) mkdir -p "${!#}/debug"; printf '#!/bin/sh\n' >"${!#}/debug/HuntedSquare"
        chmod +x "${!#}/debug/HuntedSquare" ;;
      "test "*--no-parallel*)
        echo '◇ Test run started.'
        if [[ -n ${FAILS:-} && " $* " == *" --filter $FAILS"* && ! -e $LOG.failed ]]; then
          touch "$LOG.failed"
          exit 1
        fi
        echo '➜ Test "a window of sway" skipped: "run Tests/run --rigs"'
        echo '✔ Test run with 60 tests in 9 suites passed after 70.1 seconds.' ;;
      "test "*)
        echo '◇ Test run started.'
        echo '◇ Test "a new start counts nothing as skipped" started.'
        echo '➜ Test small() skipped'
        echo '➜ Suite "Rigs" skipped'
        echo '✘ Test size() recorded a known issue at A.swift:1:1: Expectation failed'
        if [[ ${FAILS:-} == tests ]]; then
          echo '✘ Test run with 1200 tests in 99 suites failed after 9.5 seconds with 1 issue.'
          exit 1
        fi
        echo '✔ Test run with 1200 tests in 99 suites passed after 9.5 seconds with 1 known issue.' ;;
      *) echo "swift $*" >>"$LOG" ;;
    esac
    """#

  private static let programs = [
    "swift": swift,
    "conformance": #"""
    echo "a.jsonl: 2 records, 5 samples checked, 0 skipped, 0 failed, 0 unread"
    echo "9 files: 1195 records, 24833 samples checked, 131 skipped, 0 failed, 0 unread"
    """#,
    "layer-allocations": #"""
    echo "basic: 0 allocations in 100 frames of 1000 layers"
    echo "all kinds of animation together: 0 allocations once running"
    """#,
    "benchmark": #"""
    echo "[1/2] layers" >&2; echo "[2/2] controller/sample" >&2; echo "the last word"
    """#,
  ]

  private func run(
    _ arguments: [String] = [], failing: String = ""
  ) throws -> (status: Int32, lastLine: Substring, errors: String) {
    let child = try DemoScript.run(
      arguments, script: "Tests/run", commands: Self.programs,
      before: "require_packages() { :; }; may_build_in() { return 1; }",
      environment: ["FAILS": failing], in: TemporaryFolder())
    let lines = child.output.split(separator: "\n")
    return (child.status, lines.last ?? "", child.errors)
  }

  /// The line without the minutes and seconds, which are this machine's.
  private func withoutTime(_ line: Substring) -> String {
    String(line).replacing(/in [0-9]+:[0-9][0-9]:/, with: "in a time:")
  }

  /// In the last case the three that run side by side are run again as one.
  @Test(arguments: [
    ("", 240, 6), ("^FlashingSquareTests", 240, 6), ("^CAPITests\\.LoopWindowTests", 120, 4),
  ])
  func `it counts all that has passed, tests that were run twice once`(
    _ failing: String, windows: Int, skipped: Int
  ) throws {
    let ending = try run(failing: failing)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(
      withoutTime(ending.lastLine)
        == "Passed in a time: 2400 tests, \(windows) of real windows, \(skipped) skipped,"
        + " 2 known issues;"
        + " 24833 recorded samples, 0 allocations of layers, 2 benchmark rows")
    #expect(ending.errors.contains("failed; once more") == !failing.isEmpty)
    #expect(ending.errors.contains(#"Test "a window of sway" skipped: "run Tests/run --rigs""#))
  }

  @Test func `with arguments it counts the tests that these choose`() throws {
    let ending = try run(["--filter", "A"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(
      withoutTime(ending.lastLine) == "Passed in a time: 1200 tests, 1 skipped, 1 known issue")
  }

  @Test(arguments: [[], ["--filter", "A"]])
  func `where tests fail, it says so after their output`(_ arguments: [String]) throws {
    let ending = try run(arguments, failing: "tests")
    #expect(ending.status == 1 && ending.lastLine.isEmpty)
    let lines = ending.errors.split(separator: "\n")
    #expect(lines.last?.hasPrefix("Tests failed; the output is above and in ") == true)
    #expect(lines.dropLast().last?.contains("with 1 issue.") == true)
  }
}
