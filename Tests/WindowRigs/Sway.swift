// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A Wayland compositor without a screen; tests can change its rate, scale and workspace.
///
/// Timers make the compositor's refreshes, so the compositor and its programs have real-time
/// priority.
package final class Sway {
  /// The compositor's process.
  package let process: Child
  /// The environment for programs with windows in this compositor.
  package let environment: [String: String?]
  private let folder: TemporaryFolder

  /// The reason why the compositor cannot be started; `nil` if it can.
  package static var problem: RigProblem? { .missing("sway", "swaymsg", "setpriv") }

  package init() throws(RigProblem) {
    if let problem = Self.problem { throw problem }
    folder = try TemporaryFolder(named: "sway-")
    try folder.write("sway.cfg", "default_border none\n")
    var command = ["sway", "-c", folder.path + "/sway.cfg"]
    // sway does not run as root.
    if geteuid() == 0 {
      guard let nobody = getpwnam("nobody") else { throw RigProblem("there is no user nobody") }
      let (user, group) = (nobody.pointee.pw_uid, nobody.pointee.pw_gid)
      chown(folder.path, user, group)
      command = ["setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"] + command
    }
    var variables: [String: String?] = [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_RENDER_DRIVER": nil,
      "XDG_RUNTIME_DIR": folder.path, "SWAYSOCK": folder.path + "/control",
    ]
    var own = variables
    own["HOME"] = folder.path
    own["WLR_BACKENDS"] = "headless"
    own["WLR_LIBINPUT_NO_DEVICES"] = "1"
    own["WLR_RENDERER"] = "pixman"
    process = try Child(
      command[0], Array(command.dropFirst()), environment: own, inRealTime: true)
    variables["WAYLAND_DISPLAY"] = "wayland-1"
    variables["SDL_VIDEODRIVER"] = "wayland"
    environment = variables
    try folder.waitFor("wayland-1", of: "sway")
    try folder.waitFor("control", of: "sway")
  }

  /// Sends a command, such as `send("workspace 2")`.
  package func send(_ words: String) throws(RigProblem) {
    let swaymsg = try Child.run("swaymsg", [words], environment: environment)
    if swaymsg.status != 0 { throw RigProblem("swaymsg \(words): \(swaymsg.text)") }
  }

  /// Starts a program built together with the current program, in a window of the compositor.
  package func start(_ program: String, _ arguments: [String]) throws(RigProblem) -> Child {
    try Child(Child.beside(program), arguments, environment: environment, inRealTime: true)
  }
}
