// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import RepeatTiming

/// The game: a hunter chases the player's square, and each hit makes the square pulse faster.
struct HuntScene: Scene {
  static let name = "hunt"
  static let title = "The hunt"
  static let summary = "each hit makes your square pulse faster"
  static let keys = [
    KeyHelp("Arrows", "move; so do a drag and the left stick"),
    KeyHelp("M", "how the pulse changes: next policy"),
    KeyHelp("+ \u{2212}", "health by hand"),
  ]

  private(set) var world: World
  /// The square's pulse.
  private(set) var pulse: RepeatController
  /// What the last frame showed.
  private(set) var sample: RepeatSample
  private(set) var mode: DemoMode
  private(set) var history = FlashHistory()
  private(set) var survival = SurvivalTime()
  private(set) var ticks: [Tick]?
  /// The steps that the world moves in, where they are requested.
  private(set) var fixedStep: FixedStep?
  /// Where the field was drawn last.
  var field = PixelBox.zero

  private(set) var driver: Steering
  private var durations = HealthDurations()
  private var wasDead = false

  /// The policies, as M steps through them.
  static let modes: [DemoMode] = [.restart, .phase, .ramp]

  init(_ setup: SceneSetup) {
    // The modes that only compare are no policies of a repeat.
    mode = setup.mode.policy == nil ? .phase : setup.mode
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(HealthDurations.calmest)
    settings.policy = mode.policy ?? .phaseMatched
    do throws(RepeatError) {
      pulse = try RepeatController(settings, now: setup.now)
    } catch {
      preconditionFailure("a pulse of \(HealthDurations.calmest) s: \(error)")
    }
    pulse.start()
    sample = pulse.sample(at: setup.now)
    fixedStep = setup.fixedStep.map { rate in
      // Five steps a frame, or as many as three refreshes at 60 Hz take.
      FixedStep(rate, mostSteps: max(5, Int((rate.hertz / 20).rounded(.up))))
    }
    world = World(stepSeconds: setup.fixedStep?.period ?? 1 / World.stepsPerSecond)
    driver = Steering(setup)
  }

  var steering: Steering? { driver }
  var isDead: Bool { if case .dead = world.state { true } else { false } }

  /// Where the player and the hunter are drawn: between two fixed steps, where there are any.
  var positions: (player: Point, hunter: Point) {
    fixedStep.map { world.positions(at: $0.fraction) } ?? (world.player, world.hunter)
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    // Up to the frame first: a command that is given now takes effect from now on.
    let events = pulse.advance(to: frame.time)
    var names = events.map(\.traceName)
    for press in controls.presses { handle(press, &names) }
    if let change = driver.update(controls, delta: frame.delta) { names.append(change) }
    let hits = world.hits
    moveWorld(frame, way(controls))
    let isHit = world.hits > hits
    if isHit { names.append("hit") }
    ticks = events.contains(where: \.isCycle) ? [Tick()] : []
    // A hit is a low knock.
    if isHit { ticks?.append(Tick(hertz: 130, volume: 0.6)) }
    followHealth(at: frame.time, &names)
    sample = pulse.sample(at: frame.time)
    history.record(sample.progress, at: frame.time)
    return TraceRow(
      time: frame.time, cycleDurationRequested: pulse.requestedRate.cycleDuration,
      cycleDurationInEffect: sample.cycleDuration, cycle: sample.position.cycle,
      phase: sample.position.phase, value: sample.progress, events: names)
  }

  /// The way to go: towards the pointer while it drags, or where the arrows point.
  private func way(_ controls: Controls) -> Point {
    guard let pointer = controls.drag(from: field), field.width > 0 else { return controls.move }
    let scale = World.width / Double(field.width)
    let x = (pointer.x - Double(field.x)) * scale - world.player.x
    let y = (pointer.y - Double(field.y)) * scale - world.player.y
    // At full speed from half a unit away on: nearer it would tremble.
    let length = max((x * x + y * y).squareRoot(), 0.5)
    return Point(x: x / length, y: y / length)
  }

  private mutating func moveWorld(_ frame: Frame, _ move: Point) {
    let steers = driver.isAutomatic
    // Less than a refresh: slow motion, where no whole number of steps goes with one.
    let isSlow = frame.delta > 0 && frame.delta < frame.refreshPeriod / 2
    let steps =
      isSlow
      ? fixedStep?.steps(delta: frame.delta, refreshPeriod: 0) : fixedStep?.steps(of: frame)
    if let steps {
      world.advance(steps: steps, move: move, steersItself: steers)
    } else {
      world.advance(by: frame.delta, move: move, steersItself: steers)
    }
    survival.update(world.state, isAutomatic: steers, delta: frame.delta)
  }

  private mutating func handle(_ press: Controls.Press, _ names: inout [String]) {
    switch press {
    case .healthUp: world.changeHealth(by: 0.1)
    case .healthDown: world.changeHealth(by: -0.1)
    case .nextMode:
      let index = Self.modes.firstIndex(of: mode) ?? 0
      mode = Self.modes[(index + 1) % Self.modes.count]
      if let policy = mode.policy { perform(.policy(policy)) }
      names.append("mode_\(mode.rawValue)")
    default: break
    }
  }

  /// Requests the cycle duration that belongs to health.
  ///
  /// Death ends the pulse with its cycle, a new life begins it.
  private mutating func followHealth(at time: Double, _ names: inout [String]) {
    if isDead != wasDead {
      wasDead = isDead
      names.append(isDead ? "died" : "revived")
      perform(isDead ? .stop(.atCycleEnd) : .start)
    }
    durations.update(world.health)
    let seconds = durations.cycleDuration
    guard seconds != pulse.requestedRate.cycleDuration else { return }
    perform(.rate(.cycleDuration(seconds)))
    history.note(.request(seconds), at: time)
    names.append("rate_change")
  }

  private mutating func perform(_ command: RepeatCommand) {
    do throws(RepeatError) {
      try pulse.perform(command)
    } catch {
      preconditionFailure("\(command): \(error)")
    }
  }
}
