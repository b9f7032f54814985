// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing

/// The game: a hunter chases the player's square, which flashes the faster the less health is left.
struct SquareScene: Scene {
  private(set) var world = World()
  private(set) var flasher: Flasher
  var dial = PhaseDial()

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
    hasSchedule = setup.schedule != nil
    steersItself = setup.attract
    world.isPeaceful = hasSchedule
    modeWithoutRamp = setup.mode == .ramp ? .phase : setup.mode
  }

  var mode: DemoMode { flasher.mode }

  /// Whether the player has paused everything; dragging the dial pauses the flashing only.
  var isPaused: Bool {
    if case .paused = flasher.controller.state { return !dial.drag.isActive }
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
    if !isPaused {
      world.advance(by: frame.delta, move: controls.move, steersItself: steersItself)
    }
    followHealth(&names)
    // What was ordered at this very time shows in this very frame.
    names += flasher.advance(to: frame.time).map(\.traceName)
    return TraceRow(flasher, time: frame.time, events: names)
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
    case .up, .down, .nextScene, .scene, .help, .fullscreen: break
    }
  }

  private mutating func setMode(_ newMode: DemoMode, _ names: inout [String]) {
    flasher.setMode(newMode)
    names.append("mode_\(newMode.rawValue)")
  }

  private mutating func togglePause(_ names: inout [String]) {
    guard !dial.drag.isActive else { return }
    if case .paused = flasher.controller.state {
      flasher.carryOut(.resume)
      names.append("resumed")
    } else if flasher.controller.isActive {
      flasher.carryOut(.pause)
      names.append("paused")
    }
  }

  private mutating func toggleRun() {
    isStoppedByHand = flasher.controller.state == .running
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
