// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import RepeatTiming
import SDLDriver

/// Squares that come into step with music, each in its own way; the music's clock is only heard.
struct BeatScene: Scene {
  static let name = "beat"
  static let title = "In step with music"
  static let summary = "squares that lock to music, each in its own way"
  static let keys = [
    KeyHelp("M, Space", "lock, pause", "lock to the beat, unlock; pause"),
    KeyHelp("X", "seek", "jump to another point of the music"),
    KeyHelp("\u{2191}\u{2193}", "tempo", "tempo"),
    KeyHelp("Enter", "tap", "tap the tempo, three times or more"),
    KeyHelp("+ \u{2212}", "health", "the hunted square's health"),
    KeyHelp("T", "", "hear the music; the sound device leads then"),
  ]

  static let terms = [
    KeyHelp("heard", "", "the device's position as a program reads it, in steps"),
    KeyHelp("followed", "", "what is shown of it; both at worst, beside the truth"),
  ]

  /// Beats that a seek jumps by: not a whole number, or nothing would be out of step.
  static let seekBeats = 2.4
  /// Beats a minute that an arrow changes the tempo by.
  static let tempoStep = 4.0
  /// Health from which a beat of the heart is a beat of the music, and from which on it is one and
  /// a half; below that it is two.
  static let calmHealth = 0.67
  static let weakHealth = 0.34

  private(set) var music: BeatMusic
  private(set) var lanes: [BeatLane]
  /// Whether the squares are to be in step.
  private(set) var isLocked = false
  /// The hunted square's health, 0...1.
  private(set) var health = 1.0
  private(set) var errors = Ring<ErrorSample>(capacity: 1200)
  private(set) var plan: BeatPlan
  private var tapTempo = TapTempo()
  private let limit: FlashLimit
  /// What happened last, and until when to show it; nil where nothing happened of late.
  private(set) var happened: (text: String, until: Double)?
  /// Whether the music was known at the last frame.
  private var wasKnown = false

  /// How far the shown position of the music was from the truth at a frame.
  struct ErrorSample: Sendable {
    /// Seconds.
    var time: Double
    /// Seconds that the device's word was late.
    var heard: Double
    /// Seconds that what is shown was ahead.
    var followed: Double
  }

  init(_ setup: SceneSetup) {
    limit = setup.limit
    music = BeatMusic(now: setup.now)
    plan = BeatPlan(now: setup.now)
    lanes = BeatLane.Way.allCases.map { way in
      BeatLane(
        way, beatHertz: BeatMusic.firstTempo / 60, limit: setup.limit, now: setup.now)
    }
  }

  /// The cycles are heard in the music.
  var ticks: [Tick]? { [] }
  var rhythm: Rhythm? { music.rhythm }

  /// Beats per second.
  private var beatHertz: Double { music.beatsPerMinute / 60 }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    let hasJumped = music.update(frame, controls.music)
    if hasJumped { names.append("music_seek") }
    if let last = happened, frame.time >= last.until { happened = nil }
    let isKnown = music.isKnown
    if isKnown != wasKnown { names.append(isKnown ? "music_known" : "music_lost") }
    for index in lanes.indices {
      let events = lanes[index].update(at: frame.time, leader)
      if index == 0 { names += events.map { FlashEvent($0).traceName } }
    }
    for press in controls.presses { handle(press, frame.time, &names) }
    followPlan(frame.time, &names)
    // The music has been found, or found again: from here on it can be followed.
    if isKnown, !wasKnown, isLocked { followAnew() }
    wasKnown = isKnown
    setRatios()
    if let error = music.error {
      errors.append(
        ErrorSample(time: frame.time, heard: music.heardLateness, followed: error))
    }
    let lane = lanes[0]
    let sample = lane.controller.sample(at: frame.time)
    return TraceRow(
      time: frame.time, cycleDurationRequested: 60 / music.beatsPerMinute,
      cycleDurationInEffect: sample.cycleDuration, cycle: sample.position.cycle,
      phase: sample.position.phase, value: lane.shown, events: names)
  }

  /// What the lanes are measured against; nil while the music is not known.
  private var leader: RepeatLeader? { music.isKnown ? music.leader : nil }

  // MARK: - Commands

  private mutating func handle(_ press: Controls.Press, _ time: Double, _ names: inout [String]) {
    switch press {
    case .nextMode: toggleLock(&names)
    case .run: seek(time, &names)
    case .up: setTempo(music.beatsPerMinute + Self.tempoStep, &names)
    case .down: setTempo(music.beatsPerMinute - Self.tempoStep, &names)
    case .tap:
      names.append("tap")
      if let tempo = tapTempo.tap(at: time) { setTempo(tempo.rounded(), &names) }
    case .healthUp: changeHealth(by: 0.1)
    case .healthDown: changeHealth(by: -0.1)
    default: return
    }
    plan.wait(from: time)
  }

  private mutating func toggleLock(_ names: inout [String]) {
    isLocked.toggle()
    names.append(isLocked ? "lock" : "unlock")
    if isLocked {
      followAnew()
    } else {
      for index in lanes.indices { lanes[index].unlock(beatHertz: beatHertz) }
    }
  }

  private mutating func seek(_ time: Double, _ names: inout [String]) {
    names.append("seek")
    happened = ("the music jumped by \(NumberText.fixed(Self.seekBeats, 1)) beats", time + 4)
    music.seek(beats: Self.seekBeats)
  }

  private mutating func setTempo(_ tempo: Double, _ names: inout [String]) {
    guard music.setTempo(tempo) else { return }
    names.append("tempo")
    if isLocked { followAnew() }
  }

  private mutating func changeHealth(by amount: Double) {
    health = min(max(((health + amount) * 100).rounded() / 100, 0), 1)
  }

  /// Hands the leader to all lanes.
  private mutating func followAnew() {
    guard let leader else { return }
    setRatios()
    for index in lanes.indices { lanes[index].follow(leader) }
  }

  /// Gives the lanes their ratios, which the flash limit may lower.
  private mutating func setRatios() {
    for index in lanes.indices {
      let wanted = wantedRatio(of: lanes[index].way)
      lanes[index].setRatio(allowed(wanted), leader)
    }
  }

  /// The ratio that a lane is to have, before the flash limit.
  func wantedRatio(of way: BeatLane.Way) -> CycleRatio {
    switch way {
    case .twice: CycleRatio(2)
    case .heart:
      health >= Self.calmHealth
        ? .one : health >= Self.weakHealth ? CycleRatio(3, 2) : CycleRatio(2)
    default: .one
    }
  }

  /// The ratio nearest below that keeps to three flashes a second.
  private func allowed(_ ratio: CycleRatio) -> CycleRatio {
    let lower = [ratio, CycleRatio(3, 2), .one, CycleRatio(1, 2)]
    return lower.first {
      $0.value <= ratio.value && (!limit.isOn || $0.value * beatHertz <= FlashLimit.hertz)
    } ?? CycleRatio(1, 2)
  }

  // MARK: - By itself

  private mutating func followPlan(_ time: Double, _ names: inout [String]) {
    guard let step = plan.step(at: time) else { return }
    switch step {
    case .unlock: if isLocked { toggleLock(&names) }
    case .lock: if !isLocked { toggleLock(&names) }
    case .seek: seek(time, &names)
    case .tempo(let tempo): setTempo(tempo, &names)
    case .health(let share):
      health = share
      names.append("health")
    }
  }
}

/// What happens by itself, and waits while somebody presses keys.
struct BeatPlan: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case unlock
    case lock
    case seek
    case tempo(Double)
    case health(Double)
  }

  /// Each step, and the seconds to the next.
  private static let steps: [(step: Step, seconds: Double)] = [
    (.lock, 6), (.seek, 6), (.tempo(72), 6), (.health(0.2), 6), (.unlock, 4), (.lock, 6),
    (.tempo(88), 6), (.seek, 6), (.health(1), 6), (.tempo(84), 6), (.unlock, 4),
  ]
  /// Seconds until the first, and without a key.
  private static let firstSeconds = 3.0
  private static let idleSeconds = 20.0

  private var next = 0
  private var due: Double

  init(now: Double) { due = now + Self.firstSeconds }

  /// What is due; nil where nothing is.
  mutating func step(at time: Double) -> Step? {
    guard time >= due else { return nil }
    let step = Self.steps[next]
    next = (next + 1) % Self.steps.count
    due = time + step.seconds
    return step.step
  }

  /// Waits for idle seconds from `time` on.
  mutating func wait(from time: Double) { due = time + Self.idleSeconds }
}
