// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The loop itself: each of the last 600 intervals, what was predicted of them, and what went wrong.
///
/// Keys make single frames long, or stop the loop for 0.6 s, so that one sees what it does. The
/// pendulum above moves with `Frame.time`: it is to go evenly whatever happens below.
struct ClockScene: Scene {
  static let name = "clock"
  static let title = "Frame clock"
  static let summary = "the frame loop's intervals, and what disturbs them"
  static let pausesItself = true
  static let keys = [
    KeyHelp("\u{2191} held", "slow frames", "each frame takes 30 ms"),
    KeyHelp("R", "one slow frame", "one frame takes 30 ms"),
    KeyHelp("X", "stop the loop", "the loop stops for 0.6 s; time goes on where it was"),
    KeyHelp("Space", "freeze", "freeze the figures"),
  ]

  /// Seconds of the pendulum's way there and back.
  static let cycle = 2.0
  /// Seconds that a slow frame takes: nearly two refreshes at 60 Hz.
  static let slowFrame = 0.03
  /// Seconds that the loop is stopped for: well above the quarter of a second that makes a stall.
  static let stop = 0.6
  /// Seconds for which the screen says what the loop did: time to read it.
  static let messageSeconds = 2.5
  /// Seconds between what happens by itself, a stop at each third.
  static let pause = 2.5

  /// Where the pendulum is: 0 at the left, 1 at the right.
  private(set) var pendulum = 0.0
  /// Seconds that the frame is to take.
  private(set) var delay = 0.0
  /// Whether the figures are frozen.
  private(set) var isFrozen = false
  var paused: String? { isFrozen ? "figures frozen" : nil }
  /// Seconds between two refreshes: the middle of the charts.
  private(set) var refreshPeriod = 1.0 / 60
  /// The frozen figures, once they were drawn.
  var frozen: FrameStatistics?
  var intervals = ChartScale()
  var errors = ChartScale()
  var bins = BinCounts()

  /// What the loop did last, and the time until which the screen says so.
  private(set) var message: (text: String, isStall: Bool, end: Double)?
  private let provokesItself: Bool
  private let start: Double
  private var provoked = 0
  private var lastMode: PacingMode?

  init(_ setup: SceneSetup) {
    provokesItself = setup.attract
    start = setup.now
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    note(frame, &names)
    refreshPeriod = frame.refreshPeriod
    delay = controls.move.y < 0 ? Self.slowFrame : 0
    for press in controls.presses { handle(press, frame, &names) }
    if provokesItself { provoke(frame.time, &names) }
    let cycles = (frame.time - start) / Self.cycle
    let whole = cycles.rounded(.down)
    let phase = min(cycles - whole, 1.0.nextDown)
    pendulum = phase < 0.5 ? 2 * phase : 2 - 2 * phase
    return TraceRow(
      time: frame.time, cycleDurationRequested: Self.cycle, cycleDurationInEffect: Self.cycle,
      cycle: Int(whole), phase: phase, value: pendulum, events: names)
  }

  /// What the loop did since the frame before.
  private mutating func note(_ frame: Frame, _ names: inout [String]) {
    if frame.isAfterStall { names.append("stall") }
    if frame.missed > 0 { names.append(frame.missed == 1 ? "missed" : "missed*\(frame.missed)") }
    if frame.mode != lastMode, lastMode != nil { names.append("loop_\(frame.mode.word)") }
    lastMode = frame.mode
    if frame.isAfterStall {
      say("the loop stopped for \(NumberText.fixed(frame.rawDelta, 2)) s", true, frame)
    } else if frame.missed > 0, message?.isStall != true {
      say("a frame took \(NumberText.fixed(frame.rawDelta * 1000, 0)) ms", false, frame)
    }
    if let end = message?.end, frame.time >= end { message = nil }
  }

  private mutating func say(_ text: String, _ isStall: Bool, _ frame: Frame) {
    message = (text, isStall, frame.time + Self.messageSeconds)
  }

  private mutating func handle(
    _ press: Controls.Press, _ frame: Frame, _ names: inout [String]
  ) {
    switch press {
    case .ramp:
      slowDown(Self.slowFrame, "slow_frame", &names)
      // Whatever the loop makes of it: with a slower display it misses no refresh.
      say("R: one frame takes \(NumberText.fixed(Self.slowFrame * 1000, 0)) ms", false, frame)
    case .run:
      slowDown(Self.stop, "stop", &names)
      say("X: the loop stops for \(NumberText.fixed(Self.stop, 1)) s", false, frame)
    case .pause:
      isFrozen.toggle()
      names.append(isFrozen ? "paused" : "resumed")
    default: break
    }
  }

  private mutating func provoke(_ time: Double, _ names: inout [String]) {
    guard time - start >= Double(provoked + 1) * Self.pause else { return }
    provoked += 1
    let stops = provoked.isMultiple(of: 3)
    slowDown(stops ? Self.stop : Self.slowFrame, stops ? "stop" : "slow_frame", &names)
  }

  private mutating func slowDown(_ seconds: Double, _ name: String, _ names: inout [String]) {
    delay = max(delay, seconds)
    names.append(name)
  }
}

extension PacingMode {
  /// The mode in a word, without its reason.
  var word: String {
    switch self {
    case .acquiring: "acquire"
    case .locked: "locked"
    case .variable: "variable"
    case .timer: "timer"
    case .throttled: "throttled"
    case .paused: "paused"
    }
  }
}
