// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// One strategy that runs: orders and frames go in, in order of time; what shows and figures come out.
///
/// ```
/// var run = StrategyRun(.naive, at: .cycleDuration(2))
/// run.order(RateOrder(time: 2.7, cycleDuration: 0.5))
/// let shown = run.frame(at: 2.75)
/// run.figures[.valueJump]
/// ```
/// For a scene that counts up while it shows; whole schedules are run faster by ``Comparison``.
public struct StrategyRun {
  private var course: any StrategyCourse
  /// Seconds: the times of the last order and of the last frame.
  private var lastOrder = 0.0
  private var lastFrame = -Double.leastNonzeroMagnitude

  /// What is run.
  public let strategy: ComparisonStrategy

  /// Begins at time 0 and position 0.
  /// - Parameters:
  ///   - strategy: What is run.
  ///   - rate: The rate at first; valid, not negative.
  /// - Precondition: `rate` is that.
  public init(_ strategy: ComparisonStrategy, at rate: RepeatRate) {
    let isForward = if case .hertz(let hertz) = rate { hertz >= 0 } else { true }
    precondition(
      isForward && (try? rate.validate()) != nil, "a run must begin at a valid rate, not \(rate)")
    self.strategy = strategy
    course = strategy.accept(Beginning(rule: strategy.rule, rate: rate))
  }

  /// Gives an order; it is carried out at its own time, at the latest by the next frame at or after it.
  /// - Precondition: its time is above 0, after the last frame's and the last order's; its numbers
  ///   are valid.
  public mutating func order(_ order: RateOrder) {
    precondition(
      order.time > max(lastOrder, lastFrame) && order.time <= RepeatLimits.latestTime,
      "an order must be later than \(max(lastOrder, lastFrame)) s, but its time is \(order.time)")
    let command = RepeatCommand.ramp(to: order.rate, over: order.ramp ?? 0)
    precondition((try? command.validate()) != nil, "an order must be valid, but is \(order)")
    lastOrder = order.time
    course.order(order)
  }

  /// Shows a frame.
  /// - Precondition: `time` is later than the last frame's and not before the last order's; the first
  ///   may be 0.
  @discardableResult
  public mutating func frame(at time: Double) -> StrategyFrame {
    precondition(
      time > lastFrame && time >= lastOrder && time <= FrameTrace.latestTime,
      "a frame must be later than \(lastFrame) s and not before \(lastOrder) s, but is at \(time)")
    lastFrame = time
    return course.frame(at: time)
  }

  /// The measures up to the last frame; without ``Measure/cost``.
  public var figures: Figures { course.figures }
}

/// What a strategy shows at a frame.
public struct StrategyFrame: Hashable, Sendable {
  /// Seconds.
  public let time: Double
  /// Whole cycles run.
  public let cycle: Int
  /// The fraction of the cycle, in [0, 1).
  public let phase: Double
  /// 0 in the one state, 1 in the other: ``ValueCurve/standard`` at the phase.
  public let value: Double
  /// Cycles per second in effect.
  public let hertz: Double
  /// Cycle boundaries that were told of at this frame.
  public let told: Int
}

/// A run whose strategy is known at run time only.
protocol StrategyCourse {
  mutating func order(_ order: RateOrder)
  mutating func frame(at time: Double) -> StrategyFrame
  var figures: Figures { get }
}

/// Makes a run of whatever follows.
private struct Beginning: FollowerVisitor {
  let rule: ComparisonStrategy.Rule
  let rate: RepeatRate

  func visit<F: Follower>(_ follower: F.Type) -> any StrategyCourse {
    MeasuredRun<F>(rule: rule, at: rate)
  }
}
