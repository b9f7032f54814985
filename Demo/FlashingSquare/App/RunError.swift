// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import SDLDriver

/// Errors that end a run, in the two-line form of all errors of the demo.
extension ProgramError {
  /// Describes any error that ended a run.
  init(_ error: any Error) {
    switch error {
    case let error as DriverError: self.init(error)
    case let error as ProgramError: self = error
    default:
      self.init(problem: "\(error)", remedy: Self.ourMistake, exitCode: .unavailable)
    }
  }

  /// The display or the window was lost while the program ran.
  init(_ loss: DisplayLoss) {
    let (problem, place) =
      switch loss {
      case .connection:
        ("the display is lost: its server or compositor has ended the connection", " on a display")
      case .window: ("the window is lost: another program has destroyed it", "")
      }
    self.init(
      problem: problem,
      remedy: "the run's files are complete up to that moment; start the demo again\(place)",
      exitCode: .displayLost)
  }

  /// The display is too small for a legible window.
  init(tooSmall room: PixelSize) {
    self.init(
      problem: "the display is too small: it has room for \(room.text)",
      remedy:
        "use a display of at least \(DemoOptions.smallestSize.text),"
        + " or add --headless to run without a window",
      exitCode: .unavailable)
  }

  private init(_ error: DriverError) {
    let orHeadless = "or add --headless to run without a window"
    let (problem, remedy) =
      switch error {
      case .noDisplay(let detail):
        ("no display: \(detail)", "set DISPLAY or WAYLAND_DISPLAY, \(orHeadless)")
      case .unsuitableDisplay:
        ("\(error)", "use a display of 16 or more bits a pixel, \(orHeadless)")
      case .callFailed(let function, let message, let help):
        (
          "\(function) failed: \(message.isEmpty ? "SDL gives no reason" : message)",
          Self.remedies[function] ?? help
        )
      case .sessionAlreadyOpen, .invalidValue: ("\(error)", Self.ourMistake)
      }
    self.init(problem: problem, remedy: remedy, exitCode: .unavailable)
  }

  /// Remedies for a user of the demo; the driver's own remedies are for programmers.
  private static let remedies = [
    "SDL_CreateWindow": "try a smaller --size, or add --headless to run without a window",
    "SDL_CreateRenderer":
      "set SDL_RENDER_DRIVER to opengl, opengles2 or software, or add --headless",
  ]

  private static let ourMistake = "this is a mistake in the demo itself: please report it"
}
