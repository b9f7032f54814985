// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// What is wrong with a line of a script.
struct ScriptError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The words of one line, taken from the front.
struct Words {
  private var remaining: ArraySlice<Substring>

  init(_ line: String) { remaining = line.split(separator: " ")[...] }

  var isEmpty: Bool { remaining.isEmpty }

  mutating func next() throws -> String {
    guard let word = remaining.popFirst() else { throw ScriptError("the line ends too early") }
    return String(word)
  }

  mutating func double() throws -> Double {
    let word = try next()
    guard let value = Double(word) else { throw ScriptError("\(word) is not a number") }
    return value
  }

  mutating func integer() throws -> Int {
    let word = try next()
    guard let value = Int(word) else { throw ScriptError("\(word) is not a whole number") }
    return value
  }
}

// MARK: - The words of commands

extension Words {
  mutating func rate() throws -> RepeatRate {
    let unit = try next()
    switch unit {
    case "hertz": return .hertz(try double())
    case "duration": return .cycleDuration(try double())
    default: throw ScriptError("a rate is hertz or duration, not \(unit)")
    }
  }

  mutating func policy() throws -> RatePolicy {
    let name = try next()
    switch name {
    case "restartPerCycle": return .restartPerCycle
    case "phaseMatched": return .phaseMatched(ramp: try double())
    default: throw ScriptError("no policy is called \(name)")
    }
  }

  mutating func moment() throws -> RepeatMoment {
    let name = try next()
    switch name {
    case "time": return .time(try double())
    case "nextCycle": return .nextCycle
    case "cycle": return .cycle(try integer())
    case "phase": return .phase(try double())
    default: throw ScriptError("no moment is called \(name)")
    }
  }

  mutating func command() throws -> RepeatCommand {
    let name = try next()
    switch name {
    case "start": return .start
    case "stopAtCycleEnd": return .stop(.atCycleEnd)
    case "stopImmediately": return .stop(.immediately)
    case "freeze": return .stop(.freeze)
    case "pause": return .pause
    case "resume": return .resume
    case "reverse": return .reverse
    case "hold": return .hold
    case "rate": return .rate(try rate())
    case "ramp":
      let seconds = try double()
      return .ramp(to: try rate(), over: seconds)
    case "seek", "seekFiring":
      let cycle = try integer()
      return .seek(
        to: CyclePosition(cycle: cycle, phase: try double()), isSilent: name == "seek")
    case "policy": return .policy(try policy())
    default: throw ScriptError("no command is called \(name)")
    }
  }
}

extension RepeatSettings {
  /// Reads settings as pairs of a name and its values.
  init(_ words: inout Words) throws {
    self.init()
    while !words.isEmpty {
      let name = try words.next()
      switch name {
      case "rate": rate = try words.rate()
      case "policy": policy = try words.policy()
      case "oneWay": autoreverses = false
      case "count": repeatCount = try words.double()
      case "delay": repeatDelay = try words.double()
      case "startPhase": startPhase = try words.double()
      case "restAtLastValue": restState = .lastValue
      case "all": reporting = .all
      default: throw ScriptError("no setting is called \(name)")
      }
    }
  }
}
