// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing

/// The policies side by side: the same rate changes at the same times, a lane for each policy.
struct ModesScene: Scene {
  static let name = "modes"
  static let title = "Four ways to change a rate"
  static let summary = "the same rate changes four ways, with figures"
  static let keys = [
    KeyHelp("\u{2191}\u{2193}", "duration", "cycle duration"),
    KeyHelp("M, R", "select", "select a mode; ramp or phase"),
    KeyHelp("Space", "pause", "pause"),
    KeyHelp("X", "stop", "stop at the cycle's end, start"),
  ]

  static let terms =
    figures.map { KeyHelp($0.name, "", $0.explanation) } + [
      KeyHelp("red ring", "", "this lane's value has just jumped"),
      KeyHelp("bar, top strip", "", "the selected lane and what its square shows; M selects"),
    ]

  /// The lanes from the top: the one to beat, then ours.
  private(set) var lanes: [FlashController]
  /// The lane that M has selected: the one in the trace.
  private(set) var selected: Int
  private(set) var requests: LaneRequests
  private let hasSchedule: Bool

  /// The lanes' ticks: the cycles of one and the same rate are one chord, which falls apart where a
  /// lane waits or slides.
  private(set) var ticks: [Tick]? = []
  /// Hertz of each lane's tick, from the top: G, E and C, and the G below.
  static let pitches = [1568.0, 1318.5, 1046.5, 784]
  /// The selected lane leads; four lanes at once stay below 1.
  static let selectedVolume = 0.2
  static let otherVolume = 0.06

  init(_ setup: SceneSetup) {
    let compared = setup.mode == .frame ? DemoMode.frame : .naive
    let modes = [compared, .restart, .phase, .ramp]
    hasSchedule = setup.schedule != nil
    requests = LaneRequests(now: setup.now)
    lanes = modes.map { mode in
      // A ramp is one answer to a rate change: the other lanes answer in their own way.
      FlashController(
        mode: mode, requested: LaneRequests.first, limit: setup.limit,
        schedule: mode == .ramp ? setup.schedule : setup.schedule?.withoutRamps, now: setup.now)
    }
    selected = modes.firstIndex(of: setup.mode) ?? 0
  }

  var selectedMode: DemoMode { lanes[selected].mode }

  /// Where the rate changes come from.
  var source: LaneRequests.Source { hasSchedule ? .file : requests.source }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    // The events of the lane that is selected now, whatever a key selects then.
    let traced = selected
    var beginning = Set<Int>()
    for index in lanes.indices {
      let events = lanes[index].advance(to: frame.time)
      if index == traced { names = events.map(\.traceName) }
      if events.contains(where: \.isCycle) { beginning.insert(index) }
    }
    for press in controls.presses { handle(press, frame.time, &names) }
    if !hasSchedule, let duration = requests.next(at: frame.time) {
      request(duration, &names)
    }
    for index in lanes.indices {
      let events = lanes[index].finishFrame()
      if index == selected { names += events.map(\.traceName) }
      if events.contains(where: \.isCycle) { beginning.insert(index) }
    }
    ticks = beginning.sorted().map { index in
      Tick(
        hertz: Self.pitches[index],
        volume: index == selected ? Self.selectedVolume : Self.otherVolume)
    }
    return TraceRow(lanes[selected], time: frame.time, events: names)
  }

  private mutating func handle(
    _ press: Controls.Press, _ time: Double, _ names: inout [String]
  ) {
    switch press {
    case .healthUp, .up: requestByHand(1.25, time, &names)
    case .healthDown, .down: requestByHand(0.8, time, &names)
    case .nextMode: select(selectedMode.next, at: time, &names)
    case .ramp: select(selectedMode == .ramp ? .phase : .ramp, at: time, &names)
    case .run:
      perform(lanes[0].state == .running ? .stop(.atCycleEnd) : .start)
    default: break
    }
  }

  private mutating func requestByHand(_ factor: Double, _ time: Double, _ names: inout [String]) {
    guard !hasSchedule else { return }
    request(requests.byHand(lanes[0].requested * factor, at: time), &names)
  }

  private mutating func request(_ duration: Double, _ names: inout [String]) {
    guard duration != lanes[0].requested else { return }
    for index in lanes.indices { lanes[index].request(duration) }
    names.append("rate_change")
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
        lanes[0].perform(.stop(.immediately))
        lanes[0].perform(.start)
      }
    }
    names.append("mode_\(newMode.rawValue)")
  }

  private mutating func perform(_ command: RepeatCommand) {
    for index in lanes.indices { lanes[index].perform(command) }
  }
}
