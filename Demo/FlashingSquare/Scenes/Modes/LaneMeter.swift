// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

/// What a lane's mode has cost so far: the same strategy and the same measures as in the comparison.
///
/// A lane that a run of the comparison moves is measured by that run. Beside the others the strategy
/// runs, with the lane's frames and with its rate changes as the flash limit lets them through. Its
/// time stops where the lane does, and begins anew where it starts.
struct LaneMeter {
  private var run: StrategyRun
  private let schedule: PlaySchedule?
  /// The schedule's rate changes that are still to come, at their exact times.
  private var play = PlaySchedule.Cursor()
  private let limit: FlashLimit

  /// The frame time of the run's time 0.
  private var begin: Double
  /// The run's time of its last frame; below 0 before the first.
  private var last = -1.0
  /// The frame time at which the lane was paused.
  private var pausedSince: Double?
  /// The duration that the run was given last, before the limit.
  private var requested: Double
  private var wasActive = true

  /// Begins with a lane, at the time at which it was made.
  init(_ lane: FlashController, schedule: PlaySchedule?, now: Double) {
    limit = lane.limit
    self.schedule = schedule
    // The lane has begun with the changes before.
    if let schedule { _ = play.take(through: now, of: schedule) }
    begin = now
    requested = lane.requested
    run = Self.run(lane)
  }

  /// The measures up to the last frame.
  var figures: Figures { run.figures }

  /// The value of the last frame, 0 to 1, before the flash limit.
  private(set) var value = 0.0

  /// Measures the lane's last frame, after all that was requested in it.
  mutating func update(_ lane: FlashController, at time: Double) {
    if let flash = lane.motion as? ComparedFlash {
      run = flash.run
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
      if pausedSince != nil { return }
      draw(lane, at: time)
      pausedSince = time
      return
    }
    if let since = pausedSince {
      begin += time - since
      pausedSince = nil
      // A request of the pause holds from the first moment after it.
      if lane.requested != requested, schedule == nil {
        change(to: lane.requested, at: last, ramp: nil)
      }
    }
    draw(lane, at: time)
  }

  /// Measures from here on only: the lane has started at `time`, or shows another mode from there.
  mutating func beginAnew(with lane: FlashController, at time: Double) {
    wasActive = true
    pausedSince = nil
    begin = time
    last = -1
    requested = lane.requested
    run = Self.run(lane)
  }

  private mutating func draw(_ lane: FlashController, at time: Double) {
    let now = time - begin
    guard now > last else { return }
    if let schedule {
      for index in play.take(through: time, of: schedule) where !schedule.isReplaced(index) {
        let next = schedule.changes[index]
        change(to: next.rate.cycleDuration, at: min(next.time - begin, now), ramp: next.ramp)
      }
    } else if lane.requested != requested {
      change(to: lane.requested, at: now, ramp: nil)
    }
    last = max(now, last)
    value = run.frame(at: last).value
  }

  private mutating func change(to seconds: Double, at time: Double, ramp: Double?) {
    requested = seconds
    // A run takes no rate change at the time of the frame before it, nor at 0.
    last = max(time, last.nextUp, Double.leastNormalMagnitude)
    run.apply(RateChange(time: last, cycleDuration: limit.allowed(seconds), ramp: ramp))
  }

  private static func run(_ lane: FlashController) -> StrategyRun {
    (lane.motion as? ComparedFlash)?.run
      ?? StrategyRun(lane.mode.strategy, at: .cycleDuration(lane.limit.allowed(lane.requested)))
  }
}
