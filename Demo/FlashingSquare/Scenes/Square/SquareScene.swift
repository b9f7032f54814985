// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import RepeatTiming

/// The game: a hunter chases the player's square, which flashes the faster the less health is left.
struct SquareScene: Scene {
  private(set) var world: World
  private(set) var flasher: Flasher
  var dial = PhaseDial()
  /// Where the field was drawn last.
  var field = PixelBox(x: 0, y: 0, width: 0, height: 0)

  /// The steps that the world moves in, where they are asked for.
  private(set) var fixedStep: FixedStep?

  private var orders = HealthOrders()
  private let hasSchedule: Bool
  private let steersItself: Bool
  /// The mode that R goes back to.
  private var modeWithoutRamp: DemoMode
  /// Whether the player has stopped the flashing, so that a new life does not start it.
  private var isStoppedByHand = false
  private var wasDead = false

  init(_ setup: SceneSetup) {
    flasher = Flasher(
      mode: setup.mode, asked: HealthOrders.calmest, limit: setup.limit,
      schedule: setup.schedule, now: setup.now)
    fixedStep = setup.fixedStep.map { rate in
      // Five steps a frame, or as many as three refreshes at 60 Hz stand for.
      FixedStep(rate, mostSteps: max(5, Int((rate.hertz / 20).rounded(.up))))
    }
    world = World(stepSeconds: setup.fixedStep?.period ?? 1 / World.stepsPerSecond)
    hasSchedule = setup.schedule != nil
    steersItself = setup.attract
    world.isPeaceful = hasSchedule
    modeWithoutRamp = setup.mode == .ramp ? .phase : setup.mode
  }

  var mode: DemoMode { flasher.mode }

  /// Whether the player has paused everything; dragging the dial pauses the flashing only.
  var isPaused: Bool {
    if case .paused = flasher.state { return !dial.drag.isActive }
    return false
  }

  var isDead: Bool {
    if case .dead = world.state { return true }
    return false
  }

  /// Whether cycle durations come from a file.
  var isPlayedFromFile: Bool { hasSchedule }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow {
    // Up to the frame first: what is pressed now holds from now on.
    var names = flasher.advance(to: frame.time).map(\.traceName)
    for press in controls.presses { handle(press, &names) }
    dial.update(controls, &flasher, delta: frame.delta)
    if !isPaused { moveWorld(frame, controls.move) }
    followHealth(&names)
    // What was ordered at this very time shows in this very frame.
    names += flasher.advance(to: frame.time).map(\.traceName)
    return TraceRow(flasher, time: frame.time, events: names)
  }

  private mutating func moveWorld(_ frame: Frame, _ move: Point) {
    let steps = fixedStep?.steps(of: frame)
    if let steps {
      world.advance(steps: steps, move: move, steersItself: steersItself)
    } else {
      world.advance(by: frame.delta, move: move, steersItself: steersItself)
    }
  }

  /// Where the player and the hunter are drawn: between two fixed steps, where there are any.
  var places: (player: Point, hunter: Point) {
    fixedStep.map { world.places(at: $0.fraction) } ?? (world.player, world.hunter)
  }

  private mutating func handle(_ press: Controls.Press, _ names: inout [String]) {
    switch press {
    case .healthUp: world.changeHealth(by: 0.1)
    case .healthDown: world.changeHealth(by: -0.1)
    case .nextMode: setMode(mode.next, &names)
    case .ramp:
      if mode != .ramp { modeWithoutRamp = mode }
      setMode(mode == .ramp ? modeWithoutRamp : .ramp, &names)
    case .pause: togglePause(&names)
    case .run: toggleRun()
    case .up, .down, .nextScene, .previousScene, .scene, .help, .fullscreen: break
    }
  }

  private mutating func setMode(_ newMode: DemoMode, _ names: inout [String]) {
    flasher.setMode(newMode)
    names.append("mode_\(newMode.rawValue)")
  }

  private mutating func togglePause(_ names: inout [String]) {
    guard !dial.drag.isActive else { return }
    if case .paused = flasher.state {
      flasher.carryOut(.resume)
      names.append("resumed")
    } else if flasher.isActive {
      flasher.carryOut(.pause)
      names.append("paused")
    }
  }

  private mutating func toggleRun() {
    isStoppedByHand = flasher.state == .running
    flasher.carryOut(isStoppedByHand ? .stop(.atCycleEnd) : .start)
  }

  /// Orders what health asks for.
  ///
  /// Death ends the flashing with its cycle, a new life begins it.
  private mutating func followHealth(_ names: inout [String]) {
    guard !hasSchedule else { return }
    if isDead != wasDead {
      wasDead = isDead
      names.append(isDead ? "died" : "revived")
      if isDead {
        flasher.carryOut(.stop(.atCycleEnd))
      } else if !isStoppedByHand {
        flasher.carryOut(.start)
      }
    }
    orders.look(at: world.health)
    if orders.cycleDuration != flasher.asked {
      flasher.ask(orders.cycleDuration)
      names.append("order")
    }
  }
}
