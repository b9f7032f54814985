// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc

/// A problem that prevents a rig from starting: a missing part, and its remedy.
package struct RigProblem: Error, Equatable, CustomStringConvertible {
  package let problem: String

  package var description: String { problem }

  package init(_ problem: String) { self.problem = problem }

  /// The first of these programs that is missing; nil if all are in PATH.
  static func missing(_ programs: String...) -> RigProblem? {
    programs.first { Child.find($0) == nil }
      .map { RigProblem("\($0) is missing; see Tests/build.sh") }
  }
}

/// A program that a test or a measurement started; it is ended when this object is freed.
package final class Child {
  package let id: pid_t
  /// The reading end of the program's standard output; `nil` if the output goes elsewhere.
  private let descriptor: Int32?
  private let errorFile: UnnamedFile?
  private var text = ""
  /// The exit status, or minus the signal's number; nil while unknown.
  private var ending: Int32?

  /// Manages a program that was already started and whose output goes elsewhere.
  init(_ id: pid_t) {
    (self.id, descriptor, errorFile) = (id, nil, nil)
  }

  /// Starts `program`: a path, or a name in PATH.
  /// - Parameters:
  ///   - folder: The working folder; nil for this program's.
  ///   - environment: Changes to this program's environment; nil removes a variable.
  ///   - separatesErrors: Whether only `errors` returns the program's standard error; otherwise
  ///     `read` returns it together with standard output.
  ///   - hasInput: Whether `write` sends lines to the program's standard input, which is empty
  ///     otherwise.
  ///   - inRealTime: Whether the program has priority over all ordinary programs, if this is
  ///     permitted. Use it for programs that mostly sleep, and whose figures mean nothing if
  ///     another program delays them.
  package init(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String?] = [:], separatesErrors: Bool = false,
    hasInput: Bool = false, inRealTime: Bool = false
  ) throws(RigProblem) {
    errorFile = separatesErrors ? try UnnamedFile() : nil
    var ends: [Int32] = [0, 0]
    // These are sockets, because a pipe cannot be created and hidden from other children in one
    // step.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw RigProblem("no sockets: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    let start = Spawning(
      program: program, arguments: arguments, folder: folder, environment: environment)
    do throws(RigProblem) {
      id = try start.start(
        input: hasInput ? ends[1] : nil, output: ends[1],
        errors: errorFile?.descriptor ?? ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    descriptor = ends[0]
    if inRealTime {
      var priority = sched_param()
      priority.sched_priority = 1
      sched_setscheduler(id, SCHED_RR, &priority)
    }
  }

  deinit {
    _ = status(within: 0)
    if let descriptor { close(descriptor) }
  }

  /// Whether the program is still running.
  package var isRunning: Bool {
    if ending == nil { reap(WNOHANG) }
    return ending == nil
  }

  /// The program's standard error so far, if it is separate from standard output.
  package var errors: String { errorFile?.text ?? "" }

  /// Sends a signal.
  package func send(_ signal: Int32) {
    if ending == nil { kill(id, signal) }
  }

  /// Writes a line to the program's standard input.
  ///
  /// A failure to write is ignored, because the loss of the child is detected when its output is
  /// read.
  package func write(_ line: String) {
    guard let descriptor else { return }
    var remaining = Array((line + "\n").utf8)[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      remaining = remaining.dropFirst(count)
    }
  }

  /// Reads the program's output until `isEnough` returns true, the program ends, or `seconds` have
  /// passed.
  /// - Returns: The output since the last call.
  @discardableResult
  package func read(
    seconds: Double, until isEnough: (String) -> Bool = { _ in false }
  ) -> String {
    defer { text = "" }
    guard let descriptor else { return "" }
    let clock = SystemClock()
    let end = clock.now() + Int64(seconds * 1e9)
    while !isEnough(text) {
      let left = (end - clock.now()) / 1_000_000
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left >= 0, poll(&request, 1, Int32(min(left + 1, 1000))) >= 0 else { break }
      guard request.revents != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return text
  }

  /// Waits for the program's end, or kills the program after `seconds`, so that no test hangs.
  /// - Returns: The exit status, or minus the signal's number.
  package func status(within seconds: Double = 20) -> Int32 {
    let clock = SystemClock()
    let start = clock.now()
    while isRunning, case let waited = clock.now() - start, Double(waited) <= seconds * 1e9 {
      // The polling interval is an eighth of the time waited. The delay is then small in
      // proportion, and polling costs little.
      clock.sleep(until: clock.now() + min(max(waited / 8, 500_000), 20_000_000))
    }
    if ending == nil {
      // SIGKILL also ends stopped children.
      kill(id, SIGKILL)
      reap(0)
    }
    return ending ?? -SIGKILL
  }

  /// Waits for the program's end, or kills the program after `seconds`, so that no test hangs.
  /// - Returns: The exit status, or minus the signal's number; and the remaining output.
  package func end(within seconds: Double = 60) -> (status: Int32, output: String) {
    let output = read(seconds: seconds)
    return (status(within: 1), output)
  }

  private func reap(_ options: Int32) {
    var code: Int32 = 0
    guard waitpid(id, &code, options) == id else { return }
    ending = code & 0x7F == 0 ? code >> 8 & 0xFF : -(code & 0x7F)
  }
}
