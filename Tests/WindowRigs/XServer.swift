// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An X server without a screen, with its own display number; it is ended when this object is
/// freed.
package final class XServer {
  /// The server's process.
  package let process: Child
  /// The server's name, such as ":1".
  package let name: String

  /// The reason why the server cannot be started; `nil` if it can.
  package static var problem: RigProblem? { .missing("Xvfb") }

  /// - Parameters:
  ///   - screen: Width, height and bits per pixel, in Xvfb's format.
  ///   - inRealTime: Whether the server has priority over ordinary programs; see `Child`.
  package init(
    screen: String = "1280x800x24", inRealTime: Bool = false
  ) throws(RigProblem) {
    if let problem = Self.problem { throw problem }
    // Xvfb chooses a free number, and writes the number when the server is ready. Without -noreset,
    // the server would restart when its last client disconnects, and reject a client that connects
    // at that moment.
    process = try Child(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"],
      inRealTime: inRealTime)
    var number: Int?
    let output = process.read(seconds: 20) { text in
      number =
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .compactMap { Int($0) }.first
      return number != nil
    }
    guard let number else { throw RigProblem("Xvfb has not started: \(output)") }
    name = ":\(number)"
  }

  /// The environment for programs with windows on this server; `nil` removes a variable.
  package var environment: [String: String?] {
    ["DISPLAY": name, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SDL_RENDER_DRIVER": nil]
  }

  /// Controls the keyboard, the mouse or windows.
  package func xdotool(_ arguments: String...) throws(RigProblem) {
    let xdotool = try Child.run("xdotool", arguments, environment: environment)
    if xdotool.status != 0 { throw RigProblem("xdotool \(arguments): \(xdotool.text)") }
  }

  /// The X identifier of the window with this title, once it is visible.
  package func window(_ title: String) throws(RigProblem) -> String {
    let search = try Child.run(
      "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^\(title)$"],
      environment: environment)
    guard let line = search.output.split(separator: "\n").first else {
      throw RigProblem("no window \"\(title)\" has appeared")
    }
    return String(line)
  }
}
