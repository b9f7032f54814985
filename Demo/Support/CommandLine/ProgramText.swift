// SPDX-License-Identifier: Apache-2.0

import DemoTexts

/// The programs whose `--help` texts are in Demo/Texts.
package enum ProgramText: String, CaseIterable, Sendable {
  case flashingSquare = "flashing-square"
  case compare
  case conformance
  case benchmark

  /// The answer to the first of `--help`, `-h` and `--version`, without a trailing line break; `nil`
  /// if none is given.
  ///
  /// Every program gives these answers whatever its other arguments are. The help is at most 80
  /// columns wide.
  package func answer(to arguments: [String]) -> String? {
    switch arguments.first(where: { ["--help", "-h", "--version"].contains($0) }) {
    case nil: nil
    case "--version": "\(rawValue) \(String(cString: demo_version()))"
    default: help
    }
  }

  /// The style sheet of the page that `compare --report` makes.
  package static var reportStyle: String { String(cString: demo_report_style()) }

  private var help: String {
    guard let text = demo_help_text(rawValue) else {
      preconditionFailure("ProgramText.\(self): Demo/Texts/texts.c does not embed its text")
    }
    return String(String(cString: text).dropLast())
  }
}
