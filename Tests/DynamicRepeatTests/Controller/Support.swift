// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport

extension RepeatController {
  /// A running repeat with a linear pace, so that values can be computed by hand.
  static func started(
    _ duration: Double = 2, _ policy: RatePolicy = .restartPerCycle,
    change: (inout RepeatSettings) -> Void = { _ in }
  ) throws -> RepeatController {
    var settings = RepeatSettings(
      rate: .cycleDuration(duration), policy: policy, pace: .linear, reporting: .all)
    change(&settings)
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    return controller
  }

  /// Advances in steps; returns all events without their lateness, which depends on the steps.
  mutating func run(through times: [Double]) -> [Happening] {
    times.flatMap { advance(to: $0) }.map(Happening.init)
  }
}

/// An event without the properties that depend on the frame that reported it.
struct Happening: Hashable, CustomStringConvertible {
  let kind: RepeatEvent.Kind
  let cycle: WideInt
  let count: WideInt
  let time: Double

  init(_ event: RepeatEvent) {
    (kind, cycle, count, time) = (event.kind, event.cycle, event.count, event.time)
  }

  var description: String { "\(kind) cycle \(cycle) x\(count) at \(time)" }
}
