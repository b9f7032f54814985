// SPDX-License-Identifier: Apache-2.0

/// What a strategy shows within a window, as lines and strokes for a picture, and the run's
/// figures.
///
/// However many frames the window has, a few thousand points draw it, with every peak and step
/// (at most four points in each of 2400 columns).
public struct MotionSketch: Sendable {
  /// The figures of the whole run.
  public let result: StrategyResult
  /// The value over time, 0 to 1; a jump is two points of one time.
  public let value: [LinePoint]
  /// Cycles per second in effect over time, as frames see it.
  public let rate: [LinePoint]
  /// Cycles from the phase to the leader's over time, -0.5 to 0.5; 0 where no leader has jumped.
  public let gap: [LinePoint]
  /// The jumps that can be seen; the largest of each column.
  public let jumps: [ValueJump]
  /// The times of frames that reported a cycle boundary; one of each column.
  public let boundaries: [Double]
}

/// A jump of the value at one instant.
public struct ValueJump: Hashable, Sendable {
  /// Seconds.
  public var time: Double
  /// The value just before.
  public var before: Double
  /// The value just after.
  public var after: Double

  /// How far, as a part of the whole way.
  public var size: Double { abs(after - before) }
}

extension RateSchedule {
  /// The requested rates within a window, in cycles per second, for a line of steps.
  public func requestedRates(in window: MotionWindow) -> [LinePoint] {
    var sketch = LineSketch(window)
    var rate = SignedRate(initialRate, direction: 1)
    var rates = RequestedRates(at: rate)
    var isInside = false
    for change in changes {
      if change.time > window.end { break }
      if change.time >= window.start, !isInside {
        isInside = true
        sketch.add(window.start, rate.hertz)
      }
      rate = rates.take(change)
      if isInside { sketch.add(change.time, rate.hertz) }
    }
    if !isInside { sketch.add(window.start, rate.hertz) }
    sketch.add(window.end, rate.hertz)
    return sketch.finished()
  }

  /// The times of rate changes within a window; one of each column.
  public func changeTimes(in window: MotionWindow) -> [Double] {
    let sketch = LineSketch(window)
    var times: [Double] = []
    var column = Int.min
    for change in changes where change.time >= window.start && change.time <= window.end {
      let next = sketch.column(of: change.time)
      if next != column { times.append(change.time) }
      column = next
    }
    return times
  }
}

extension Comparison {
  /// Runs one strategy, measures it, and sketches what it shows within a window.
  /// - Parameters:
  ///   - strategy: What is run.
  ///   - window: The times and values that the sketch shows.
  ///   - progress: As in ``result(of:progress:)``.
  /// - Complexity: O(frames + rate changes).
  public func sketch(
    of strategy: ComparisonStrategy, in window: MotionWindow,
    progress: @escaping (_ work: Int) -> Void = { _ in }
  ) -> MotionSketch {
    strategy.accept(
      Sketching(strategy: strategy, comparison: self, window: window, progress: progress))
  }

  /// Runs, measures and sketches all strategies, as many at a time as the machine has processors.
  /// - Parameters:
  ///   - window: The times and values that the sketches show.
  ///   - progress: As in ``result(of:progress:)``, from several threads.
  public func sketches(
    in window: MotionWindow, progress: @escaping @Sendable (_ work: Int) -> Void = { _ in }
  ) async -> [MotionSketch] {
    await inParallel { sketch(of: $0, in: window, progress: progress) }
  }
}
