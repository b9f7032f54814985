// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing

/// Nested layers, each with its own speed: a world, a car in it, and the car's wheel.
///
/// A speed can be changed naively, so that the layer's time jumps, or seamlessly.
struct NestedScene: Scene {
  static let name = "nested"
  static let title = "Slow the world, and all in it slows"
  static let summary = "layers in layers, each with a speed of its own"
  static let pausesItself = true
  static let keys = [
    KeyHelp("\u{2191}\u{2193}", "change the car's speed; the mouse drags any speed"),
    KeyHelp("Space", "pause the car, or resume it"),
    KeyHelp("R", "reverse the car"),
    KeyHelp("M", "turn the jumps at changes of speed on or off"),
  ]

  /// A layer and its displayed state.
  struct Lane {
    let name: String
    let layer: Layer
    /// The time spaces from the outermost layer to this one, since each change.
    var history: MotionHistory<[TimeSpace]>
    /// The changes that the chart marks; only the changed layer's own have a handle.
    var changes: [LaneChart.Request] = []
    /// The local time of the layer's content in seconds, and the layer's speed in frame time: the
    /// product of the speeds from the outermost layer to this one.
    var localTime = 0.0
    var overallSpeed = 1.0
  }

  /// The duration of one oscillation in seconds of local time.
  static let cycle = 4.0
  /// The seconds of a cycle that have passed at local time 0: the middle of the way up, so the
  /// pictures at a local time and at its negative differ.
  static let head = 0.5
  /// The part of a cycle in which the motion goes up.
  ///
  /// It goes down more slowly, so the curve of a layer that runs backwards looks different.
  static let rise = 0.25
  /// The layers' names, from the outermost.
  static let names = ["world", "car", "wheel"]
  static let speeds = [0.5, 2.0, -1.0]
  /// The speeds through which the arrow keys step.
  static let steps = [-4.0, -2, -1, -0.5, 0, 0.5, 1, 2, 4]
  /// The change of a speed per point of a drag; a drag sticks near the round speeds.
  static let dragSpeed = 0.05 / 4
  static let sticky = [-1.0, 0, 1]

  private let tree = LayerTree()
  private(set) var now: Double
  private(set) var lanes: [Lane] = []
  /// Whether a change sets the layer's `speed` alone, as naive code does, so that local time jumps.
  private(set) var isNaive = false
  /// The jump of local time, in seconds, at the last change of the middle layer.
  private(set) var lastJump: Double?
  /// The drags of the speeds, by layer, the speed before the drag, and pixels per point.
  var grips = Grips<Int>()
  private var dragged = 0.0
  var scale = 1.0

  init(_ setup: SceneSetup) {
    now = setup.now
    var parent = tree.root
    var spaces: [TimeSpace] = []
    for (name, speed) in zip(Self.names, Self.speeds) {
      let layer = Layer()
      layer.timeSpace = TimeSpace(begin: parent === tree.root ? setup.now : 0, speed: speed)
      parent.add(layer)
      layer.add(Self.pendulum)
      spaces.append(layer.timeSpace)
      // The layers' animations began long ago, so the charts are full at once.
      lanes.append(
        Lane(
          name: name, layer: layer,
          history: MotionHistory(spaces, from: setup.now - ChartAxis.span)))
      parent = layer
    }
    tree.update(at: setup.now)
  }

  /// An endless oscillation, which also covers negative times because it began long before local
  /// time 0.
  private static var pendulum: KeyframeAnimation<Double> {
    do throws(LayerError) {
      var pendulum = KeyframeAnimation(
        .position, \.x,
        try KeyframeTrack(
          [0, 1, 0], keyTimes: [0, rise, 1],
          timingFunctions: [.easeInEaseOut, .easeInEaseOut]))
      pendulum.duration = cycle
      pendulum.repeatCount = .infinity
      pendulum.beginTime = -1e6 * cycle - head
      return pendulum
    } catch {
      preconditionFailure("a pendulum that rises in \(rise) of its cycle: \(error)")
    }
  }

  /// The layer that the keys change: the car.
  var middle: Layer { lanes[1].layer }
  var paused: String? { middle.isPaused ? "the car is paused" : nil }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    for press in controls.presses { handle(press, frame.time, &names) }
    switch grips.update(controls) {
    case .began(let index): dragged = speed(of: index)
    case .moved(let index, let x, _):
      var wanted = ((dragged + x / scale * Self.dragSpeed) * 20).rounded() / 20
      if let near = Self.sticky.first(where: { abs($0 - wanted) < 0.12 }) { wanted = near }
      let bound = Self.steps[0].magnitude
      setSpeed(min(max(wanted, -bound), bound), of: index, frame.time, &names)
    default: break
    }
    tree.update(at: frame.time)
    now = frame.time
    var overall = 1.0
    for index in lanes.indices {
      let layer = lanes[index].layer
      overall *= layer.speed
      lanes[index].overallSpeed = overall
      lanes[index].localTime = layer.convertTime(frame.time, from: nil)
    }
    return TraceRow(
      time: frame.time, cycleDuration: Self.cycle, speed: speed(of: 1),
      overallSpeed: lanes[1].overallSpeed, localTime: lanes[1].localTime + Self.head,
      value: middle.presentation.position.x, events: names)
  }

  /// A layer's own speed; during a pause of the car, its speed after the pause.
  func speed(of index: Int) -> Double {
    let layer = lanes[index].layer
    return layer.timeSpace.speedBeforePause ?? layer.speed
  }

  private mutating func handle(_ press: Controls.Press, _ time: Double, _ names: inout [String]) {
    switch press {
    case .pause:
      names.append(middle.isPaused ? "resumed" : "paused")
      change(1, at: time) { car in
        if car.isPaused { car.resume(at: time) } else { car.pause(at: time) }
      }
    case .ramp:
      names.append("reversed")
      change(1, at: time) { [isNaive] car in
        if isNaive, !car.isPaused { car.speed = -car.speed } else { car.reverse(at: time) }
      }
    case .up: step(by: 1, time, &names)
    case .down: step(by: -1, time, &names)
    case .nextMode:
      isNaive.toggle()
      names.append(isNaive ? "naive" : "seamless")
    default: break
    }
  }

  // MARK: - Changes

  /// Changes a layer, measures the jump of its local time, and marks the change in its chart and
  /// in those of all layers inside it.
  private mutating func change(_ index: Int, at time: Double, _ body: (Layer) -> Void) {
    let layer = lanes[index].layer
    let before = layer.convertTime(time, from: nil)
    body(layer)
    lastJump = layer.convertTime(time, from: nil) - before
    let spaces = lanes.map(\.layer.timeSpace)
    for inner in index..<lanes.count {
      lanes[inner].history.add(Array(spaces[...inner]), from: time)
      // The changes of a drag have one mark.
      if let last = lanes[inner].changes.last, time - last.time < RequestLog.dragSeconds {
        lanes[inner].changes.removeLast()
      }
      lanes[inner].changes.append(
        LaneChart.Request(time: time, isHandle: inner == index), keeping: 16)
    }
  }

  /// The position in a layer with these time spaces around it: the pendulum's.
  static func position(_ spaces: [TimeSpace], at time: Double) -> Double {
    let local = spaces.reduce(time) { $1.local(at: $0) }
    let cycles = (local + head) / cycle
    let phase = cycles - cycles.rounded(.down)
    return TimingFunction.easeInEaseOut(
      phase < rise ? phase / rise : (1 - phase) / (1 - rise))
  }

  /// Sets the car's next higher or lower speed, and ends a pause.
  private mutating func step(by count: Int, _ time: Double, _ names: inout [String]) {
    let index = Self.steps.firstIndex { $0 >= speed(of: 1) } ?? Self.steps.count - 1
    let wanted = min(max(index + count, 0), Self.steps.count - 1)
    setSpeed(Self.steps[wanted], of: 1, time, &names)
  }

  private mutating func setSpeed(
    _ speed: Double, of index: Int, _ time: Double, _ names: inout [String]
  ) {
    let layer = lanes[index].layer
    guard layer.isPaused || speed != layer.speed else { return }
    names.append("speed")
    change(index, at: time) { [isNaive] layer in
      if isNaive, !layer.isPaused { layer.speed = speed } else { layer.setSpeed(speed, at: time) }
    }
  }
}
