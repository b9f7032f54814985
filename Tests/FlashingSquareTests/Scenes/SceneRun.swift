// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import Testing

@testable import FlashingSquare

/// A stage that runs without a window; its frames are exactly `1 / hertz` seconds apart.
struct SceneRun {
  var stage: SceneStage
  /// The point at which the mouse's button went down.
  private var pressedAt: Point?
  let hertz: Double
  private(set) var rows: [TraceRow] = []
  /// The number of the next frame.
  private(set) var next = 0

  init(
    _ scene: String = "answers", mode: DemoMode = .phase, limits: Bool = true,
    schedule: PlaySchedule? = nil, attract: Bool = false, autopilot: Bool = false,
    hertz: Double = 60, list: SceneList = .demo
  ) {
    let setup = SceneSetup(
      mode: mode, limit: FlashLimit(isOn: limits), schedule: schedule, attract: attract,
      autopilot: autopilot, now: 0)
    stage = SceneStage(list, opening: list.names.firstIndex(of: scene) ?? 0, setup)
    self.hertz = hertz
  }

  /// Runs one frame.
  /// - Parameter rawDelta: The seconds since the last frame, as a clock measured them; above 0.25,
  ///   the frame is marked as one after a stall.
  @discardableResult
  mutating func frame(_ controls: Controls = Controls(), rawDelta: Double = 0) -> TraceRow {
    let time = Double(next) / hertz
    let delta = next == 0 ? 0 : time - Double(next - 1) / hertz
    let frame = Frame(
      number: next, time: time, delta: delta, refreshPeriod: 1 / hertz, rawDelta: rawDelta,
      isAfterStall: rawDelta > 0.25)
    next += 1
    let row = stage.update(frame, controls)
    rows.append(row)
    return row
  }

  /// Runs one frame with key presses.
  @discardableResult mutating func press(_ presses: Controls.Press...) -> TraceRow {
    frame(.pressing(presses))
  }

  /// Runs frames up to and including a time.
  mutating func run(until time: Double, _ controls: Controls = Controls()) {
    while Double(next) / hertz <= time { frame(controls) }
  }

  /// Runs until a condition is true, for at most `seconds`.
  /// - Returns: Whether the condition became true.
  mutating func run(atMost seconds: Double, until condition: (SceneRun) -> Bool) -> Bool {
    let end = next + Int(seconds * hertz)
    while next < end {
      if condition(self) { return true }
      frame()
    }
    return condition(self)
  }

  /// The open scene as its own type; `nil` if the open scene has another type.
  func scene<Kind: Scene>(_: Kind.Type) -> Kind? { stage.scene as? Kind }

  func answers() throws -> AnswersScene { try #require(stage.scene as? AnswersScene) }
  func hunt() throws -> HuntScene { try #require(stage.scene as? HuntScene) }
  func beat() throws -> BeatScene { try #require(stage.scene as? BeatScene) }
  func nested() throws -> NestedScene { try #require(stage.scene as? NestedScene) }
  func pull() throws -> PullScene { try #require(stage.scene as? PullScene) }
  func sheet() throws -> SheetScene { try #require(stage.scene as? SheetScene) }
  func slider() throws -> SliderScene { try #require(stage.scene as? SliderScene) }
  func sprite() throws -> SpriteScene { try #require(stage.scene as? SpriteScene) }
  func swarm() throws -> SwarmScene { try #require(stage.scene as? SwarmScene) }

  /// Runs one frame with the mouse at a point; the button stays held after a frame that pressed it.
  @discardableResult mutating func drag(to point: Point, isPressed: Bool = false) -> TraceRow {
    var controls = Controls.pressing(at: point)
    if isPressed { pressedAt = point }
    controls.pressedAt = pressedAt
    controls.wasPointerPressed = isPressed
    return frame(controls)
  }

  /// Draws the scene, which records the boxes of its parts.
  /// - Parameter canvas: By default, a canvas of 960 x 540.
  @discardableResult
  mutating func draw(
    on canvas: Canvas = .sized(960, 540), _ status: FrameStatus = FrameStatus()
  ) -> Canvas {
    var canvas = canvas
    stage.draw(on: &canvas, status)
    return canvas
  }

  /// All texts of the scene at the default size.
  func texts(_ status: FrameStatus = FrameStatus()) -> [String] {
    var run = self
    return run.draw(on: .sized(960, 540), status).texts
  }

  /// The names of all events up to now.
  var events: [String] { rows.flatMap(\.events) }
}

extension Canvas {
  /// A canvas that records its texts' boxes.
  static func sized(_ width: Int, _ height: Int, _ density: Double = 1) -> Canvas {
    var canvas = Canvas(Metrics(width: width, height: height, density: density))
    canvas.keepsTextBoxes = true
    return canvas
  }

  /// A small canvas, for speed.
  static var small: Canvas { sized(480, 270) }
}

extension Controls {
  static func pressing(_ presses: [Press]) -> Controls {
    var controls = Controls()
    controls.presses = presses
    return controls
  }

  /// Controls in which the mouse button goes down at a point.
  static func pressing(at point: Point) -> Controls {
    var controls = Controls()
    (controls.pointer, controls.pressedAt) = (point, point)
    controls.wasPointerPressed = true
    return controls
  }

  static func moving(x: Double = 0, y: Double = 0) -> Controls {
    var controls = Controls()
    controls.move = Point(x: x, y: y)
    return controls
  }
}

extension PixelBox {
  var middle: Point { Point(x: Double(midX), y: Double(midY)) }
}

extension Track {
  /// The point of the groove at a position of the knob, 0...1.
  func point(_ share: Double) -> Point {
    Point(x: Double(groove.x) + share * Double(groove.width), y: Double(groove.midY))
  }
}

extension PlaySchedule {
  /// The schedule in a file with this text.
  static func of(_ text: String) throws -> PlaySchedule {
    try parse(Array(text.utf8), name: "plan.csv")
  }
}

/// Counts flashes as an observer does: two turning points whose values differ by 0.1 are a flash.
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

  /// The times at which the value turns: at a minimum or maximum at least 0.1 from the previous
  /// one.
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
