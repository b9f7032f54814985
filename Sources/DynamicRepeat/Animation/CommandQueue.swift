// SPDX-License-Identifier: Apache-2.0

/// Commands given from inside a callback: of each kind the last.
struct CommandQueue {
  private var commands: [RepeatCommand] = []

  var requestedRate: RepeatRate? {
    for command in commands.reversed() {
      switch command {
      case .rate(let rate), .ramp(let rate, _): return rate
      default: continue
      }
    }
    return nil
  }

  mutating func add(_ command: RepeatCommand) {
    commands.removeAll { $0.kind == command.kind }
    commands.append(command)
  }

  mutating func takeAll() -> [RepeatCommand] {
    defer { commands = [] }
    return commands
  }
}

extension RepeatCommand {
  fileprivate enum Kind {
    case running
    case pausing
    case rate
    case direction
    case position
    case policy
    case count
  }

  fileprivate var kind: Kind {
    switch self {
    case .start, .stop: .running
    case .pause, .resume: .pausing
    case .hold, .rate, .ramp: .rate
    case .reverse: .direction
    case .seek: .position
    case .policy: .policy
    case .repeatCount: .count
    }
  }
}
