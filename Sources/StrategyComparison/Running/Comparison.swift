// SPDX-License-Identifier: Apache-2.0

/// Strategies that follow one schedule over one trace of frames.
///
/// The run begins at time 0. Frames end with the schedule, recorded frames with the recording; rate
/// changes after the last frame have no effect. Nothing is kept per frame outside of a
/// ``MotionWindow``: a month takes no more memory than a second.
public struct Comparison: Hashable, Sendable {
  /// The rate changes.
  public let schedule: RateSchedule
  /// The frames.
  public let trace: FrameTrace
  /// The strategies, in the order of the results.
  public let strategies: [ComparisonStrategy]

  /// A comparison over one schedule and one trace.
  /// - Parameters:
  ///   - schedule: Which rate is requested when.
  ///   - trace: When the frames come.
  ///   - strategies: By default all of them.
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
  ///   - strategy: The strategy to run.
  ///   - window: The part of the run that a picture shows; `nil`: none.
  /// - Complexity: O(frames + rate changes).
  public func result(
    of strategy: ComparisonStrategy, showing window: MotionWindow? = nil
  ) -> StrategyResult {
    strategy.accept(Measuring(strategy: strategy, comparison: self, window: window))
  }

  /// Runs all strategies, as many at a time as the machine has processors.
  /// - Parameters:
  ///   - window: As in ``result(of:showing:)``.
  ///   - finished: Called, from several threads, each time that a strategy has ended its run.
  public func results(
    showing window: MotionWindow? = nil, finished: @escaping @Sendable () -> Void = {}
  ) async -> [StrategyResult] {
    await withTaskGroup(of: (Int, StrategyResult).self) { group in
      for (index, strategy) in strategies.enumerated() {
        group.addTask {
          let result = result(of: strategy, showing: window)
          finished()
          return (index, result)
        }
      }
      var results: [Int: StrategyResult] = [:]
      for await (index, result) in group { results[index] = result }
      return strategies.indices.compactMap { results[$0] }
    }
  }
}

/// The result of one strategy.
public struct StrategyResult: Hashable, Sendable {
  /// The strategy.
  public let strategy: ComparisonStrategy
  /// Its figures.
  public let figures: Figures
  /// Frames seen.
  public let frames: Int
  /// Rate changes given up to the last frame.
  public let changes: Int
  /// Seconds: the time of the last frame.
  public let end: Double
  /// Its motion within the window; `nil` if there was none.
  public let motion: MotionSketch?
}

/// Runs a model over all frames, takes its figures, and sketches its motion within a window.
private struct Measuring: StrategyModelVisitor {
  let strategy: ComparisonStrategy
  let comparison: Comparison
  let window: MotionWindow?

  func visit<M: StrategyModel>(_ model: M.Type) -> StrategyResult {
    let schedule = comparison.schedule
    var run = MeasuredRun<M>(rule: strategy.rule, at: schedule.initialRate)
    var motion = window.map(MotionSketch.init)
    let changes = schedule.changes
    var (next, frames, last) = (0, 0, 0.0)
    var nextTime = changes.first?.time ?? .infinity
    for time in comparison.trace.times(through: schedule.length) {
      while nextTime <= time {
        run.apply(changes[next])
        motion?.add(run.takeJump(), at: nextTime)
        next += 1
        nextTime = next < changes.count ? changes[next].time : .infinity
      }
      // Most frames of a long run lie outside the window: these are only measured.
      if let window, window.contains(time) {
        motion?.add(run.frame(at: time), run.takeJump())
      } else {
        _ = run.draw(at: time)
      }
      frames += 1
      last = time
    }
    return StrategyResult(
      strategy: strategy, figures: run.figures, frames: frames, changes: next, end: last,
      motion: motion)
  }
}
