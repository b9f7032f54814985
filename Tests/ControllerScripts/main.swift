// SPDX-License-Identifier: Apache-2.0

// Carries out the scripts of check.py with the controller.
//
// Reads lines from standard input: `settings ...` makes a controller, `do COMMAND`, `at MOMENT
// COMMAND`, `cancel N`, `advance T` and `sample T` use it. For each line one line is written: what
// the controller shows then, and the events that an advance handed out. See check.py for the words.

import DynamicRepeat

/// The event as words: its kind, cycle, count, time and lateness.
func words(_ event: RepeatEvent) -> String {
  let kind =
    switch event.kind {
    case .stoppedAtCycleEnd: "stopped-cycleEnd"
    case .stoppedImmediately: "stopped-immediately"
    case .frozen: "stopped-frozen"
    case .finished: "stopped-finished"
    default: "\(event.kind)"
    }
  return "\(kind) \(event.cycle) \(event.count) \(event.time) \(event.lateness)"
}

func words(_ sample: RepeatSample) -> String {
  "\(sample.state) \(sample.position.cycle) \(sample.position.phase) \(sample.fraction) "
    + "\(sample.hertz) \(sample.isWaiting)"
}

/// One script's controller and the commands that it has been given for later.
struct Player {
  var controller: RepeatController
  var scheduled: [ScheduledCommandID?] = []

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
    case "do":
      let command = try line.command()
      do { try controller.perform(command) } catch RepeatError.full { return "full" }
    case "at":
      let moment = try line.moment()
      let command = try line.command()
      do { scheduled.append(try controller.schedule(command, at: moment)) } catch RepeatError.full {
        scheduled.append(nil)
        return "full"
      }
    case "cancel": if let id = scheduled[try line.integer()] { controller.cancel(id) }
    case "save":
      let restored = try RepeatController(savedState: controller.savedState)
      guard restored == controller else { return "restored differs" }
      controller = restored
    case "lock":
      do {
        try controller.lock(
          to: RepeatLine(
            CyclePosition(cycle: try line.integer(), phase: try line.double()),
            at: try line.double(), hertz: try line.double()),
          within: RateBounds(
            minimumRate: try line.double(), maximumRate: try line.double(), slope: try line.double()
          ))
      } catch let error as RepeatError { return "\(error)" }
    case "arrive":
      do {
        try controller.arrive(
          at: .position(CyclePosition(cycle: try line.integer(), phase: try line.double())),
          by: try line.double(),
          then: .hertz(try line.double()),
          within: RateBounds(
            minimumRate: try line.double(), maximumRate: try line.double(), slope: try line.double()
          ))
      } catch let error as RepeatError { return "\(error)" }
    case "unlock": try controller.unlock()
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
