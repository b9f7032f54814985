// SPDX-License-Identifier: Apache-2.0

/// What a strategy shows within a window, as lines and marks for a picture, and the run's figures.
///
/// However many frames the window has, a few thousand points draw it, with every peak and step
/// (at most four points in each of 2400 columns).
public struct CourseSketch: Sendable {
  /// The figures of the whole run.
  public let result: StrategyResult
  /// The value over time, 0 to 1; a jump is two points of one time.
  public let value: [LinePoint]
  /// Cycles per second in effect over time, as frames see it.
  public let rate: [LinePoint]
  /// The jumps that can be seen; the largest of each column.
  public let jumps: [ValueJump]
  /// The times of frames that told of a cycle boundary; one of each column.
  public let boundaries: [Double]
}

/// A change of the value in no time.
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
  /// The rates ordered within a window, in cycles per second, for a line of steps.
  public func orderedRates(in window: CourseWindow) -> [LinePoint] {
    var sketch = LineSketch(window)
    var rate = SignedRate(initialRate, direction: 1)
    var direction = 1
    var isInside = false
    for order in orders {
      if order.time > window.end { break }
      if order.time >= window.start, !isInside {
        isInside = true
        sketch.add(window.start, rate.hertz)
      }
      rate = SignedRate(order.rate, direction: direction)
      if rate.direction != 0 { direction = rate.direction }
      if isInside { sketch.add(order.time, rate.hertz) }
    }
    if !isInside { sketch.add(window.start, rate.hertz) }
    sketch.add(window.end, rate.hertz)
    return sketch.finished()
  }

  /// The times of orders within a window; one of each column.
  public func orderTimes(in window: CourseWindow) -> [Double] {
    let sketch = LineSketch(window)
    var times: [Double] = []
    var column = Int.min
    for order in orders where order.time >= window.start && order.time <= window.end {
      let place = sketch.column(of: order.time)
      if place != column { times.append(order.time) }
      column = place
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
  /// - Complexity: O(frames + orders).
  public func sketch(
    of strategy: ComparisonStrategy, in window: CourseWindow,
    progress: @escaping (_ work: Int) -> Void = { _ in }
  ) -> CourseSketch {
    strategy.accept(
      Sketching(strategy: strategy, comparison: self, window: window, progress: progress))
  }

  /// Runs, measures and sketches all strategies, as many at a time as the machine has processors.
  /// - Parameters:
  ///   - window: The times and values that the sketches show.
  ///   - progress: As in ``result(of:progress:)``, from several threads.
  public func sketches(
    in window: CourseWindow, progress: @escaping @Sendable (_ work: Int) -> Void = { _ in }
  ) async -> [CourseSketch] {
    await withTaskGroup(of: (Int, CourseSketch).self) { group in
      for (index, strategy) in strategies.enumerated() {
        group.addTask { (index, sketch(of: strategy, in: window, progress: progress)) }
      }
      var sketches: [Int: CourseSketch] = [:]
      for await (index, sketch) in group { sketches[index] = sketch }
      return strategies.indices.compactMap { sketches[$0] }
    }
  }
}
