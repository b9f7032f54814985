// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport

extension RepeatController {
  /// A running repeat with linear legs, so that values can be worked out by hand.
  static func started(
    _ duration: Double = 2, _ policy: RatePolicy = .restartPerCycle,
    change: (inout RepeatSettings) -> Void = { _ in }
  ) throws -> RepeatController {
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(duration)
    settings.policy = policy
    settings.timing = .linear
    settings.flood = .all
    change(&settings)
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    return controller
  }

  /// Advances in steps, and gives all events without their lateness, which depends on the steps.
  mutating func run(through times: [Double]) -> [Happening] {
    times.flatMap { advance(to: $0) }.map(Happening.init)
  }
}

/// An event without what depends on the frame that reported it.
struct Happening: Hashable, CustomStringConvertible {
  let kind: RepeatEvent.Kind
  let cycle: Int
  let count: Int
  let time: Double

  init(_ event: RepeatEvent) {
    kind = event.kind
    cycle = event.cycle
    count = event.count
    time = event.time
  }

  var description: String { "\(kind) cycle \(cycle) x\(count) at \(time)" }
}

extension [RepeatEvent] {
  var cycles: [Int] { filter { $0.kind == .cycle }.map(\.cycle) }

  var stop: StopReason? {
    for case .stopped(let reason) in map(\.kind) { return reason }
    return nil
  }
}

/// Frame times of `hertz` up to `end`, each the nearest Double to n / hertz.
func frames(hertz: Double, from start: Double = 0, through end: Double) -> [Double] {
  (1...Int((end * hertz).rounded(.up))).map { Double($0) / hertz }.filter {
    $0 > start && $0 <= end
  }
}

extension SeededRandom {
  /// Rising times that end at `end`: some close together, some far apart.
  mutating func split(through end: Double) -> [Double] {
    var times: [Double] = []
    var time = 0.0
    while true {
      time += chance(0.2) ? double(in: 0...3) : double(in: 0...0.05)
      if time >= end { return times + [end] }
      times.append(time)
    }
  }
}
