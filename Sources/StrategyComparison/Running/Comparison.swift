// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Strategies that follow one schedule over one trace of frames.
///
/// The run begins at time 0. Frames end with the schedule, recorded ones with themselves; orders after
/// the last frame are not seen by anyone. Nothing is kept per frame: a month takes no more memory
/// than a second.
public struct Comparison: Sendable {
  /// The orders.
  public let schedule: RateSchedule
  /// The frames.
  public let trace: FrameTrace
  /// What is compared, in the order of the results.
  public let strategies: [ComparisonStrategy]

  /// A comparison over one schedule and one trace.
  /// - Parameters:
  ///   - schedule: Which rate is requested when.
  ///   - trace: When the frames come.
  ///   - strategies: What is compared; by default all of them.
  public init(
    schedule: RateSchedule, trace: FrameTrace,
    strategies: [ComparisonStrategy] = ComparisonStrategy.allCases
  ) {
    self.schedule = schedule
    self.trace = trace
    self.strategies = strategies
  }

  /// Runs one strategy.
  /// - Parameters:
  ///   - strategy: What is run.
  ///   - progress: Gets, at most about twenty times a second, the part of ``work`` done since the call
  ///     before.
  /// - Complexity: O(frames + orders).
  public func result(
    of strategy: ComparisonStrategy, progress: @escaping (_ work: Int) -> Void = { _ in }
  ) -> StrategyResult {
    strategy.accept(
      Measuring(strategy: strategy, schedule: schedule, trace: trace, progress: progress))
  }

  /// Runs all strategies, as many at a time as the machine has processors.
  /// - Parameter progress: As in ``result(of:progress:)``, from several threads.
  public func results(progress: @escaping @Sendable (_ work: Int) -> Void = { _ in }) async
    -> [StrategyResult]
  {
    await withTaskGroup(of: (Int, StrategyResult).self) { group in
      for (index, strategy) in strategies.enumerated() {
        group.addTask { (index, result(of: strategy, progress: progress)) }
      }
      var results: [Int: StrategyResult] = [:]
      for await (index, result) in group { results[index] = result }
      return strategies.indices.compactMap { results[$0] }
    }
  }

  /// Runs one strategy and hands out every frame, for pictures and tables of a course.
  /// - Returns: The figures of the run.
  @discardableResult
  public func frames(
    of strategy: ComparisonStrategy, each: (StrategyFrame) -> Void
  ) -> Figures {
    var run = StrategyRun(strategy, at: schedule.initialRate)
    var orders = schedule.orders[...]
    for time in trace.times(through: schedule.length) {
      while let order = orders.first, order.time <= time { run.order(orders.removeFirst()) }
      each(run.frame(at: time))
    }
    return run.figures
  }
}

/// Runs whatever follows over all frames.
private struct Measuring: FollowerVisitor {
  let strategy: ComparisonStrategy
  let schedule: RateSchedule
  let trace: FrameTrace
  let progress: (Int) -> Void

  func visit<F: Follower>(_ follower: F.Type) -> StrategyResult {
    var run = MeasuredRun<F>(rule: strategy.rule, at: schedule.initialRate)
    let orders = schedule.orders
    var (next, frames, last) = (0, 0, 0.0)
    var work = WorkCount(progress)
    var nextTime = orders.first?.time ?? .infinity
    for time in trace.times(through: schedule.length) {
      while nextTime <= time {
        run.order(orders[next])
        work.addOrder()
        next += 1
        nextTime = next < orders.count ? orders[next].time : .infinity
      }
      _ = run.draw(at: time)
      frames += 1
      last = time
      work.addFrame()
    }
    work.tell()
    return StrategyResult(
      strategy: strategy, figures: run.figures, frames: frames, orders: next, end: last)
  }
}

/// What came out for one strategy.
public struct StrategyResult: Hashable, Sendable {
  /// What was run.
  public let strategy: ComparisonStrategy
  /// Its figures.
  public var figures: Figures
  /// Frames seen.
  public let frames: Int
  /// Orders given up to the last frame.
  public let orders: Int
  /// Seconds: the time of the last frame.
  public let end: Double
}
