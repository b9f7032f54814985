// SPDX-License-Identifier: Apache-2.0

/// Strategies that follow one schedule over one trace of frames.
///
/// The run begins at time 0. The frames end with the schedule, but all frames of a recording are
/// used, even after the schedule. Rate changes after the last frame have no effect. Frames are
/// stored only within a ``MotionWindow``, so a month takes no more memory than a second.
package struct Comparison: Hashable, Sendable {
  /// The rate changes.
  package let schedule: RateSchedule
  /// The frames.
  package let trace: FrameTrace
  /// The strategies, in the order of the results.
  package let strategies: [ComparisonStrategy]

  /// A comparison over one schedule and one trace.
  /// - Parameters:
  ///   - schedule: The requested rates and their times.
  ///   - trace: The times of the frames.
  ///   - strategies: Default: all strategies.
  package init(
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
  ///   - window: The part of the run to sketch for a picture; `nil` for none.
  /// - Complexity: O(frames + rate changes).
  package func result(
    of strategy: ComparisonStrategy, showing window: MotionWindow? = nil
  ) -> StrategyResult {
    strategy.accept(ScheduleRunner(strategy: strategy, comparison: self, window: window))
  }

  /// Runs all strategies, in parallel on all processors.
  /// - Parameters:
  ///   - window: As in ``result(of:showing:)``.
  ///   - finished: Called after each strategy's run, from several threads.
  package func results(
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
package struct StrategyResult: Hashable, Sendable {
  /// The strategy.
  package let strategy: ComparisonStrategy
  /// The strategy's figures.
  package let figures: Figures
  /// The number of frames.
  package let frames: Int
  /// The number of rate changes up to the last frame.
  package let changes: Int
  /// The time of the last frame, in seconds.
  package let end: Double
  /// The motion within the window; `nil` without a window.
  package let motion: MotionSketch?
}

/// Runs a model over all frames, measures it, and sketches its motion within a window.
private struct ScheduleRunner: StrategyModelVisitor {
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
      // Most frames of a long run are outside the window and are only measured.
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
