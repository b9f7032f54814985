// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SDLDriver

/// Music with its own clock, a square that is locked to the music's beat, and a square that has the
/// same tempo but is not locked.
struct BeatScene: Scene {
  static let name = "beat"
  static let title = "In step with music"
  static let summary = "music, a square in step, and one that is not"
  static let keys = [
    KeyHelp("\u{2191}\u{2193}", "change the tempo; so does the mouse"),
    KeyHelp("M", "lock the first square to the beat, or unlock it"),
    KeyHelp("X", "jump to another point of the music"),
    KeyHelp("T", "mute the music, or hear it; the sound device sets the beat"),
  ]

  /// The beats by which a seek jumps: not a whole number, so that the squares get out of step.
  static let seekBeats = 2.4
  /// The tempo change per arrow key, in beats per minute.
  static let tempoStep = 4.0

  private(set) var music: BeatMusic
  /// The first square, which can be locked, and the free square.
  private(set) var locked: BeatSquare
  private(set) var free: BeatSquare
  /// Whether the first square is to be locked.
  private(set) var isLocked = true
  var tempo = Track()
  /// Whether the tempo is dragged; the free square keeps its old rate until the end of the drag.
  private var isDragged = false
  static let playsAtOnce = true
  private var wasKnown = false

  init(_ setup: SceneSetup) {
    music = BeatMusic(now: setup.now)
    let hertz = BeatMusic.firstTempo / 60
    // Both squares start out of step, so that the locked one visibly comes into step.
    locked = BeatSquare(hertz: hertz, startPhase: 0.4, now: setup.now)
    free = BeatSquare(hertz: hertz, startPhase: 0.65, now: setup.now)
  }

  /// The scene has no ticks, because the music itself plays the beats.
  var ticks: [Tick]? { [] }
  var rhythm: Rhythm? { music.rhythm }

  /// The tempo in beats per second.
  private var beatHertz: Double { music.beatsPerMinute / 60 }
  /// The beat to follow; nil while it is unknown.
  private var leader: RepeatLine? { music.isKnown ? music.leader : nil }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    if music.update(frame, controls.music) { names.append("music_seek") }
    if music.isKnown != wasKnown {
      wasKnown = music.isKnown
      names.append(wasKnown ? "music_known" : "music_lost")
      lock()
    }
    names += locked.update(at: frame.time, leader).map(\.traceName)
    _ = free.update(at: frame.time, leader)
    for press in controls.presses { handle(press, &names) }
    if let share = tempo.drag(controls) {
      let tempos = BeatMusic.tempos
      let wanted = tempos.lowerBound + share * (tempos.upperBound - tempos.lowerBound)
      isDragged = true
      setTempo(wanted.rounded(), &names)
    } else if isDragged {
      isDragged = false
      free.release(hertz: beatHertz)
    }
    return TraceRow(
      time: frame.time, cycleDurationRequested: 60 / music.beatsPerMinute,
      cycleDurationInEffect: locked.sample.cycleDuration, cycle: locked.sample.position.cycle,
      phase: locked.sample.position.phase, value: locked.shown, events: names)
  }

  private mutating func handle(_ press: Controls.Press, _ names: inout [String]) {
    switch press {
    case .nextMode:
      isLocked.toggle()
      names.append(isLocked ? "lock" : "unlock")
      if isLocked { lock() } else { locked.release(hertz: beatHertz) }
    case .run:
      names.append("seek")
      music.seek(beats: Self.seekBeats)
    case .up: setTempo(music.beatsPerMinute + Self.tempoStep, &names)
    case .down: setTempo(music.beatsPerMinute - Self.tempoStep, &names)
    default: break
    }
  }

  private mutating func setTempo(_ beatsPerMinute: Double, _ names: inout [String]) {
    guard music.setTempo(beatsPerMinute) else { return }
    names.append("tempo")
    if !isDragged { free.release(hertz: beatHertz) }
    if isLocked { lock() } else { locked.release(hertz: beatHertz) }
  }

  /// Locks the first square to the beat, if the beat is known.
  private mutating func lock() {
    if isLocked, let leader { locked.lock(to: leader) }
  }
}
