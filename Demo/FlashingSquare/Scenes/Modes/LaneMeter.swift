// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

/// What a lane's mode has cost so far: the same strategy and the same measures as in the comparison.
///
/// A lane that a run of the comparison moves is measured by that run. Beside the others the strategy runs, with the lane's orders as the flash limit lets them through, and
/// with the lane's frames. Its time stands still where the lane does, and begins anew where it starts.
struct LaneMeter {
  private var run: StrategyRun
  /// The lane's own value and measures are this run's.
  private static func ownRun(_ lane: Flasher) -> StrategyRun? {
    guard case .compared(let flash) = lane.motion else { return nil }
    return flash.run
  }

  /// The schedule's orders that are still to come, at their exact times.
  private var play: PlaySchedule.Cursor?
  private let limit: FlashLimit

  /// The frame time of the run's time 0.
  private var begin: Double
  /// The run's time of its last frame; below 0 before the first.
  private var last = -1.0
  /// The frame time at which the lane was paused.
  private var heldSince: Double?
  /// The duration that the run was told last, before the limit.
  private var told: Double
  private var wasActive = true

  /// Begins with a lane, at the time at which it was made.
  init(_ lane: Flasher, schedule: PlaySchedule?, now: Double) {
    limit = lane.limit
    var cursor = schedule?.cursor()
    // The lane has begun with what lies before.
    _ = cursor?.take(through: now)
    play = cursor
    begin = now
    told = lane.asked
    run = Self.run(lane)
  }

  /// The measures up to the last frame.
  var figures: Figures { run.figures }

  /// The value of the last frame, 0 to 1, before the flash limit.
  private(set) var value = 0.0

  /// Follows the lane's last frame, after everything that it was asked in it.
  mutating func follow(_ lane: Flasher, at time: Double) {
    if let ownRun = Self.ownRun(lane) {
      run = ownRun
      value = lane.sample.progress
      return
    }
    guard lane.isActive else {
      wasActive = false
      return
    }
    if !wasActive { beginAnew(with: lane, at: time) }
    if case .paused = lane.state {
      // The frame of the pause itself still shows the motion.
      if heldSince != nil { return }
      draw(lane, at: time)
      heldSince = time
      return
    }
    if let held = heldSince {
      begin += time - held
      heldSince = nil
      // What was ordered meanwhile holds from the first moment on.
      if lane.asked != told, play == nil { tell(lane.asked, at: last, ramp: nil) }
    }
    draw(lane, at: time)
  }

  /// Measures from here on only: the lane has started at `time`, or shows another mode from there.
  mutating func beginAnew(with lane: Flasher, at time: Double) {
    wasActive = true
    heldSince = nil
    begin = time
    last = -1
    told = lane.asked
    run = Self.run(lane)
  }

  private mutating func draw(_ lane: Flasher, at time: Double) {
    let now = time - begin
    guard now > last else { return }
    if let orders = play?.take(through: time) {
      for (index, order) in zip(orders.indices, orders) {
        // Of several orders at one time the last wins.
        let isLast = index + 1 == orders.endIndex || orders[index + 1].time != order.time
        if isLast {
          tell(order.cycleDuration, at: min(order.time - begin, now), ramp: order.ramp)
        }
      }
    } else if lane.asked != told {
      tell(lane.asked, at: now, ramp: nil)
    }
    last = max(now, last)
    value = run.frame(at: last).value
  }

  private mutating func tell(_ seconds: Double, at time: Double, ramp: Double?) {
    told = seconds
    // No order is told at the time of the frame before it, nor at 0.
    let place = max(time, last.nextUp, Double.leastNormalMagnitude)
    run.apply(RateChange(time: place, cycleDuration: limit.allowed(seconds), ramp: ramp))
    last = place
  }

  private static func run(_ lane: Flasher) -> StrategyRun {
    ownRun(lane)
      ?? StrategyRun(lane.mode.strategy, at: .cycleDuration(lane.limit.allowed(lane.asked)))
  }
}

extension DemoMode {
  /// The same in the comparison.
  var strategy: ComparisonStrategy {
    switch self {
    case .restart: .restartPerCycle
    case .phase: .phaseMatched
    case .ramp: .phaseRamp
    case .naive: .naive
    case .frame: .restartAtFrame
    }
  }
}
