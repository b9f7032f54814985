// SPDX-License-Identifier: Apache-2.0

// The Swift driver of the script protocol, which Protocol.md describes.

import DynamicRepeat

/// The words of one line, in order; an invalid word ends the program.
struct Words {
  private var remaining: ArraySlice<Substring>

  init(_ line: String) { remaining = line.split(separator: " ")[...] }
  var isEmpty: Bool { remaining.isEmpty }
  mutating func next() -> Substring { remaining.removeFirst() }
  mutating func number() -> Double { Double(next())! }
  mutating func integer() -> WideInt { WideInt(next())! }
  /// Takes the next word if it equals `word`.
  mutating func take(_ word: String) -> Bool {
    guard remaining.first == word[...] else { return false }
    remaining.removeFirst()
    return true
  }

  mutating func position() -> CyclePosition { CyclePosition(cycle: integer(), phase: number()) }
  mutating func rate() -> RepeatRate {
    next() == "hertz" ? .hertz(number()) : .cycleDuration(number())
  }
  mutating func policy() -> RatePolicy {
    next() == "restartPerCycle" ? .restartPerCycle : .phaseMatched(ramp: number())
  }
  mutating func bounds() throws -> RateBounds {
    try RateBounds(minimumRate: number(), maximumRate: number(), slope: number())
  }
  mutating func point() -> ArrivalPoint {
    next() == "phase" ? .phase(number()) : .position(position())
  }
  mutating func moment() -> RepeatMoment {
    switch next() {
    case "time": .time(number())
    case "nextCycle": .nextCycle
    case "cycle": .cycle(integer())
    default: .phase(number())
    }
  }

  mutating func command() -> RepeatCommand {
    let plain: [Substring: RepeatCommand] = [
      "start": .start, "stopAtCycleEnd": .stop(.atCycleEnd), "stopImmediately": .stop(.immediately),
      "freeze": .stop(.freeze), "pause": .pause, "resume": .resume, "reverse": .reverse,
    ]
    let name = next()
    switch name {
    case "rate": return .rate(rate())
    case "ramp":
      let seconds = number()
      return .ramp(to: rate(), over: seconds)
    case "seek", "seekFiring": return .seek(to: position(), isSilent: name == "seek")
    case "policy": return .policy(policy())
    case "count": return .repeatCount(number())
    default: return plain[name]!
    }
  }

  mutating func controller() throws -> RepeatController {
    var (settings, now): (_, Double?) = (RepeatSettings(pace: .linear), 0)
    var marks: [Double] = []
    while !isEmpty {
      switch next() {
      case "unset": now = nil
      case "rate": settings.rate = rate()
      case "policy": settings.policy = policy()
      case "oneWay": settings.autoreverses = false
      case "count": settings.repeatCount = number()
      case "delay": settings.repeatDelay = number()
      case "startPhase": settings.startPhase = number()
      case "mark": marks.append(number())
      case "restAtLastValue": settings.restState = .lastValue
      case "limit": settings.maxFlashRate = number()
      case "all": settings.reporting = .all
      case let other: fatalError("no setting: \(other)")
      }
    }
    settings.marks = PhaseMarks(marks)
    return try RepeatController(settings, now: now)
  }
}

func text(_ event: RepeatEvent) -> String {
  let kind = event.kind == .mark ? "mark\(event.mark)" : "\(event.kind)"
  return "\(kind) \(event.cycle) \(event.count) \(event.time) \(event.lateness)"
}

func text(_ sample: RepeatSample) -> String {
  "\(sample.state) \(sample.position.cycle) \(sample.position.phase) \(sample.fraction) "
    + "\(sample.hertz) \(sample.isWaiting)"
}

func text(_ error: any Error) -> String {
  switch error as? RepeatError {
  case .full: "error full"
  case .timeHasPassed: "error timeHasPassed"
  case .notMoving: "error notMoving"
  case .rateOutOfBounds, .rateAboveFlashLimit: "error rateOutOfBounds"
  case .noWay: "error noWay"
  case .outOfReach(let nearest, _): "error outOfReach \(nearest)"
  default: "error \(error)"
  }
}

struct Player {
  var repeater: RepeatController
  /// The IDs of the commands of `at` lines; nil if the command was rejected.
  var scheduled: [ScheduledCommandID?] = []

  /// Executes one line; returns the answer.
  mutating func play(_ words: inout Words) throws -> String {
    var events: [RepeatEvent] = []
    switch words.next() {
    case "do": try repeater.perform(words.command())
    case "at":
      let moment = words.moment()
      scheduled.append(nil)
      scheduled[scheduled.endIndex - 1] = try repeater.schedule(words.command(), at: moment)
    case "cancel": if let id = scheduled[words.integer()] { repeater.cancel(id) }
    case "next":
      if let event = repeater.nextEvent(through: words.number()) { events.append(event) }
    case "advance":
      let time = words.number()
      var silent = repeater
      silent.advanceSilently(to: time)
      while let event = repeater.nextEvent(through: time) {
        precondition(repeater.now == event.time, "the event's time is not the present time")
        events.append(event)
        // A repeat can be saved between any two events.
        repeater = try RepeatController(savedState: repeater.savedState)
      }
      precondition(repeater == silent, "an advance without events leads to another state")
    case "sample": return text(repeater.sample(at: words.number()))
    case "save": repeater = try RepeatController(savedState: repeater.savedState)
    case "move": try repeater.moveTimeline(to: words.number())
    case "lock":
      let line = try RepeatLine(words.position(), at: words.number(), hertz: words.number())
      try repeater.lock(to: line, within: words.take("within") ? words.bounds() : nil)
    case "arrive":
      let (point, time) = (words.point(), words.number())
      let rate = words.take("then") ? words.rate() : nil
      _ = words.take("within")
      try repeater.arrive(at: point, by: time, then: rate, within: words.bounds())
    case "unlock": try repeater.unlock()
    case "isOn": return "\(repeater.isOn(at: words.number(), duty: words.number()))"
    case "nextChange": return "\(repeater.nextChange(after: words.number()))"
    case "nextSwitch": return "\(repeater.nextSwitch(after: words.number(), duty: words.number()))"
    case let other: fatalError("no line: \(other)")
    }
    return ([text(repeater.sample(at: repeater.now))] + events.map(text)).joined(separator: " | ")
  }
}

var player = Player(repeater: RepeatController())
while let line = readLine() {
  var words = Words(line)
  do {
    if words.take("settings") { player = Player(repeater: try words.controller()) }
    print(words.isEmpty ? "made" : try player.play(&words))
  } catch { print(text(error)) }
}
