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

  // MARK: - Drawing

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "One square is locked to the music; the other only has the same tempo. Drag the tempo.",
      brief: "One is locked to the music, one is not. Drag.",
      status, on: &canvas)
    drawTempo(in: box.takeBottom(canvas.px(30), gap: canvas.px(8)), on: &canvas)
    let axis = canvas.small.lineHeight + canvas.px(2)
    let gap = canvas.px(14)
    let height = (box.height - axis - 2 * gap) / 3
    drawMusic(in: box.takeTop(height, gap: gap), on: &canvas)
    let step = isLocked ? ("In step", "locked to the beat") : ("Unlocked", "M locks it")
    draw(locked, step, .phase, in: box.takeTop(height, gap: gap), on: &canvas)
    let words = ("By itself", "same tempo, no lock")
    let chart = draw(free, words, .naive, in: box.takeTop(height), on: &canvas)
    canvas.times(in: chart.row(chart.bottom, height: axis), step: 2)
  }

  private mutating func drawTempo(in room: PixelBox, on canvas: inout Canvas) {
    var box = room
    let finding = "finding the music's beat"
    let text = box.takeRight(canvas.width(of: finding, canvas.bold), gap: canvas.px(14))
    let state =
      music.isKnown ? "\(NumberText.fixed(music.beatsPerMinute, 0)) beats a minute" : finding
    canvas.text(
      state, canvas.bold, locked.isInStep ? Palette.text : Palette.notice, in: text)
    let tempos = BeatMusic.tempos
    let share =
      (music.beatsPerMinute - tempos.lowerBound) / (tempos.upperBound - tempos.lowerBound)
    tempo.draw(share, knob: canvas.px(26), Palette.notice, in: box, on: &canvas)
  }

  /// Draws a lane's square, its two lines of text, and its figure: to the right of the chart, or in
  /// a narrow window below the text.
  /// - Returns: The box of the lane's chart.
  private func drawHead(
    _ light: Double, _ lines: (String, String), _ color: RGBA8,
    figure: (text: String, color: RGBA8) = ("", Palette.text), in room: PixelBox,
    on canvas: inout Canvas
  ) -> PixelBox {
    var box = room
    let bold = canvas.face(.medium, .bold)
    let side = min(box.height, canvas.px(110))
    let square = box.takeLeft(side, gap: canvas.px(14)).square(side)
    canvas.flash(light, color == Palette.text ? Palette.notice : color, in: square)
    let width = max(
      canvas.width(of: "By itself", bold), canvas.width(of: "same tempo, no lock", canvas.small))
    let text = box.takeLeft(width, gap: canvas.px(14))
    let isNarrow = room.width < 4 * room.height
    canvas.lines(
      [(lines.0, bold, color), (lines.1, canvas.small, Palette.dim)]
        + (isNarrow ? [(figure.text, bold, figure.color)] : []), in: text, x: text.x)
    if isNarrow { return box }
    let right = box.takeRight(canvas.width(of: "\u{2212}0.00 beats", bold), gap: canvas.px(14))
    canvas.text(figure.text, bold, figure.color, in: right, align: .right)
    return box
  }

  /// Draws a numbered dot for each beat of the bar; the dot of the current beat is the brightest.
  private func drawMusic(in room: PixelBox, on canvas: inout Canvas) {
    let light = music.isKnown ? Self.light(music.beat.phase) : 0
    let words = ("Music", music.isLive ? "as the device plays it" : "simulated")
    // The dots share the time axis of the charts below.
    let box = drawHead(light, words, Palette.text, in: room, on: &canvas)
    let axis = ChartAxis(box: box, now: free.controller.now)
    canvas.fill(box, Palette.panel)
    let side = min(box.height / 2, canvas.px(26)) / 2 * 2
    var last: CyclePosition?
    for x in box.x..<box.right {
      guard let line = free.beats.state(at: axis.time(Double(x))) else { continue }
      let beat = line.position(at: axis.time(Double(x)))
      defer { last = beat }
      guard let before = last, beat.cycle > before.cycle else { continue }
      let number = (beat.cycle % WideInt(BeatMusic.beatsPerBar) + 4) % 4
      let age = axis.now - axis.time(Double(x))
      canvas.draw(
        [.disc(x: x, y: box.midY, diameter: number == 0 ? side * 4 / 3 : side)],
        Palette.flash(max(0.35, 1 - age / 2), Palette.notice), within: box)
    }
  }

  /// Draws a square, its offset from the beat, and a chart of the brightness of square and beat.
  /// - Returns: The box of the chart.
  @discardableResult
  private func draw(
    _ square: BeatSquare, _ words: (String, String), _ mode: DemoMode, in room: PixelBox,
    on canvas: inout Canvas
  ) -> PixelBox {
    let color = Palette.color(of: mode)
    let off = "\(square.gap < 0 ? "+" : "\u{2212}")\(NumberText.fixed(abs(square.gap), 2)) beats"
    let text = !music.isKnown ? "\u{2013}" : square.isInStep ? "in step" : off
    let figure = (text, square.isInStep ? Palette.text : Palette.notice)
    let box = drawHead(square.shown, words, color, figure: figure, in: room, on: &canvas)
    canvas.fill(box, Palette.panel)
    let inner = box.inset(0, canvas.px(4))
    let thickness = max(1.5, 1.75 * canvas.metrics.scale)
    let axis = ChartAxis(box: inner, now: square.controller.now)
    _ = canvas.stroke(square.beats, in: inner, axis, thickness: thickness, Palette.dim) {
      line, time in line.map { Self.light($0.position(at: time).phase) } ?? 0
    }
    _ = canvas.stroke(square.motion, in: inner, axis, thickness: thickness, color) {
      Self.light($0.sample(at: $1).position.phase)
    }
    return box
  }

  /// The brightness on the chart: 1 on the beat, 0 half a beat later.
  private static func light(_ phase: Double) -> Double { abs(2 * phase - 1) }
}
