// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A run of one strategy.
///
/// A run gets rate changes and frames in order of time, returns each frame's state, and measures
/// the strategy.
///
/// ```
/// var run = StrategyRun(.naive, at: .cycleDuration(2))
/// run.apply(RateChange(time: 2.7, cycleDuration: 0.5))
/// let shown = run.frame(at: 2.75)
/// run.figures[.valueJump]
/// ```
/// A run is for scenes that measure while they draw. ``Comparison`` runs whole schedules faster.
package struct StrategyRun: Sendable {
  private var run: any RunningStrategy
  /// The times of the last rate change and the last frame, in seconds.
  private var lastChange = 0.0
  private var lastFrame = -Double.leastNonzeroMagnitude

  /// The strategy.
  package let strategy: ComparisonStrategy

  /// Starts at time 0 and position 0.
  /// - Parameters:
  ///   - strategy: The strategy to run.
  ///   - rate: The initial rate.
  /// - Precondition: `rate` is valid and not negative.
  package init(_ strategy: ComparisonStrategy, at rate: RepeatRate) {
    let isForward = if case .hertz(let hertz) = rate { hertz >= 0 } else { true }
    precondition(
      isForward && (try? RateChange.validate(rate)) != nil,
      "a run must begin at a valid rate, not \(rate)")
    self.strategy = strategy
    run = strategy.accept(RunMaker(rule: strategy.rule, rate: rate))
  }

  /// Submits a rate change.
  ///
  /// The strategy applies the rate change at the change's time, or at the next frame.
  /// - Precondition: `change` is valid; its time is above 0 and after the last frame and rate
  ///   change.
  package mutating func apply(_ change: RateChange) {
    precondition(
      change.time > max(lastChange, lastFrame) && change.time <= RepeatLimits.latestTime,
      "a rate change must be later than \(max(lastChange, lastFrame)) s,"
        + " but its time is \(change.time)")
    precondition(
      (try? change.validateRate()) != nil, "a rate change must be valid, but is \(change)")
    lastChange = change.time
    run.apply(change)
  }

  /// Shows a frame.
  /// - Precondition: `time` is later than the last frame and not before the last rate change. The
  ///   first frame may be at 0.
  @discardableResult
  package mutating func frame(at time: Double) -> StrategyFrame {
    precondition(
      time > lastFrame && time >= lastChange && time <= FrameTrace.latestTime,
      "a frame must be later than \(lastFrame) s and not before \(lastChange) s, but is at \(time)")
    lastFrame = time
    return run.frame(at: time)
  }

  /// The position that a frame at `time` would show without further rate changes.
  ///
  /// The call does not change the run.
  /// - Precondition: `time` is not before the last frame, and not before the last rate change.
  package func position(at time: Double) -> CyclePosition {
    precondition(
      time >= max(lastFrame, lastChange) && time <= FrameTrace.latestTime,
      "a position must not be before \(max(lastFrame, lastChange)) s, but is at \(time)")
    let position = run.position(at: time)
    return CyclePosition(cycle: position.cycle, phase: position.phase)
  }

  /// The measures up to the last frame.
  ///
  /// A rate change after the last frame counts from the next frame on.
  package var figures: Figures { run.figures }
}

/// The state of a strategy at a frame.
package struct StrategyFrame: Hashable, Sendable {
  /// The frame's time in seconds.
  package let time: Double
  /// The number of whole cycles run.
  package let cycle: Int
  /// The fraction of the cycle, in [0, 1).
  package let phase: Double
  /// The animated value, 0 to 1: ``ValueCurve`` at the phase.
  package let value: Double
  /// The rate in effect, in cycles per second.
  package let hertz: Double
  /// The number of cycle boundaries reported at this frame.
  package let reported: Int
}

/// A run whose strategy is chosen at run time.
protocol RunningStrategy: Sendable {
  mutating func apply(_ change: RateChange)
  func position(at time: Double) -> FramePosition
  mutating func frame(at time: Double) -> StrategyFrame
  var figures: Figures { get }
}

/// Makes a run of a model.
private struct RunMaker: StrategyModelVisitor {
  let rule: ComparisonStrategy.Rule
  let rate: RepeatRate

  func visit<M: StrategyModel>(_ model: M.Type) -> any RunningStrategy {
    MeasuredRun<M>(rule: rule, at: rate)
  }
}
