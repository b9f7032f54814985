// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlashingSquare

/// An X server without a screen, and real keys for a real window of the demo in it.
///
/// SDL takes the keyboard for its window by itself where there is no window manager.
final class WindowRig {
  static let xvfb = find("Xvfb")
  static let xdotool = find("xdotool")
  static let openbox = find("openbox")
  /// Why window tests are skipped: shown by the test runner.
  static let needs: Comment = "window tests need xvfb and xdotool: apt-get install xvfb xdotool"
  static var isAvailable: Bool { xvfb != nil && xdotool != nil }

  let folder: TemporaryFolder
  let trace: TraceFile
  let demo: LiveProcess
  private let output = Pipe()
  private let server: LiveProcess
  private let manager: LiveProcess?
  private let display: String

  /// Starts a server of its own number, and the demo in it.
  /// - Parameter isManaged: A window manager runs too: it closes windows on Alt+F4.
  init(_ arguments: [String], isManaged: Bool = false) throws {
    folder = try TemporaryFolder()
    trace = TraceFile(path: folder.file("trace.csv"))
    let number = Pipe()
    server = try LiveProcess(
      try #require(Self.xvfb),
      ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], in: folder,
      output: number)
    // The server writes its number when it is ready; a server that ends closes the pipe.
    let line = try number.fileHandleForReading.read(upToCount: 16) ?? Data()
    let text = String(decoding: line, as: UTF8.self).filter(\.isNumber)
    try #require(!text.isEmpty, "Xvfb has not started")
    display = ":\(text)"
    let environment = ["DISPLAY": display, "SDL_VIDEODRIVER": "x11"]
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
  func killServer() { server.send(SIGKILL) }

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
      try #require(Self.xdotool), arguments, in: folder.path, environment: ["DISPLAY": display])
  }

  /// Waits until the trace holds what is looked for.
  func waitForTrace(
    _ what: Comment, _ condition: ([TraceRow]) -> Bool, location: SourceLocation = #_sourceLocation
  ) throws {
    let isSeen = poll { condition(trace.rows()) || !demo.isRunning }
    try #require(isSeen && condition(trace.rows()), what, sourceLocation: location)
  }

  private static func find(_ program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
