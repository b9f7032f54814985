// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc

/// What keeps a rig from standing, in words for people: what is missing, and what helps.
package struct RigProblem: Error, Equatable, CustomStringConvertible {
  package let problem: String

  package var description: String { problem }

  package init(_ problem: String) { self.problem = problem }
}

/// A program that a test or a measurement started: known by its id, and ended with the value.
package final class Child {
  package let id: pid_t
  /// The reading end of its standard output and error.
  private let descriptor: Int32
  private var text = ""
  private var status: Int32?

  /// Starts `program`: a path, or a name to be looked for in PATH.
  /// - Parameter environment: What differs from our own environment; nil takes a variable out.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws(RigProblem) {
    var ends: [Int32] = [0, 0]
    // Sockets, because pipes cannot be made so that no other child gets them too.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw RigProblem("no sockets: \(String(cString: strerror(errno)))")
    }
    descriptor = ends[0]
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var words = ([program] + arguments).map { strdup($0) }
    var variables = Self.variables(environment).map { strdup($0) }
    defer { for word in words + variables { free(word) } }
    words.append(nil)
    variables.append(nil)
    var id: pid_t = 0
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let failure = posix_spawnp(&id, program, &actions, &attributes, words, variables)
    self.id = id
    guard failure == 0 else {
      status = 127
      throw RigProblem(
        "\(program) cannot be started: \(String(cString: strerror(failure)))")
    }
    StartedProcesses.add(id)
  }

  deinit {
    // Stopped children die of this too.
    if status == nil {
      kill(id, SIGKILL)
      reap(0)
    }
    close(descriptor)
  }

  /// Sends a signal.
  package func send(_ signal: Int32) {
    if status == nil { kill(id, signal) }
  }

  /// Reads what it writes until `isEnough`, its end, or until `seconds` have passed.
  /// - Returns: All that it has written since the last call.
  @discardableResult
  package func read(seconds: Double, until isEnough: (String) -> Bool) -> String {
    defer { text = "" }
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

  /// Waits for its end, or ends it after `seconds`: nothing may hang.
  /// - Returns: Exit status, or minus the signal's number; and all that was not read yet.
  package func end(within seconds: Double = 60) -> (status: Int32, output: String) {
    let output = read(seconds: seconds) { _ in false }
    let clock = SystemClock()
    let end = clock.now() + 1_000_000_000
    while status == nil {
      reap(WNOHANG)
      if status == nil, clock.now() > end { kill(id, SIGKILL) }
      if status == nil { clock.sleep(until: clock.now() + 500_000) }
    }
    return (status ?? 127, output)
  }

  private func reap(_ options: Int32) {
    var code: Int32 = 0
    guard waitpid(id, &code, options) == id else { return }
    status = code & 0x7F == 0 ? code >> 8 & 0xFF : -(code & 0x7F)
    StartedProcesses.remove(id)
  }

  /// No blocked and no ignored signals: the testing library blocks some, and scripts ignore some.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  private static func variables(_ changes: [String: String?]) -> [String] {
    var lines: [String] = []
    var place = environ
    while let entry = place.pointee {
      let line = String(cString: entry)
      if !changes.keys.contains(String(line.prefix { $0 != "=" })) { lines.append(line) }
      place += 1
    }
    return lines + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  /// Runs a program to its end, or for `seconds`.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:],
    within seconds: Double = 60
  ) throws(RigProblem) -> (status: Int32, output: String) {
    try Child(program, arguments, environment: environment).end(within: seconds)
  }

  /// The path of a program in PATH, nil where there is none.
  package static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The path of a program that is built together with this one.
  package static func beside(_ name: String) throws(RigProblem) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &bytes, Int(PATH_MAX))
    let own = String(decoding: bytes[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = String(own[...(own.lastIndex(of: "/") ?? own.startIndex)]) + name
    guard access(path, X_OK) == 0 else {
      throw RigProblem(
        "\(name) is not beside this program;"
          + " build it: swift build -c release --product \(name)")
    }
    return path
  }
}
