// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that runs beside this one, and answers lines with lines.
final class ChildProcess {
  private let process: pid_t
  /// Both the child's standard input and its standard output: sending there raises no signal.
  private let socket: Int32
  private var unread: [UInt8] = []

  /// Milliseconds that an answer may take: the largest count needs some seconds to be made.
  private static let patience: Int32 = 60_000

  /// `nil` where it cannot be started.
  /// - Parameter environment: As in "NAME=value"; beside this program's own.
  init?(_ path: String, _ arguments: [String], environment: [String] = []) {
    guard let ends = connectedSockets() else { return nil }
    defer { close(ends.child) }
    guard
      let process = spawn(
        path, arguments, environment: environment, redirecting: [(ends.child, 0), (ends.child, 1)])
    else {
      close(ends.own)
      return nil
    }
    (self.process, socket) = (process, ends.own)
  }

  deinit {
    // The end of its input is the child's sign to go; one that does not listen is ended.
    shutdown(socket, Int32(SHUT_WR))
    while receive() {}
    close(socket)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The processor time that it has taken so far, in nanoseconds.
  var processorNanoseconds: Double? {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return 1e9 * Double(time.tv_sec) + Double(time.tv_nsec)
  }

  /// Sends a line.
  func send(_ line: String) {
    var remaining = Array((line + "\n").utf8)[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A child that is gone shows when its answer is read.
      guard count > 0 else { return }
      remaining = remaining.dropFirst(count)
    }
  }

  /// The next line that begins with a word, without the word; `nil` when none comes any more.
  func answer(after word: String) -> String? {
    while true {
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        if line.hasPrefix(word) { return String(line.dropFirst(word.count)) }
      }
      guard receive() else { return nil }
    }
  }

  /// Waits for bytes; false at their end, or when patience is.
  private func receive() -> Bool {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = poll(&waiting, 1, Self.patience) } while ready < 0 && errno == EINTR
    guard ready > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(socket, &bytes, bytes.count)
    guard count > 0 else { return false }
    unread += bytes[..<count]
    return true
  }
}

/// Runs a program to its end.
/// - Returns: How it ended, as an exit code, and the last line that it wrote, to whichever of its
///   outputs; `nil` where it cannot be started.
func runToEnd(
  _ path: String, _ arguments: [String], environment: [String] = []
) -> (exitCode: Int32, lastLine: String)? {
  guard let ends = connectedSockets() else { return nil }
  defer { close(ends.own) }
  // Compilers write to both; standard output here is for figures alone.
  let process = spawn(
    path, arguments, environment: environment, redirecting: [(ends.child, 1), (ends.child, 2)])
  close(ends.child)
  guard let process else { return nil }
  var text: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(ends.own, &bytes, bytes.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { break }
    text += bytes[..<count]
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  let last = text.split(separator: UInt8(ascii: "\n")).last ?? []
  // As shells say it: a signal's number after 128.
  let exitCode = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  return (exitCode, String(decoding: last, as: UTF8.self))
}

/// Two ends of one line, neither of which a child inherits as it is.
private func connectedSockets() -> (own: Int32, child: Int32)? {
  var ends: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
  return (ends[0], ends[1])
}

/// Starts a program with some of its descriptors replaced by others.
private func spawn(
  _ path: String, _ arguments: [String], environment: [String],
  redirecting descriptors: [(from: Int32, to: Int32)]
) -> pid_t? {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
  var words = ([path] + arguments).map { strdup($0) } + [nil]
  // Of two variables of one name, programs take whichever they like.
  let names = Set(environment.map { $0.prefix { $0 != "=" } })
  let inherited = inheritedEnvironment.filter { !names.contains($0.prefix { $0 != "=" }) }
  var variables = (environment + inherited).map { strdup($0) } + [nil]
  defer { for word in words + variables { free(word) } }
  var process: pid_t = 0
  return posix_spawn(&process, path, &actions, nil, &words, &variables) == 0 ? process : nil
}

private var inheritedEnvironment: [String] {
  var variables: [String] = []
  var next = environ
  while let variable = next.pointee {
    variables.append(String(cString: variable))
    next += 1
  }
  return variables
}
