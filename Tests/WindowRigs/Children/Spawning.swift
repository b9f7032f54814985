// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The parameters of a new child; `environment` has the changes to this program's environment.
struct Spawning {
  /// A path, or a name in PATH.
  let program: String
  let arguments: [String]
  let folder: String?
  let environment: [String: String?]

  /// Starts the child.
  /// - Parameters:
  ///   - input: The descriptor for its standard input; nil for an empty one.
  ///   - output: The descriptor for its standard output.
  ///   - errors: The descriptor for its standard error.
  func start(input: Int32? = nil, output: Int32, errors: Int32) throws(RigProblem) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // `env` changes the folder and keeps the process id.
    let command = folder.map { ["/usr/bin/env", "--chdir=\($0)", program] } ?? [program]
    var words = (command + arguments).map { strdup($0) }
    var variables = self.variables.map { strdup($0) }
    defer { for word in words + variables { free(word) } }
    words.append(nil)
    variables.append(nil)
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    var id: pid_t = 0
    let failure = posix_spawnp(&id, command[0], &actions, &attributes, words, variables)
    guard failure == 0 else {
      throw RigProblem("\(program) cannot be started: \(String(cString: strerror(failure)))")
    }
    return id
  }

  /// The child gets no blocked or ignored signals: the testing library blocks some signals, and
  /// scripts ignore some.
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

  private var variables: [String] {
    var lines: [String] = []
    var next = environ
    while let entry = next.pointee {
      let line = String(cString: entry)
      if !environment.keys.contains(String(line.prefix { $0 != "=" })) { lines.append(line) }
      next += 1
    }
    return lines + environment.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }
}
