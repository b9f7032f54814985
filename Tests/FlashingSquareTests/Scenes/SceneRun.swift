// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming

@testable import FlashingSquare

/// A stage that is run without a window, frame by frame on an exact grid.
struct SceneRun {
  var stage: Stage
  let hertz: Double
  private(set) var rows: [TraceRow] = []
  /// The number of the frame to come.
  private(set) var next = 0

  init(
    _ scene: String = "square", mode: DemoMode = .phase, limits: Bool = true,
    schedule: PlaySchedule? = nil, attract: Bool = false, hertz: Double = 60,
    fixedStep: FrameRate? = nil, stopwatch: Stopwatch = .off
  ) {
    let setup = SceneSetup(
      mode: mode, limit: FlashLimit(isOn: limits), schedule: schedule, attract: attract, now: 0,
      fixedStep: fixedStep, stopwatch: stopwatch)
    let place = SceneList.all.firstIndex { $0.name == scene }
    stage = Stage(opening: place ?? 0, setup)
    self.hertz = hertz
  }

  /// Runs one frame.
  @discardableResult
  mutating func frame(_ controls: Controls = Controls()) -> TraceRow {
    let time = Double(next) / hertz
    let delta = next == 0 ? 0 : time - Double(next - 1) / hertz
    let frame = Frame(number: next, time: time, delta: delta, refreshPeriod: 1 / hertz)
    next += 1
    let row = stage.update(frame, controls)
    rows.append(row)
    return row
  }

  /// Runs one frame in which keys were pressed.
  @discardableResult
  mutating func press(_ presses: Controls.Press...) -> TraceRow {
    var controls = Controls()
    controls.presses = presses
    return frame(controls)
  }

  /// Runs frames up to a time, the frame at that time included.
  mutating func run(until time: Double, _ controls: Controls = Controls()) {
    while Double(next) / hertz <= time { frame(controls) }
  }

  /// Runs until something holds, at most `seconds` longer.
  /// - Returns: Whether it came to hold.
  mutating func run(atMost seconds: Double, until condition: (SceneRun) -> Bool) -> Bool {
    let end = next + Int(seconds * hertz)
    while next < end {
      if condition(self) { return true }
      frame()
    }
    return condition(self)
  }

  var square: SquareScene? { stage.scene as? SquareScene }
  var modes: ModesScene? { stage.scene as? ModesScene }

  /// The scene, as what it is.
  func scene<Kind: Scene>(_: Kind.Type) -> Kind? { stage.scene as? Kind }

  /// Runs one frame with the mouse at a place, its button held.
  @discardableResult
  mutating func drag(to point: Point, isPressed: Bool = false) -> TraceRow {
    var controls = Controls()
    controls.pointer = point
    controls.isPointerHeld = true
    controls.wasPointerPressed = isPressed
    return frame(controls)
  }

  /// Draws the scene, so that it knows where its parts are.
  mutating func draw() throws {
    var canvas = try LayoutTests.canvas(960, 540, 1)
    stage.draw(on: &canvas, FrameStatus())
  }

  /// The names of all events so far.
  var events: [String] { rows.flatMap(\.events) }
}

/// What a value may at most change by between two frames, if nothing jumps.
enum Slope {
  /// The steepest progress per cycle: two legs, each at most 1.7241 steep in the middle of easing in
  /// and out (the slope there of the Bezier curve .42, 0, .58, 1).
  static let steepest = 2 * 1.7242

  /// The largest change in `seconds` at up to `hertz` cycles per second.
  static func bound(_ seconds: Double, hertz: Double) -> Double {
    steepest * hertz * seconds + 1e-9
  }
}

/// Flashes as an observer counts them: turns by a tenth or more, two to a flash.
enum FlashCount {
  /// The most flashes within any one second.
  static func most(_ rows: [(time: Double, value: Double)]) -> Int {
    let turns = turns(rows)
    var most = 0
    for (index, start) in turns.enumerated() {
      let within = turns[index...].prefix { $0 - start < 1 }.count
      most = max(most, within / 2)
    }
    return most
  }

  /// The times at which the value turns: at a low or a high that is at least 0.1 from the one before.
  static func turns(_ rows: [(time: Double, value: Double)]) -> [Double] {
    guard var low = rows.first?.value else { return [] }
    var high = low
    var direction = 0
    var turns: [Double] = []
    for row in rows {
      low = min(low, row.value)
      high = max(high, row.value)
      if direction >= 0, row.value <= high - 0.1 {
        turns.append(row.time)
        direction = -1
        low = row.value
      } else if direction <= 0, row.value >= low + 0.1 {
        turns.append(row.time)
        direction = 1
        high = row.value
      }
      if direction > 0 { low = row.value }
      if direction < 0 { high = row.value }
    }
    return turns
  }
}
