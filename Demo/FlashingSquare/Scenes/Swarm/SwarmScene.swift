// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming
import SwarmScenario

/// A hundred thousand squares, each with a rate of its own, which a danger changes all the time.
///
/// The nearer it comes the faster they flash; when it has gone they calm down. All are repeats of one
/// bank, and all are drawn in one call.
struct SwarmScene: Scene {
  static let name = "swarm"
  static let title = "Swarm"
  static let summary = "a bank of 100,000 repeats, drawn in one call"
  static let pausesItself = true
  static let keys = [
    KeyHelp("Mouse, arrows", "danger", "lead the danger"),
    KeyHelp("Click, X", "wave", "send a wave out from it"),
    KeyHelp("+ \u{2212}", "squares", "1,000 to 1,000,000 squares"),
    KeyHelp("R", "gather", "gather all in their first waves"),
    KeyHelp("Space", "pause", "pause"),
  ]

  /// Cycles per second of the most alarmed squares, with the flash limit and without.
  static let limitedHertz = 1 / FlashLimit.shortestCycle
  static let freeHertz = 6.0

  let topHertz: Double
  private(set) var field: SwarmField
  private(set) var picture: SwarmPicture
  private(set) var danger = SwarmDanger()
  /// Whether the swarm's time is paused.
  private(set) var isPaused = false
  var paused: String? { isPaused ? "paused" : nil }
  private(set) var work = SwarmWork()
  /// Seconds of a refresh: what the work has to fit into.
  private(set) var refreshPeriod = 1.0 / 60
  /// Where the field was drawn, for the mouse.
  var box = PixelBox.zero

  private let palette = SwarmColors()
  private let stopwatch: Stopwatch
  /// The index in `SwarmGrid.all`, and the one that keys have requested in this frame.
  private var size: Int
  private var wantedSize: Int
  /// Seconds that time was paused.
  private var pausedSeconds = 0.0
  /// The bank's present: seconds without those of pauses.
  private var now = 0.0
  /// Cycles of the square in the middle since the beginning.
  private var middleCycles = 0.0
  private var isNew = true

  init(_ setup: SceneSetup) {
    topHertz = setup.limit.isOn ? Self.limitedHertz : Self.freeHertz
    stopwatch = setup.stopwatch
    // The field itself is made in the first frame: it is not needed to list the keys.
    size = 0
    wantedSize = SwarmGrid.first
    let grid = SwarmGrid.all[size]
    field = SwarmField(grid, topHertz: topHertz, now: setup.now)
    picture = SwarmPicture(grid, palette, setup.stopwatch)
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    refreshPeriod = frame.refreshPeriod
    var names: [String] = []
    let passed = isPaused ? 0 : frame.delta
    // A bank takes no time before its present: not even one that a rounding makes of a pause.
    if isPaused {
      pausedSeconds = frame.time - now
    } else {
      now = max(now, frame.time - pausedSeconds)
    }
    middleCycles += field.hertz(of: field.grid.middle) * passed
    if !isPaused { moveDanger(controls, passed, &names) }
    for press in controls.presses { handle(press, now, &names) }
    changeSize(now, &names)
    show(now, passed, frame.time)
    return row(frame.time, now, names)
  }

  private mutating func moveDanger(
    _ controls: Controls, _ seconds: Double, _ names: inout [String]
  ) {
    let pointer = controls.pointer.flatMap(point)
    if danger.move(seconds, controls.move, pointer: pointer, width: field.grid.width) {
      names.append("wave")
    }
    if controls.wasPointerPressed, pointer != nil { sendWave(&names) }
  }

  /// The point of the field under a pixel; `nil` beside it.
  private func point(_ pixel: Point) -> Point? {
    guard box.contains(x: pixel.x, y: pixel.y) else { return nil }
    let height = Double(box.height)
    return Point(x: (pixel.x - Double(box.x)) / height, y: (pixel.y - Double(box.y)) / height)
  }

  private mutating func sendWave(_ names: inout [String]) {
    danger.sendWave()
    names.append("wave")
  }

  private mutating func handle(_ press: Controls.Press, _ now: Double, _ names: inout [String]) {
    switch press {
    case .run: if !isPaused { sendWave(&names) }
    case .ramp:
      field.gather(at: now)
      middleCycles = middleCycles.rounded(.down)
      names.append("gathered")
    case .pause:
      isPaused.toggle()
      names.append(isPaused ? "paused" : "resumed")
    case .healthUp: wantedSize = min(wantedSize + 1, SwarmGrid.all.count - 1)
    case .healthDown: wantedSize = max(wantedSize - 1, 0)
    default: break
    }
  }

  /// Goes on with another number of squares, each as the one that was nearest.
  private mutating func changeSize(_ now: Double, _ names: inout [String]) {
    let isFirst = isNew
    isNew = false
    guard wantedSize != size else { return }
    size = wantedSize
    let grid = SwarmGrid.all[size]
    field = SwarmField(grid, topHertz: topHertz, now: now, after: isFirst ? nil : field)
    picture = SwarmPicture(grid, palette, stopwatch)
    guard !isFirst else { return }
    work.startAnew()
    names.append("squares_\(grid.count)")
  }

  /// Rates, values and colours, each with what it took.
  private mutating func show(_ now: Double, _ seconds: Double, _ time: Double) {
    let start = stopwatch.now
    if !isPaused { field.look(at: danger, after: seconds) }
    let changed = stopwatch.now
    let levels = field.levels
    field.evaluate(at: now) { [picture] first, values in picture.choose(first, values, levels) }
    let evaluated = stopwatch.now
    picture.paint()
    let colored = stopwatch.now
    guard stopwatch.isOn else { return }
    work.note(
      SIMD4(
        Double(changed - start) * 1e-9, Double(evaluated - changed) * 1e-9,
        Double(colored - evaluated) * 1e-9, picture.batch.drawSeconds), at: time)
  }

  /// The square in the middle, exactly.
  private mutating func row(_ time: Double, _ now: Double, _ names: [String]) -> TraceRow {
    let middle = field.grid.middle
    let phase = field.phase(of: middle, at: now)
    // The bank has the phase; the whole cycles are counted here, and never off by a half.
    let cycle = (middleCycles - phase).rounded()
    middleCycles = cycle + phase
    let duration = 1 / field.hertz(of: middle)
    return TraceRow(
      time: time, cycleDurationRequested: duration,
      cycleDurationInEffect: isPaused ? .infinity : duration, cycle: Int(cycle), phase: phase,
      value: Double(field.middleValue), events: names)
  }
}
