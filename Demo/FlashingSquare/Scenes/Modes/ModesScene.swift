// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing

/// The policies side by side: the same orders at the same times, a lane for each policy.
struct ModesScene: Scene {
  /// The lanes from the top: the one to beat, then ours.
  private(set) var lanes: [Flasher]
  /// The lane that M has selected: the one in the trace.
  private(set) var selected: Int
  private(set) var orders: LaneOrders
  /// What each lane has cost so far.
  private(set) var meters: [LaneMeter]
  private let hasSchedule: Bool

  init(_ setup: SceneSetup) {
    let compared = setup.mode == .frame ? DemoMode.frame : .naive
    let modes = [compared, .restart, .phase, .ramp]
    hasSchedule = setup.schedule != nil
    orders = LaneOrders(now: setup.now)
    lanes = modes.map { mode in
      // A ramp is one answer to an order: the other lanes answer in their own way.
      Flasher(
        mode: mode, asked: LaneOrders.first, limit: setup.limit,
        schedule: mode == .ramp ? setup.schedule : setup.schedule?.withoutRamps, now: setup.now)
    }
    selected = modes.firstIndex(of: setup.mode) ?? 0
    meters = lanes.map { LaneMeter($0, schedule: setup.schedule, now: setup.now) }
  }

  var mode: DemoMode { lanes[selected].mode }

  var isPaused: Bool {
    if case .paused = lanes[0].state { return true }
    return false
  }

  /// Where the orders come from.
  var source: LaneOrders.Source { hasSchedule ? .file : orders.source }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow {
    var events: [FlashEvent] = []
    for index in lanes.indices {
      let told = lanes[index].advance(to: frame.time)
      if index == selected { events = told }
    }
    var names = events.map(\.traceName)
    for press in controls.presses { handle(press, frame.time, &names) }
    if !hasSchedule, let duration = orders.next(at: frame.time, isPaused: isPaused) {
      order(duration, &names)
    }
    for index in lanes.indices {
      let told = lanes[index].advance(to: frame.time)
      if index == selected { names += told.map(\.traceName) }
      meters[index].follow(lanes[index], at: frame.time)
    }
    return TraceRow(lanes[selected], time: frame.time, events: names)
  }

  private mutating func handle(
    _ press: Controls.Press, _ time: Double, _ names: inout [String]
  ) {
    switch press {
    case .healthUp, .up: orderByHand(1.25, time, &names)
    case .healthDown, .down: orderByHand(0.8, time, &names)
    case .nextMode: select(mode.next, at: time, &names)
    case .ramp: select(mode == .ramp ? .phase : .ramp, at: time, &names)
    case .pause:
      names.append(isPaused ? "resumed" : "paused")
      carryOut(isPaused ? .resume : .pause)
    case .run:
      carryOut(lanes[0].state == .running ? .stop(.atCycleEnd) : .start)
    case .nextScene, .previousScene, .scene, .help, .fullscreen: break
    }
  }

  private mutating func orderByHand(_ factor: Double, _ time: Double, _ names: inout [String]) {
    guard !hasSchedule else { return }
    order(orders.byHand(lanes[0].asked * factor, at: time), &names)
  }

  private mutating func order(_ duration: Double, _ names: inout [String]) {
    guard duration != lanes[0].asked else { return }
    for index in lanes.indices { lanes[index].ask(duration) }
    names.append("order")
  }

  /// Selects the lane of a mode.
  ///
  /// The two modes for comparison share the first lane.
  private mutating func select(
    _ newMode: DemoMode, at time: Double, _ names: inout [String]
  ) {
    if let lane = lanes.firstIndex(where: { $0.mode == newMode }) {
      selected = lane
    } else {
      selected = 0
      lanes[0].setMode(newMode)
      // Its cost is counted from a beginning of its own.
      if lanes[0].isActive {
        lanes[0].carryOut(.stop(.immediately))
        lanes[0].carryOut(.start)
        meters[0].beginAnew(with: lanes[0], at: time)
      }
    }
    names.append("mode_\(newMode.rawValue)")
  }

  private mutating func carryOut(_ command: RepeatCommand) {
    for index in lanes.indices { lanes[index].carryOut(command) }
  }
}
