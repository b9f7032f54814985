// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SwarmScenario

/// A hundred thousand squares, each with its own rate, which a moving danger changes continuously.
///
/// Squares flash faster the nearer the danger is, and calm down when it has gone. All squares are
/// repeats in one bank, drawn in one call.
struct SwarmScene: Scene {
  static let name = "swarm"
  static let title = "Swarm"
  static let summary = "a bank of 100,000 repeats, drawn in one call"
  static let keys = [
    KeyHelp("Mouse, arrows", "lead the danger"),
    KeyHelp("Click, X", "send a wave out from the danger"),
    KeyHelp("+ \u{2212}", "1,000 to 1,000,000 squares"),
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

  private let palette = SwarmColors()
  /// The grid's index in `SwarmGrid.all`, and the index that the keys request in this frame.
  private var size: Int
  private var wantedSize: Int
  /// The cycles of the middle square since the start.
  private var middleCycles = 0.0
  private var isNew = true

  init(_ setup: SceneSetup) {
    topHertz = setup.limit.isOn ? Self.limitedHertz : Self.freeHertz
    // The smallest field serves until the first frame, whose keys may still change the size.
    size = 0
    wantedSize = SwarmGrid.first
    let grid = SwarmGrid.all[size]
    field = SwarmField(grid, topHertz: topHertz, now: setup.now)
    picture = SwarmPicture(grid, palette)
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    let (now, passed) = (frame.time, frame.delta)
    middleCycles += field.hertz(of: field.grid.middle) * passed
    moveDanger(controls, passed, &names)
    for press in controls.presses { handle(press, now, &names) }
    changeSize(now, &names)
    show(now, passed)
    return row(now, names)
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

  /// The point of the field at a pixel; `nil` outside.
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
    case .run: sendWave(&names)
    case .ramp:
      field.gather(at: now)
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
    let isFirst = isNew
    isNew = false
    guard wantedSize != size else { return }
    size = wantedSize
    let grid = SwarmGrid.all[size]
    field = SwarmField(grid, topHertz: topHertz, now: now, after: isFirst ? nil : field)
    picture = SwarmPicture(grid, palette)
    guard !isFirst else { return }
    names.append("squares_\(grid.count)")
  }

  /// Updates rates, values and colours.
  private mutating func show(_ now: Double, _ seconds: Double) {
    field.look(at: danger, after: seconds)
    let levels = field.levels
    field.evaluate(at: now) { [picture] first, values in picture.choose(first, values, levels) }
    picture.paint()
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
