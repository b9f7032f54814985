// SPDX-License-Identifier: Apache-2.0

import DemoTexts

/// The programs whose `--help` texts are in Demo/Texts.
package enum ProgramText: String, CaseIterable, Sendable {
  case flashingSquare = "flashing-square"
  case compare
  case conformance
  case benchmark

  /// The package's semantic version; below 1.0, because there is no stable release yet.
  package static let versionNumber = String(cString: demo_version())

  /// The text of `--help`, at most 80 columns wide, without a trailing line break.
  package var help: String {
    guard let text = demo_help_text(rawValue) else {
      preconditionFailure("ProgramText.\(self): Demo/Texts/texts.c does not embed its text")
    }
    return String(String(cString: text).dropLast())
  }

  /// A program's answer to a standard request; the answer with the version is one line.
  package func answer(to request: StandardRequest) -> String {
    switch request {
    case .help: help
    case .version: "\(rawValue) \(Self.versionNumber)"
    }
  }
}

/// The requests that every program answers, whatever its other arguments are.
package enum StandardRequest: Hashable, Sendable {
  case help
  case version

  /// The first of `--help`, `-h` and `--version`, or `nil`; errors in other arguments are ignored.
  package init?(_ arguments: [String]) {
    guard let first = arguments.first(where: { ["--help", "-h", "--version"].contains($0) }) else {
      return nil
    }
    self = first == "--version" ? .version : .help
  }
}
