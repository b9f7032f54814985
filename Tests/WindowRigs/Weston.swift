// SPDX-License-Identifier: Apache-2.0

/// A Wayland compositor in a window of an X server: it says 60 Hz, and ticks at about 51.
package final class Weston {
  /// The compositor itself.
  package let process: Child
  /// For programs that are to show windows on it.
  package let environment: [String: String?]
  /// The X server whose window it is: at the top left, 640 by 480 pixels.
  package let server: XServer
  private let folder: TemporaryFolder
  /// The compositor that it is a window of; nil for none.
  private let outer: Child?

  /// What keeps it from being started; nil for nothing.
  package static var problem: RigProblem? {
    if Child.find("weston") != nil { return nil }
    return RigProblem(
      "weston is missing, the Wayland compositor that lies about its rate;"
        + " install it: sudo apt-get install weston libgl1-mesa-dri")
  }

  /// - Parameters:
  ///   - repaintWindow: It composes 16 ms less so many after each refresh: a sixtieth of a second in
  ///     whole milliseconds; its default is 7. Its X backend reports each picture as shown 10 ms
  ///     after composing it, so that this is the deadline there, whatever the window is.
  ///   - isNested: Whether it is a window of another weston, which ticks at about 60 Hz: a picture is
  ///     shown when that one composes, so that the deadline is a period less 16 ms and the window.
  package init(repaintWindow: Int = 7, isNested: Bool = false) throws(RigProblem) {
    if let problem = Self.problem { throw problem }
    server = try XServer()
    folder = try TemporaryFolder(named: "weston-")
    var variables = server.environment
    variables["XDG_RUNTIME_DIR"] = folder.path
    let onServer = ["-B", "x11-backend.so", "--width=640", "--height=480"]
    if isNested {
      // Its period: 10 ms, and 16 less the window.
      outer = try Self.start("wl-outer", repaintWindow: 10, onServer, in: folder, variables)
      variables["WAYLAND_DISPLAY"] = "wl-outer"
      let inside = ["-B", "wayland-backend.so", "--fullscreen"]
      process = try Self.start(
        "wl-rig", repaintWindow: repaintWindow, inside, in: folder, variables)
    } else {
      outer = nil
      process = try Self.start(
        "wl-rig", repaintWindow: repaintWindow, onServer, in: folder, variables)
    }
    variables["WAYLAND_DISPLAY"] = "wl-rig"
    variables["SDL_VIDEODRIVER"] = "wayland"
    environment = variables
  }

  private static func start(
    _ name: String, repaintWindow: Int, _ backend: [String], in folder: TemporaryFolder,
    _ variables: [String: String?]
  ) throws(RigProblem) -> Child {
    let settings = "\(name).ini"
    try folder.write(settings, "[core]\nidle-time=0\nrepaint-window=\(repaintWindow)\n")
    let process = try Child(
      "weston",
      backend + [
        "--use-pixman", "--shell=kiosk-shell.so", "-S", name, "-c", "\(folder.path)/\(settings)",
      ], environment: variables)
    try folder.waitFor(name, of: "weston")
    return process
  }

  /// Gives the keyboard to the compositor's window, and so to the program that it shows.
  package func focus() throws(RigProblem) {
    try server.xdotool(
      "search", "--sync", "--onlyvisible", "--class", "weston", "windowfocus")
    try server.xdotool("mousemove", "320", "240")
  }

  /// Starts a program that is built beside this one, in a window of the compositor.
  package func start(_ program: String, _ arguments: [String]) throws(RigProblem) -> Child {
    try Child(Child.beside(program), arguments, environment: environment)
  }
}
