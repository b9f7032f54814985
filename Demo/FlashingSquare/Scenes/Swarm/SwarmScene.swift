// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SwarmScenario

/// One to a hundred thousand squares, each with its own rate, which a moving danger changes
/// continuously.
///
/// Squares flash faster the nearer the danger is, and calm down when it has gone. All squares are
/// repeats in one bank, drawn in one call.
struct SwarmScene: Scene {
  static let name = "swarm"
  static let title = "1,000 pulses, each its own rate, each exact"
  static let summary = "a bank of up to 100,000 repeats, each exact"
  static let keys = [
    KeyHelp("Mouse, arrows", "lead the danger"),
    KeyHelp("Click", "show a square's own curve"),
    KeyHelp("X", "send a wave out from the danger"),
    KeyHelp("Wheel, + \u{2212}", "1 to 100,000 squares"),
    KeyHelp("R", "return all squares to their first waves"),
  ]

  /// The highest rate in cycles per second, with the flash limit and without.
  static let limitedHertz = 1 / FlashLimit.shortestCycle
  static let freeHertz = 6.0

  let topHertz: Double
  private(set) var field: SwarmField
  private(set) var picture: SwarmPicture
  private(set) var danger = SwarmDanger()
  /// The field, as last drawn, for the mouse.
  var box = PixelBox.zero
  /// The slider of the number of squares, and the grid's place on it, 0...1.
  var zoom = Track()
  var zoomShare: Double { Double(size) / Double(SwarmGrid.all.count - 1) }
  /// The square whose own curve is shown, and its motion since each change of its rate.
  private(set) var chosen: Int
  private(set) var motion: MotionHistory<RepeatLine>
  private var last: (time: Double, phase: Double, hertz: Double)
  var now: Double { last.time }

  /// The grid's index in `SwarmGrid.all`, and the index that the keys request in this frame.
  private(set) var size: Int
  private var wantedSize: Int
  /// The cycles of the middle square since the start.
  private var middleCycles = 0.0

  init(_ setup: SceneSetup) {
    topHertz = setup.limit.isOn ? Self.limitedHertz : Self.freeHertz
    (size, wantedSize) = (SwarmGrid.first, SwarmGrid.first)
    let grid = SwarmGrid.all[size]
    chosen = grid.middle
    field = SwarmField(grid, topHertz: topHertz, now: setup.now)
    picture = SwarmPicture(grid)
    last = (setup.now, field.phase(of: chosen, at: setup.now), field.hertz(of: chosen))
    motion = MotionHistory(Self.line(last), from: setup.now)
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    let (now, passed) = (frame.time, frame.delta)
    middleCycles += field.hertz(of: field.grid.middle) * passed
    moveDanger(controls, passed, &names)
    for press in controls.presses { handle(press, now, &names) }
    scroll(controls)
    changeSize(now, &names)
    show(now, passed)
    follow(now)
    return row(now, names)
  }

  private mutating func moveDanger(
    _ controls: Controls, _ seconds: Double, _ names: inout [String]
  ) {
    let pointer = controls.pointer.flatMap(point)
    if danger.move(seconds, controls.move, pointer: pointer, width: field.grid.width) {
      names.append("wave")
    }
    guard controls.wasPointerPressed, let pointer else { return }
    let (columns, rows) = (field.grid.columns, field.grid.rows)
    let column = min(Int(pointer.x * Double(rows)), columns - 1)
    chosen = min(Int(pointer.y * Double(rows)), rows - 1) * columns + column
    restart(at: last.time)
    names.append("chosen")
  }

  /// The number of squares by the wheel, whose steps down show more squares, or by the slider.
  private mutating func scroll(_ controls: Controls) {
    let top = SwarmGrid.all.count - 1
    if controls.wheel != 0 {
      wantedSize = min(max(wantedSize - Int(controls.wheel.rounded(.awayFromZero)), 0), top)
    }
    if let share = zoom.drag(controls) { wantedSize = Int((share * Double(top)).rounded()) }
  }

  // MARK: - The chosen square

  private static func line(_ state: (time: Double, phase: Double, hertz: Double)) -> RepeatLine {
    let position = CyclePosition(cycle: 0, phase: state.phase)
    return valid { try RepeatLine(position, at: state.time, hertz: state.hertz) }
  }

  /// Begins a history of the chosen square at the time of the last evaluation.
  private mutating func restart(at time: Double) {
    last = (time, field.phase(of: chosen, at: time), field.hertz(of: chosen))
    motion = MotionHistory(Self.line(last), from: time)
  }

  /// Records the chosen square's rate: between two frames the bank changes it linearly.
  private mutating func follow(_ now: Double) {
    let next = (now, field.phase(of: chosen, at: now), field.hertz(of: chosen))
    if next.2 != last.hertz {
      let mean = (last.time, last.phase, (last.hertz + next.2) / 2)
      motion.add(Self.line(mean), from: last.time)
      motion.add(Self.line(next), from: now)
    }
    last = next
  }

  /// The point of the field at a pixel; `nil` outside.
  private func point(_ pixel: Point) -> Point? {
    guard box.contains(x: pixel.x, y: pixel.y) else { return nil }
    let height = Double(box.height)
    return Point(x: (pixel.x - Double(box.x)) / height, y: (pixel.y - Double(box.y)) / height)
  }

  private mutating func handle(_ press: Controls.Press, _ now: Double, _ names: inout [String]) {
    switch press {
    case .run:
      danger.sendWave()
      names.append("wave")
    case .ramp:
      field.gather(at: now)
      restart(at: now)
      middleCycles = middleCycles.rounded(.down)
      names.append("gathered")
    case .healthUp: wantedSize = min(wantedSize + 1, SwarmGrid.all.count - 1)
    case .healthDown: wantedSize = max(wantedSize - 1, 0)
    default: break
    }
  }

  /// Continues with a different number of squares, each in the state of the nearest previous
  /// square.
  private mutating func changeSize(_ now: Double, _ names: inout [String]) {
    guard wantedSize != size else { return }
    size = wantedSize
    let grid = SwarmGrid.all[size]
    chosen = grid.index(nearest: chosen, of: field.grid)
    field = SwarmField(grid, topHertz: topHertz, now: now, after: field)
    restart(at: now)
    picture = SwarmPicture(grid)
    names.append("squares_\(grid.count)")
  }

  /// Updates rates, values and colours.
  private mutating func show(_ now: Double, _ seconds: Double) {
    field.look(at: danger, after: seconds)
    let levels = field.levels
    field.evaluate(at: now) { [picture] _, values in picture.paint(values, levels) }
  }

  /// The trace row of the middle square, from exact values.
  private mutating func row(_ now: Double, _ names: [String]) -> TraceRow {
    let middle = field.grid.middle
    let phase = field.phase(of: middle, at: now)
    // The bank has only the phase. The whole cycles come from a sum of rates, whose error is less
    // than half a cycle.
    let cycle = (middleCycles - phase).rounded()
    middleCycles = cycle + phase
    let duration = 1 / field.hertz(of: middle)
    return TraceRow(
      time: now, cycleDurationRequested: duration, cycleDurationInEffect: duration,
      cycle: Int(cycle), phase: phase,
      value: Double(field.middleValue), events: names)
  }
}
