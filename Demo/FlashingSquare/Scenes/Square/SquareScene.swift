// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import RepeatTiming

/// The game: a hunter chases the player's square, which flashes the faster the less health is left.
struct SquareScene: Scene {
  static let name = "square"
  static let title = "The hunted square"
  static let summary = "the less health, the faster it flashes"
  static let keys = [
    KeyHelp("Arrows, WASD", "move", "move; so does the left stick"),
    KeyHelp("Shift+\u{2191}\u{2193}", "health", "health; so do + and \u{2212}"),
    KeyHelp("M, R", "mode", "next mode; ramp on or off"),
    KeyHelp("Space", "pause", "pause"),
    KeyHelp("X", "stop", "stop at the cycle's end, start"),
    KeyHelp("Mouse", "", "drag the phase dial"),
  ]

  private(set) var world: World
  private(set) var flash: FlashController
  var dial = PhaseDial()
  /// Where the field was drawn last.
  var field = PixelBox.zero

  /// The steps that the world moves in, where they are requested.
  private(set) var fixedStep: FixedStep?

  private var durations = HealthDurations()
  private let hasSchedule: Bool
  private(set) var steering: Steering
  private(set) var survival = SurvivalTime()
  /// Frame time since the scene was opened, in seconds.
  private(set) var age = 0.0
  /// The mode that R goes back to.
  private var modeWithoutRamp: DemoMode
  /// Whether the player has stopped the flashing, so that a new life does not start it.
  private var isStoppedByHand = false
  private var wasDead = false

  init(_ setup: SceneSetup) {
    flash = FlashController(
      mode: setup.mode, requested: HealthDurations.calmest, limit: setup.limit,
      schedule: setup.schedule, now: setup.now)
    fixedStep = setup.fixedStep.map { rate in
      // Five steps a frame, or as many as three refreshes at 60 Hz take.
      FixedStep(rate, mostSteps: max(5, Int((rate.hertz / 20).rounded(.up))))
    }
    world = World(stepSeconds: setup.fixedStep?.period ?? 1 / World.stepsPerSecond)
    hasSchedule = setup.schedule != nil
    steering = Steering(
      setup.attract ? .always : setup.autopilot && !hasSchedule ? .whenIdle : .never)
    world.isPeaceful = hasSchedule
    modeWithoutRamp = setup.mode == .ramp ? .phase : setup.mode
  }

  var isDead: Bool {
    if case .dead = world.state { return true }
    return false
  }

  /// Whether cycle durations come from a file.
  var isPlayedFromFile: Bool { hasSchedule }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    // Up to the frame first: what is pressed now holds from now on.
    var names = flash.advance(to: frame.time).map(\.traceName)
    for press in controls.presses { handle(press, &names) }
    dial.update(controls, &flash, delta: frame.delta)
    age += frame.delta
    steer(controls, delta: frame.delta, &names)
    moveWorld(frame, controls.move)
    followHealth(&names)
    // What is requested at this very time shows in this very frame.
    names += flash.finishFrame().map(\.traceName)
    return TraceRow(flash, time: frame.time, events: names)
  }

  private mutating func steer(_ controls: Controls, delta: Double, _ names: inout [String]) {
    let wasAutomatic = steering.isAutomatic
    steering.update(controls, delta: delta)
    guard steering.isAutomatic != wasAutomatic else { return }
    names.append(steering.isAutomatic ? "autopilot_on" : "autopilot_off")
  }

  private mutating func moveWorld(_ frame: Frame, _ move: Point) {
    // Less than a refresh: slow motion, where no whole number of steps goes with one.
    let isSlow = frame.delta > 0 && frame.delta < frame.refreshPeriod / 2
    let steps =
      isSlow
      ? fixedStep?.steps(delta: frame.delta, refreshPeriod: 0) : fixedStep?.steps(of: frame)
    if let steps {
      world.advance(steps: steps, move: move, steersItself: steering.isAutomatic)
    } else {
      world.advance(by: frame.delta, move: move, steersItself: steering.isAutomatic)
    }
    survival.update(world.state, isAutomatic: steering.isAutomatic, delta: frame.delta)
  }

  /// Where the player and the hunter are drawn: between two fixed steps, where there are any.
  var positions: (player: Point, hunter: Point) {
    fixedStep.map { world.positions(at: $0.fraction) } ?? (world.player, world.hunter)
  }

  private mutating func handle(_ press: Controls.Press, _ names: inout [String]) {
    switch press {
    case .healthUp: world.changeHealth(by: 0.1)
    case .healthDown: world.changeHealth(by: -0.1)
    case .nextMode: setMode(flash.mode.next, &names)
    case .ramp:
      if flash.mode != .ramp { modeWithoutRamp = flash.mode }
      setMode(flash.mode == .ramp ? modeWithoutRamp : .ramp, &names)
    case .run: toggleRun()
    default: break
    }
  }

  private mutating func setMode(_ newMode: DemoMode, _ names: inout [String]) {
    flash.setMode(newMode)
    names.append("mode_\(newMode.rawValue)")
  }

  private mutating func toggleRun() {
    isStoppedByHand = flash.state == .running
    flash.perform(isStoppedByHand ? .stop(.atCycleEnd) : .start)
  }

  /// Requests the cycle duration that belongs to health.
  ///
  /// Death ends the flashing with its cycle, a new life begins it.
  private mutating func followHealth(_ names: inout [String]) {
    guard !hasSchedule else { return }
    if isDead != wasDead {
      wasDead = isDead
      names.append(isDead ? "died" : "revived")
      if isDead {
        flash.perform(.stop(.atCycleEnd))
      } else if !isStoppedByHand {
        flash.perform(.start)
      }
    }
    durations.update(world.health)
    if durations.cycleDuration != flash.requested {
      flash.request(durations.cycleDuration)
      names.append("rate_change")
    }
  }
}
