// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An X server without a screen, with its own number; it ends with the value.
final class XServer {
  /// For the environment of programs that are to show windows on it.
  let environment: [String: String?]
  private let process: ChildProcess

  init() throws {
    // The server chooses a free number and writes it to its standard output.
    process = try ChildProcess(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
    let lines = process.read { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .contains { Int($0) != nil }
    }
    guard let number = lines.split(separator: "\n").compactMap({ Int($0) }).first else {
      throw Failure(output: lines)
    }
    environment = [
      "DISPLAY": ":\(number)", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil,
    ]
  }

  struct Failure: Error {
    let output: String
  }

  /// Ends the server at once, as a crash would.
  func die() { process.send(SIGKILL) }

  /// Does something with keyboard, mouse or windows.
  func xdotool(_ arguments: String...) throws {
    let (status, output) = try ChildProcess.run("xdotool", arguments, environment: environment)
    if status != 0 { throw Failure(output: output) }
  }

  /// X's name of the window with this title, when it can be seen.
  func window(_ title: String) throws -> String {
    let (_, output) = try ChildProcess.run(
      "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^\(title)$"],
      environment: environment)
    return output.split(separator: "\n").first.map(String.init) ?? ""
  }
}

/// The figures that `FrameStatistics.report` prints.
struct Report {
  let text: String

  /// The last report in a text.
  init(_ text: String) { self.text = text }

  /// The number after `label` in the last line that begins with `name`.
  func number(_ name: String, _ label: String) -> Double {
    let line = text.split(separator: "\n").last { $0.hasPrefix(name + " ") } ?? ""
    let words = line.dropFirst(name.count).split(separator: " ")
    if label.isEmpty { return words.first.flatMap { Double($0) } ?? .nan }
    guard let place = words.firstIndex(of: Substring(label)), place + 1 < words.endIndex else {
      return .nan
    }
    return Double(words[place + 1].prefix { $0 != "," }) ?? .nan
  }

  /// The rest of the last line that begins with `name`.
  func line(_ name: String) -> String {
    let line = text.split(separator: "\n").last { $0.hasPrefix(name + " ") } ?? ""
    return line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
  }
}
