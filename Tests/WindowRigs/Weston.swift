// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc

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

/// A folder for a compositor's sockets; it is removed with the value, with all that is in it.
final class RuntimeFolder {
  let path: String

  init() throws(RigProblem) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(base)/compositor-XXXXXX".utf8CString)
    // Only its owner may enter it: compositors insist.
    guard mkdtemp(&name) != nil else {
      throw RigProblem("no folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  func write(_ text: String, to name: String) throws(RigProblem) {
    guard let file = fopen("\(path)/\(name)", "we") else {
      throw RigProblem("\(path)/\(name): \(String(cString: strerror(errno)))")
    }
    fputs(text, file)
    fclose(file)
  }

  /// Waits until a compositor listens: its socket is there then, whatever it writes.
  func waitFor(_ name: String, of program: String) throws(RigProblem) {
    let clock = SystemClock()
    let end = clock.now() + 20_000_000_000
    while access("\(path)/\(name)", F_OK) != 0 {
      guard clock.now() < end else { throw RigProblem("\(program) has not started") }
      clock.sleep(until: clock.now() + 10_000_000)
    }
  }
}
