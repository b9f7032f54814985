// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// An error of SDL or of its use, with a remedy.
public enum DriverError: Error, Hashable, Sendable {
  /// There is no display on which a window could be opened. `detail` gives the reason.
  case noDisplay(detail: String)
  /// The display cannot show pictures. `detail` gives the reason.
  case unsuitableDisplay(detail: String)
  /// A second `Session` was made while the first exists: SDL has one video system per process.
  case sessionAlreadyOpen
  /// A value from the program or its user is out of range.
  case invalidValue(name: String, value: String, allowed: String)
  /// An SDL function failed. The values are its C name, SDL's own text, and an action that may
  /// help.
  case callFailed(function: String, message: String, remedy: String)
}

extension DriverError: CustomStringConvertible {
  /// One line for the user's terminal.
  public var description: String {
    switch self {
    case .noDisplay(let detail):
      "no display: \(detail). Set DISPLAY or WAYLAND_DISPLAY, or run without a window (headless)"
    case .unsuitableDisplay(let detail):
      "the display cannot show pictures: \(detail)"
    case .sessionAlreadyOpen:
      "a session is open already; end it, or share it: SDL has one video system per process"
    case .invalidValue(let name, let value, let allowed):
      "\(name) is \(value); it must be \(allowed)"
    case .callFailed(let function, let message, let remedy):
      "\(function) failed: \(message.isEmpty ? "SDL gives no reason" : message). \(remedy)"
    }
  }
}

extension DriverError {
  /// The error of the SDL call that just failed on this thread.
  static func call(_ function: String, remedy: String) -> DriverError {
    .callFailed(function: function, message: String(cString: SDL_GetError()), remedy: remedy)
  }
}

/// The result of an SDL function: a number in SDL 2, a truth value in SDL 3.
protocol Status { var isSuccess: Bool { get } }

extension CInt: Status { var isSuccess: Bool { self == 0 } }

extension Bool: Status { var isSuccess: Bool { self } }

/// Throws unless an SDL function succeeded.
/// - Parameter remedy: The action that may help the caller; default: that of drawing functions.
func check(
  _ status: some Status, _ function: String,
  remedy: String = "Open the window anew; if it fails again, use the software renderer"
) throws(DriverError) {
  guard status.isSuccess else { throw .call(function, remedy: remedy) }
}
