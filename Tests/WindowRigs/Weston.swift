// SPDX-License-Identifier: Apache-2.0

/// A Wayland compositor in a window of an X server: it says 60 Hz, and ticks at about 51.
package final class Weston {
  /// The compositor itself.
  package let process: Child
  /// For programs that are to show windows on it.
  package let environment: [String: String?]
  private let server: XServer
  private let folder: RuntimeFolder

  /// What keeps it from being started; nil for nothing.
  package static var problem: RigProblem? {
    if Child.find("weston") != nil { return nil }
    return RigProblem(
      "weston is missing, the Wayland compositor that lies about its rate;"
        + " install it: sudo apt-get install weston libgl1-mesa-dri")
  }

  package init() throws(RigProblem) {
    if let problem = Self.problem { throw problem }
    server = try XServer()
    folder = try RuntimeFolder()
    let settings = folder.path + "/weston.ini"
    try folder.write("[core]\nidle-time=0\n", to: "weston.ini")
    var variables = server.environment
    variables["XDG_RUNTIME_DIR"] = folder.path
    process = try Child(
      "weston",
      [
        "-B", "x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--width=640",
        "--height=480", "-S", "wl-rig", "-c", settings,
      ], environment: variables)
    variables["WAYLAND_DISPLAY"] = "wl-rig"
    variables["SDL_VIDEODRIVER"] = "wayland"
    environment = variables
    try folder.waitFor("wl-rig", of: "weston")
  }

  /// Starts a program that is built beside this one, in a window of the compositor.
  package func start(_ program: String, _ arguments: [String]) throws(RigProblem) -> Child {
    try Child(Child.beside(program), arguments, environment: environment)
  }
}
