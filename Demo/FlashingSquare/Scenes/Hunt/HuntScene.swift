// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing

/// The game: a hunter chases the player's square, and each hit makes the square pulse faster.
struct HuntScene: Scene {
  static let name = "hunt"
  static let title = "The hunt"
  static let summary = "each hit makes your square pulse faster"
  static let keys = [
    KeyHelp("Arrows", "move; so do a drag and the left stick"),
    KeyHelp("M", "choose the way in which the pulse changes"),
    KeyHelp("+ \u{2212}", "change the health by hand"),
  ]

  private(set) var world = World()
  /// The square and the animation that makes it pulse.
  private let square = PlayerSquare()
  private let animation: DynamicRepeatAnimation
  var pulse: RepeatController { animation.controller }
  /// The brightness of the square, 0...1.
  var light: Double { square.light }
  /// The sample of the last frame.
  private(set) var sample: RepeatSample
  private(set) var mode: DemoMode
  /// The pulse since each command, and the requests that the chart shows.
  private(set) var history: MotionHistory<RepeatController>
  private(set) var requests: [LaneChart.Request] = []
  /// The seconds that the user has played in this life, and the most seconds in any life.
  private(set) var survived = 0.0
  private(set) var best = 0.0
  private(set) var ticks: [Tick]?
  /// The field, as last drawn.
  var field = PixelBox.zero

  private(set) var driver: Steering
  private var durations = HealthDurations()
  private var wasDead = false
  private let start: Double
  /// The time of this life when the player died.
  private(set) var lasted = 0.0

  /// The pulse's code, in the order of the M key.
  static let modes: [DemoMode] = [.phase, .naive, .restart]
  /// The health below which the edge of the field turns red.
  static let lowHealth = 0.3

  init(_ setup: SceneSetup) {
    // Only the comparison has a strategy that restarts at frames.
    mode = setup.mode == .frame ? .phase : setup.mode ?? .phase
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(HealthDurations.calmest)
    settings.policy = mode.policy ?? .phaseMatched
    start = setup.now
    animation = DynamicRepeatAnimation(delegate: square)
    animation.controller = valid { try RepeatController(settings, now: setup.now) }
    animation.start()
    sample = animation.controller.sample(at: setup.now)
    history = MotionHistory(animation.controller, from: setup.now)
    driver = Steering(setup)
  }

  var steering: Steering? { driver }
  var isDead: Bool { if case .dead = world.state { true } else { false } }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    // Advance to the frame first, so that the commands take effect at its time.
    let events = animation.advance(to: frame.time)
    var names = events.map(\.traceName)
    for press in controls.presses { handle(press, &names) }
    if let change = driver.update(controls, delta: frame.delta) { names.append(change) }
    let (hits, hearts) = (world.hits, world.hearts)
    world.advance(
      by: frame.delta, move: wantedMove(controls), steersItself: driver.isAutomatic)
    if driver.isAutomatic || world.state == .waiting {
      survived = 0
    } else if world.state == .playing {
      survived += frame.delta
    }
    best = max(best, survived)
    if survived > 0 { lasted = survived }
    let isHit = world.hits > hits
    if isHit { names.append("hit") }
    ticks = events.contains(where: \.isCycle) ? [Tick()] : []
    // A hit is a low tick, and a found heart is a high one.
    if isHit { ticks?.append(Tick(hertz: 130, volume: 0.6, isAlways: true)) }
    if world.hearts > hearts {
      names.append("heart")
      ticks?.append(Tick(hertz: 1760, isAlways: true))
    }
    followHealth(at: frame.time, &names)
    sample = pulse.sample(at: frame.time)
    return TraceRow(
      time: frame.time, cycleDurationRequested: pulse.requestedRate.cycleDuration,
      cycleDurationInEffect: sample.cycleDuration, cycle: sample.position.cycle,
      phase: sample.position.phase, value: sample.progress, events: names)
  }

  /// The direction of movement: towards the mouse during a drag, otherwise that of the arrow keys.
  private func wantedMove(_ controls: Controls) -> Point {
    guard let pointer = controls.drag(from: field), field.width > 0 else { return controls.move }
    let scale = World.width / Double(field.width)
    let x = (pointer.x - Double(field.x)) * scale - world.player.x
    let y = (pointer.y - Double(field.y)) * scale - world.player.y
    // The speed is full down to half a unit from the target. Nearer, it decreases, because at full
    // speed the square would oscillate around the target.
    let length = max((x * x + y * y).squareRoot(), 0.5)
    return Point(x: x / length, y: y / length)
  }

  private mutating func handle(_ press: Controls.Press, _ names: inout [String]) {
    switch press {
    case .healthUp: world.changeHealth(by: 0.1)
    case .healthDown: world.changeHealth(by: -0.1)
    case .nextMode:
      let index = Self.modes.firstIndex(of: mode) ?? 0
      choose(Self.modes[(index + 1) % Self.modes.count], &names)
    case .choose(let index) where index < Self.modes.count: choose(Self.modes[index], &names)
    default: break
    }
  }

  private mutating func choose(_ chosen: DemoMode, _ names: inout [String]) {
    mode = chosen
    perform(.policy(mode.policy ?? .phaseMatched))
    names.append("mode_\(mode.rawValue)")
  }

  /// Requests the cycle duration for the current health.
  ///
  /// A death stops the pulse at the end of its cycle, and a new life starts it again.
  private mutating func followHealth(at time: Double, _ names: inout [String]) {
    if isDead != wasDead {
      wasDead = isDead
      names.append(isDead ? "died" : "revived")
      if isDead { animation.stop() } else { animation.start() }
      history.add(pulse, from: time)
    }
    durations.update(world.health)
    let seconds = durations.cycleDuration
    guard seconds != pulse.requestedRate.cycleDuration else { return }
    animation.oneCycleDuration = seconds
    history.add(pulse, from: time)
    // Most code does sin(time × speed): the position is the time divided by the new duration.
    if mode == .naive {
      perform(.seek(to: CyclePosition((time - start) / seconds), isSilent: true))
    }
    requests.append(
      LaneChart.Request(time: time, label: "every \(NumberText.seconds(seconds))"), keeping: 16)
    names.append("rate_change")
  }

  private mutating func perform(_ command: RepeatCommand) {
    valid { try animation.controller.perform(command) }
    history.add(pulse, from: pulse.now)
  }
}

/// The player's square, animated by ``DynamicRepeatAnimation``: its light goes from one state to
/// the other and back.
final class PlayerSquare: DynamicRepeatDelegate {
  @Repeated var light = 0.0

  func setupDefaultState() { light = 0 }
  func setupAlternateState() { light = 1 }
}

/// Maps health to cycle durations: 2 s at full health, 0.35 s at none, in steps of 10 %.
///
/// Steps make each rate change visible as an event in a chart. The step changes only when health
/// is 0 or 1, or differs from the step's health by three quarters of a step, so small
/// fluctuations do not change the rate.
struct HealthDurations: Hashable, Sendable {
  /// The cycle duration in seconds at full health, and at none.
  static let calmest = 2.0
  static let wildest = 0.35
  /// The number of steps between the two.
  static let steps = 10

  private var step = Self.steps

  /// The cycle duration in seconds for the last health.
  var cycleDuration: Double {
    let exact =
      Self.wildest + (Self.calmest - Self.wildest) * Double(step) / Double(Self.steps)
    // A step is 0.165 s. Four decimals hold it exactly, and are legible in a trace.
    return (exact * 10_000).rounded() / 10_000
  }

  /// Updates the step for the current health, 0...1.
  mutating func update(_ health: Double) {
    let exact = health * Double(Self.steps)
    let isAtEnd = health <= 0 || health >= 1
    if abs(exact - Double(step)) >= 0.75 || isAtEnd { step = Int(exact.rounded()) }
  }
}
