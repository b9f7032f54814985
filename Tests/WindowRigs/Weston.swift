// SPDX-License-Identifier: Apache-2.0

/// A Wayland compositor in a window of an X server; Weston reports 60 Hz, but refreshes at about 51
/// Hz.
///
/// At each refresh, Weston waits 10 ms before it counts the picture as shown, and then 9.7 ms
/// before the next refresh. Both waits are rounded up, and begin late if another program delays
/// Weston; the servers and their programs therefore have real-time priority.
package final class Weston {
  /// The compositor's process.
  package let process: Child
  /// The environment for programs with windows in this compositor.
  package let environment: [String: String?]
  /// The X server with Weston's window, at the top left, 640 by 480 pixels.
  package let server: XServer
  private let folder: TemporaryFolder

  /// The reason why Weston cannot be started; `nil` if it can.
  package static var problem: RigProblem? { .missing("weston") }

  package init() throws(RigProblem) {
    if let problem = Self.problem { throw problem }
    server = try XServer(inRealTime: true)
    folder = try TemporaryFolder(named: "weston-")
    var variables = server.environment
    variables["XDG_RUNTIME_DIR"] = folder.path
    let settings = try folder.write("weston.ini", "[core]\nidle-time=0\n")
    process = try Child(
      "weston",
      [
        "-B", "x11-backend.so", "--width=640", "--height=480", "--use-pixman",
        "--shell=kiosk-shell.so", "-S", "wl-rig", "-c", settings,
      ], environment: variables, inRealTime: true)
    try folder.waitFor("wl-rig", of: "weston")
    variables["WAYLAND_DISPLAY"] = "wl-rig"
    variables["SDL_VIDEODRIVER"] = "wayland"
    environment = variables
  }

  /// Starts a program with its arguments in a window of the compositor.
  package func start(_ command: [String]) throws(RigProblem) -> Child {
    try Child(
      command[0], Array(command.dropFirst()), environment: environment, inRealTime: true)
  }
}
