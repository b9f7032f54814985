// SPDX-License-Identifier: Apache-2.0

// Carries out scripts with a RepeatController and writes what it shows; check.py compares.
//
// Reads lines from standard input: `settings ...` makes a controller, `do COMMAND`, `at MOMENT
// COMMAND`, `cancel N`, `advance T` and `sample T` use it. For each line one line is written: what
// the controller shows then, and the events that an advance handed out. See check.py for the words.

import DynamicRepeat
import RepeatTiming

/// The state as one word.
func name(_ state: RepeatState) -> String {
  switch state {
  case .idle: "idle"
  case .running: "running"
  case .stopping: "stopping"
  case .paused(let isStopping): isStopping ? "pausedStopping" : "paused"
  }
}

/// The event as words: its kind, cycle, count, time and lateness.
func words(_ event: RepeatEvent) -> String {
  let kind =
    switch event.kind {
    case .started: "started"
    case .cycle: "cycle"
    case .direction(.towardAlternate): "towardAlternate"
    case .direction(.towardDefault): "towardDefault"
    case .stopped(let reason): "stopped-\(reason)"
    case .locked: "locked"
    case .unlocked(let reason): "unlocked-\(reason)"
    case .invalidInput: "refused"
    }
  return "\(kind) \(event.cycle) \(event.count) \(event.time) \(event.lateness)"
}

func words(_ sample: RepeatSample) -> String {
  "\(name(sample.state)) \(sample.position.cycle) \(sample.position.phase) \(sample.fraction) "
    + "\(sample.hertz) \(sample.isWaiting)"
}

/// One script's controller and the commands that it has been given for later.
struct Player {
  var controller: RepeatController
  var scheduled: [ScheduledCommandID] = []

  init(_ words: inout Words) throws {
    controller = try RepeatController(RepeatSettings(&words), now: 0)
  }

  /// Carries out one line and says what the controller shows after it.
  mutating func play(_ line: String) throws -> String {
    var line = Words(line)
    let verb = try line.next()
    var time = controller.now
    var events: [RepeatEvent] = []
    switch verb {
    case "do": try controller.perform(try line.command())
    case "at":
      let moment = try line.moment()
      scheduled.append(try controller.schedule(try line.command(), at: moment))
    case "cancel": controller.cancel(scheduled[try line.integer()])
    case "save": break  // Its own tests save it; the core's driver restores what it saved.
    case "advance":
      time = try line.double()
      events = controller.advance(to: time)
    case "sample": time = try line.double()
    default: throw ScriptError("no line begins with \(verb)")
    }
    return ([words(controller.sample(at: time))] + events.map(words)).joined(separator: " | ")
  }
}

var player: Player?
while let line = readLine() {
  if line.hasPrefix("settings") {
    var words = Words(line)
    _ = try words.next()
    player = try Player(&words)
    print("made")
  } else if let answer = try player?.play(line) {
    print(answer)
  }
}
