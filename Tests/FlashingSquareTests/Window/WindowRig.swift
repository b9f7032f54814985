// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// An X server without a screen, and real keys for a real window of the demo in it.
///
/// SDL takes the keyboard for its window by itself where there is no window manager.
final class WindowRig {
  static let xdotool = Child.find("xdotool")
  static let openbox = Child.find("openbox")
  /// Why window tests are skipped: shown by the test runner.
  static let needs: Comment = "window tests need xvfb and xdotool: apt-get install xvfb xdotool"
  static var isAvailable: Bool { XServer.problem == nil && xdotool != nil }

  let folder: TemporaryFolder
  let trace: TraceFile
  let demo: LiveProcess
  private let output = Pipe()
  private let server: XServer
  private let manager: LiveProcess?

  /// Starts a server of its own number, and the demo in it.
  /// - Parameter isManaged: A window manager runs too: it closes windows on Alt+F4.
  init(_ arguments: [String], isManaged: Bool = false) throws {
    folder = try TemporaryFolder()
    trace = TraceFile(path: folder.file("trace.csv"))
    // The end of the demo is the end of this pipe, whatever else is started meanwhile.
    for end in [output.fileHandleForReading, output.fileHandleForWriting] {
      try #require(fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0)
    }
    server = try XServer()
    let environment = ["DISPLAY": server.name, "SDL_VIDEODRIVER": "x11"]
    manager =
      isManaged
      ? try LiveProcess(try #require(Self.openbox), [], in: folder, environment: environment) : nil
    if isManaged {
      // Before the window opens: a manager that comes later takes it off the screen for a moment.
      let folder = folder
      let isReady = try poll {
        let desktop = try ChildProcess(
          try #require(Self.xdotool), ["get_desktop"], in: folder.path, environment: environment)
        return desktop.exitCode == 0
      }
      try #require(isReady, "openbox has not started")
    }
    demo = try LiveProcess(
      ChildProcess.demo, arguments + ["--trace", trace.path], in: folder,
      environment: environment, output: output)
    // So that the end of the demo is the end of what it says.
    try output.fileHandleForWriting.close()
  }

  /// What the demo has said on standard output since the last time, up to and with the first piece
  /// after which `isEnough` holds, or up to its end.
  func read(until isEnough: (String) -> Bool = { _ in false }) -> String {
    var text = ""
    var isOpen = true
    while isOpen, !isEnough(text) {
      // Waits for something, and not for so and so much; nothing is the end.
      let data = output.fileHandleForReading.availableData
      isOpen = !data.isEmpty
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  /// What the demo has said on standard error.
  func errors() throws -> String {
    try folder.names.filter { $0.hasPrefix("errors ") }
      .map { String(decoding: try folder.bytes($0), as: UTF8.self) }.joined()
  }

  /// Ends the server, as when a desktop session dies.
  func killServer() { server.process.send(SIGKILL) }

  /// The window's number, once it shows.
  func window() throws -> String {
    var found = ""
    let isShown = try poll {
      let search = try tool(["search", "--onlyvisible", "--name", "^Flashing square$"])
      found = search.output.split(separator: "\n").first.map(String.init) ?? ""
      return !found.isEmpty || !demo.isRunning
    }
    let said = try errors()
    try #require(isShown && !found.isEmpty, "no window has shown: \(said)")
    return found
  }

  /// Presses keys, one after the other.
  func press(_ keys: String...) throws {
    let result = try tool(["key", "--delay", "60"] + keys)
    try #require(result.exitCode == 0, "xdotool key \(keys): \(result.errors)")
  }

  @discardableResult
  func tool(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      try #require(Self.xdotool), arguments, in: folder.path, environment: ["DISPLAY": server.name])
  }

  /// Waits until the trace holds what is looked for.
  func waitForTrace(
    _ what: Comment, _ condition: ([TraceRow]) -> Bool, location: SourceLocation = #_sourceLocation
  ) throws {
    let isSeen = poll { condition(trace.rows()) || !demo.isRunning }
    try #require(isSeen && condition(trace.rows()), what, sourceLocation: location)
  }
}
