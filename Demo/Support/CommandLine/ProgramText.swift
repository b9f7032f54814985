// SPDX-License-Identifier: Apache-2.0

import DemoTexts

/// The programs whose texts of `--help` are in Demo/Texts.
package enum ProgramText: String, CaseIterable, Sendable {
  case flashingSquare = "flashing-square"
  case compare
  case conformance
  case benchmark

  /// The whole of `--help`, at most 80 columns wide, without a trailing line break.
  package var help: String {
    guard let text = demo_help_text(rawValue) else {
      preconditionFailure("ProgramText.\(self): Demo/Texts/texts.c does not embed its text")
    }
    return String(String(cString: text).dropLast())
  }

  /// One line, as `--version` prints it: name and version of the package.
  package var version: String { "\(rawValue) \(Self.versionNumber)" }

  /// The package's version; semantic versioning, before its first stable release.
  package static let versionNumber = String(cString: demo_version())

  /// The answer of a program to such a request.
  package func answer(to request: StandardRequest) -> String {
    switch request {
    case .help: help
    case .version: version
    }
  }
}

/// What every program answers in the same way, whatever its other arguments are.
package enum StandardRequest: Hashable, Sendable {
  case help
  case version

  /// The first of `--help`, `-h` and `--version`, or `nil`.
  ///
  /// As an argument of its own each wins over everything beside it, mistakes too.
  package init?(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--help", "-h": self = .help
      case "--version": self = .version
      default: continue
      }
      return
    }
    return nil
  }
}
