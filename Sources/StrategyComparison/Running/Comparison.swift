// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Strategies that follow one schedule over one trace of frames.
///
/// The run begins at time 0. Frames end with the schedule, recorded frames with the recording; rate
/// changes after the last frame have no effect. Nothing is kept per frame: a month takes no more
/// memory than a second.
public struct Comparison: Sendable {
  /// The rate changes.
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
  ///   - progress: Receives, at most about twenty times a second, the part of ``work`` done since
  ///     the last call.
  /// - Complexity: O(frames + rate changes).
  public func result(
    of strategy: ComparisonStrategy, progress: @escaping (_ work: Int) -> Void = { _ in }
  ) -> StrategyResult {
    strategy.accept(Measuring(strategy: strategy, comparison: self, progress: progress))
  }

  /// Runs all strategies, as many at a time as the machine has processors.
  /// - Parameter progress: As in ``result(of:progress:)``, from several threads.
  public func results(progress: @escaping @Sendable (_ work: Int) -> Void = { _ in }) async
    -> [StrategyResult]
  {
    await inParallel { result(of: $0, progress: progress) }
  }

  /// Calls `body` with all strategies, as many at a time as the machine has processors.
  func inParallel<Result: Sendable>(
    _ body: @escaping @Sendable (ComparisonStrategy) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      for (index, strategy) in strategies.enumerated() {
        group.addTask { (index, body(strategy)) }
      }
      var results: [Int: Result] = [:]
      for await (index, result) in group { results[index] = result }
      return strategies.indices.compactMap { results[$0] }
    }
  }

  /// Runs one strategy and passes every frame to `each`, for pictures and tables of a motion.
  /// - Returns: The figures of the run.
  @discardableResult
  public func frames(
    of strategy: ComparisonStrategy, each: (StrategyFrame) -> Void
  ) -> Figures {
    var run = StrategyRun(strategy, at: schedule.initialRate)
    var changes = schedule.changes[...]
    for time in trace.times(through: schedule.length) {
      while let change = changes.first, change.time <= time { run.apply(changes.removeFirst()) }
      each(run.frame(at: time))
    }
    return run.figures
  }
}

extension Comparison {
  /// Runs a model over all frames.
  ///
  /// Compiled in place for each model and each use: a month has 155 million frames.
  /// - Parameters:
  ///   - changed: Receives the run after each rate change, and the change's time.
  ///   - draw: Draws the frame at a time.
  @inline(__always)
  func run<M: StrategyModel>(
    _ strategy: ComparisonStrategy, _ model: M.Type, progress: @escaping (Int) -> Void,
    changed: (inout MeasuredRun<M>, Double) -> Void, draw: (inout MeasuredRun<M>, Double) -> Void
  ) -> StrategyResult {
    var run = MeasuredRun<M>(rule: strategy.rule, at: schedule.initialRate)
    let changes = schedule.changes
    var (next, frames, last) = (0, 0, 0.0)
    var work = WorkCount(progress)
    var nextTime = changes.first?.time ?? .infinity
    for time in trace.times(through: schedule.length) {
      while nextTime <= time {
        run.apply(changes[next])
        work.addChange()
        changed(&run, nextTime)
        next += 1
        nextTime = next < changes.count ? changes[next].time : .infinity
      }
      draw(&run, time)
      frames += 1
      last = time
      work.addFrame()
    }
    work.report()
    return StrategyResult(
      strategy: strategy, figures: run.figures, frames: frames, changes: next, end: last)
  }
}

/// Takes the figures of a model.
private struct Measuring: StrategyModelVisitor {
  let strategy: ComparisonStrategy
  let comparison: Comparison
  let progress: (Int) -> Void

  func visit<M: StrategyModel>(_ model: M.Type) -> StrategyResult {
    comparison.run(strategy, model, progress: progress) { _, _ in
    } draw: { run, time in
      _ = run.draw(at: time)
    }
  }
}

/// The result of one strategy.
public struct StrategyResult: Hashable, Sendable {
  /// What was run.
  public let strategy: ComparisonStrategy
  /// Its figures.
  public var figures: Figures
  /// Frames seen.
  public let frames: Int
  /// Rate changes given up to the last frame.
  public let changes: Int
  /// Seconds: the time of the last frame.
  public let end: Double
}
