// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import SDLDriver

/// A run that could not begin or go on, in the two lines of every failure of the demo.
struct RunFailure: DemoFailure {
  let problem: String
  let remedy: String
  let exitCode: ExitCode

  /// Whatever ended a run, in words that help.
  init(_ error: any Error) {
    switch error {
    case let error as DriverError: self.init(error)
    case let error as RecordingError: self.init(FileError(error))
    case let error as any DemoFailure:
      self.init(problem: error.problem, remedy: error.remedy, exitCode: error.exitCode)
    default:
      self.init(problem: "\(error)", remedy: Self.ourMistake, exitCode: .unavailable)
    }
  }

  /// The display went away while the program ran.
  init(_ loss: DisplayLoss) {
    let what =
      switch loss {
      case .connection: "the connection to the display broke: its server or compositor has ended"
      case .window: "another program has destroyed the window"
      }
    self.init(
      problem: "the display is lost: \(what)",
      remedy: "what the run leaves behind is written up to then; start it again on a display",
      exitCode: .displayLost)
  }

  private init(_ error: DriverError) {
    switch error {
    case .noDisplay(let detail):
      self.init(
        problem: "no display: \(detail)",
        remedy: "set DISPLAY or WAYLAND_DISPLAY, or add --headless to run without a window",
        exitCode: .unavailable)
    case .callFailed(let function, let message, let help):
      self.init(
        problem: "\(function) failed: \(message.isEmpty ? "SDL gives no reason" : message)",
        remedy: help, exitCode: .unavailable)
    case .sessionAlreadyOpen, .invalidValue:
      self.init(problem: "\(error)", remedy: Self.ourMistake, exitCode: .unavailable)
    }
  }

  private init(problem: String, remedy: String, exitCode: ExitCode) {
    self.problem = problem
    self.remedy = remedy
    self.exitCode = exitCode
  }

  private static let ourMistake = "this is a mistake in the demo itself: please report it"
}
