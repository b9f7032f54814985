// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An X server without a screen, with a number of its own; it ends with the value.
package final class XServer {
  /// The server itself.
  package let process: Child
  /// Its name, as in ":1".
  package let name: String

  /// What keeps it from being started; nil for nothing.
  package static var problem: RigProblem? {
    if Child.find("Xvfb") != nil { return nil }
    return RigProblem(
      "Xvfb is missing, the X server that windows are measured on;"
        + " install it: sudo apt-get install xvfb")
  }

  /// - Parameter screen: Width, height and bits a pixel, as Xvfb takes them.
  package init(screen: String = "1280x800x24") throws(RigProblem) {
    if let problem = Self.problem { throw problem }
    // It chooses a free number, and writes it when it is ready. Without -noreset it would begin
    // anew when its last client leaves, and turn away one that comes in that moment.
    process = try Child(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"])
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

  /// For programs that are to show windows on it; nil takes a variable out.
  package var environment: [String: String?] {
    ["DISPLAY": name, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SDL_RENDER_DRIVER": nil]
  }

  /// Does something with keyboard, mouse or windows.
  package func xdotool(_ arguments: String...) throws(RigProblem) {
    let xdotool = try Child.run("xdotool", arguments, environment: environment)
    if xdotool.status != 0 { throw RigProblem("xdotool \(arguments): \(xdotool.text)") }
  }

  /// X's name of the window with this title, when it can be seen.
  package func window(_ title: String) throws(RigProblem) -> String {
    let search = try Child.run(
      "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^\(title)$"],
      environment: environment)
    guard let line = search.output.split(separator: "\n").first else {
      throw RigProblem("no window \"\(title)\" has shown")
    }
    return String(line)
  }
}
