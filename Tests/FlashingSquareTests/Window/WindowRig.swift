// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// An X server without a screen, with a real window of the demo and real keys.
///
/// Without a window manager, SDL takes the keyboard focus by itself.
final class WindowRig {
  private static let xdotool = Child.find("xdotool")

  let folder: TemporaryFolder
  let trace: WrittenTrace
  let demo: Child
  private let server: XServer

  /// Starts a new server, and the demo with a window on this server.
  /// - Parameters:
  ///   - extra: Additional environment for the demo.
  ///   - screen: The display's width, height and bits per pixel.
  init(
    _ arguments: [String], screen: String = "1280x800x24", adding extra: [String: String] = [:]
  ) throws {
    folder = try TemporaryFolder()
    trace = WrittenTrace(path: folder.file("trace.csv"))
    server = try XServer(screen: screen)
    let environment = ["DISPLAY": server.name, "SDL_VIDEODRIVER": "x11"].merging(extra) { $1 }
    demo = try Programs.start(
      Programs.demo, arguments + ["--trace", trace.path], in: folder,
      environment: environment)
  }

  /// The demo's standard output since the last call, up to the first part for which `isEnough` is
  /// true, or up to the end of the output.
  func read(until isEnough: (String) -> Bool = { _ in false }) -> String {
    demo.read(seconds: 60, until: isEnough)
  }

  /// Ends the server, as when a desktop session dies.
  func killServer() { server.process.send(SIGKILL) }

  /// The window's number, once the window is shown.
  func window() throws -> String {
    var found = ""
    let isShown = try poll {
      let search = try tool(["search", "--onlyvisible", "--name", "^Flashing square$"])
      found = search.output.split(separator: "\n").first.map(String.init) ?? ""
      return !found.isEmpty || !demo.isRunning
    }
    try #require(isShown && !found.isEmpty, "no window was shown: \(demo.errors)")
    return found
  }

  /// The window's number, once the demo draws in the window.
  @discardableResult func open() throws -> String {
    let window = try window()
    try waitForTrace("the demo draws") { !$0.isEmpty }
    return window
  }

  /// Quits the demo with Esc.
  func end() throws {
    try press("Escape")
    #expect(demo.status() == 0)
  }

  /// Presses keys in order.
  func press(_ keys: String...) throws {
    let result = try tool(["key", "--delay", "60"] + keys)
    try #require(result.status == 0, "xdotool key \(keys): \(result.errors)")
  }

  /// The environment for programs on this display.
  var environment: [String: String] { ["DISPLAY": server.name] }

  @discardableResult func tool(_ arguments: [String]) throws -> Child.Ending {
    try Programs.run(
      try #require(Self.xdotool, "xdotool is missing: apt-get install xdotool"), arguments,
      in: folder.path, environment: environment)
  }

  /// Waits until a window has this size and position, as in "640x360 at 0,60".
  func expectFrame(
    _ wanted: String, of window: String, location: SourceLocation = #_sourceLocation
  ) throws {
    var last = ""
    let isThere = try poll {
      last = try frame(of: window)
      return last == wanted
    }
    #expect(isThere, "\(last), not \(wanted)", sourceLocation: location)
  }

  /// A window's size and position on the screen, as in "640x360 at 0,60".
  func frame(of window: String) throws -> String {
    // The lines are WINDOW=number, X=number, Y=number, WIDTH=number, HEIGHT=number.
    let lines = try tool(["getwindowgeometry", "--shell", window]).output.split(separator: "\n")
    let values = lines.map { $0.split(separator: "=").last ?? "?" }
    return values.count < 5 ? "?" : "\(values[3])x\(values[4]) at \(values[1]),\(values[2])"
  }

  /// Waits until the trace satisfies a condition.
  func waitForTrace(
    _ what: Comment, _ condition: ([TraceRow]) -> Bool, location: SourceLocation = #_sourceLocation
  ) throws {
    var size = -1
    var holds = false
    let isSeen = poll {
      let isRunning = demo.isRunning
      // The trace is read again only if it has grown.
      if trace.size != size {
        size = trace.size
        holds = condition(trace.rows())
      }
      return holds || !isRunning
    }
    try #require(isSeen && holds, what, sourceLocation: location)
  }
}

/// A trace that is, or was, written by a child process.
struct WrittenTrace {
  let path: String

  /// The file's current size in bytes.
  var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The complete rows in the file.
  func rows() -> [TraceRow] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The text after the last line break is empty or an incomplete row.
    return lines.dropFirst().dropLast().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = cells.compactMap { Double($0) }
      guard cells.count == 7, numbers.count == 6, let cycle = Int(cells[3]) else { return nil }
      return TraceRow(
        time: numbers[0], cycleDurationRequested: numbers[1], cycleDurationInEffect: numbers[2],
        cycle: cycle, phase: numbers[4], value: numbers[5],
        events: cells[6].split(separator: ";").map(String.init))
    }
  }
}
