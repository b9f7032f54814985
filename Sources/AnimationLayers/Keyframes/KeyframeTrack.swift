// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Values at given shares of an animation's duration, and the way between them.
///
/// ```swift
/// let hop = try KeyframeTrack([0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
/// hop.value(at: 0.25)  // 40
/// ```
/// One is made for each of Core Animation's calculation modes: linear by the initializer, the others
/// by a function of their name. All are evaluated alike and without allocation.
///
/// Source: CAKeyframeAnimation.
public struct KeyframeTrack<Value: Interpolatable> {
  /// The values, at least one.
  public let values: [Value]

  /// When each value is met, as shares of the duration: 0...1, non-decreasing.
  ///
  /// One for each value; with ``discrete(_:keyTimes:)`` one more, and each value lasts from its own
  /// to the next. In a paced track they are those that pacing has found.
  public let keyTimes: [Double]

  /// The pace between each two values; empty where all are linear.
  public let timingFunctions: [TimingFunction]

  /// The way from each value to the next.
  let path: Path

  enum Path {
    case straight
    case jumps
    /// Cubic Beziers: the two inner control points of each segment, and for even pacing the shares
    /// of their lengths.
    case curves([(Value, Value)], pacing: [ArcLengths])
  }

  /// A track of straight ways: the calculation mode "linear".
  /// - Parameters:
  ///   - values: At least one.
  ///   - keyTimes: One for each value, in 0...1, non-decreasing; of two equal ones the later shows
  ///     at that time. By default at even distances from 0 to 1.
  ///   - timingFunctions: One between each two values; by default linear.
  /// - Throws: `LayerError` with what does not fit.
  public init(
    _ values: [Value], keyTimes: [Double]? = nil, timingFunctions: [TimingFunction]? = nil
  ) throws(LayerError) {
    try self.init(values, keyTimes, timingFunctions, .straight)
  }

  /// Values that each hold until the next: the calculation mode "discrete".
  /// - Parameters:
  ///   - values: At least one.
  ///   - keyTimes: One more than there are values, in 0...1, non-decreasing: value i shows from key
  ///     time i on and before key time i + 1. By default all last equally long.
  /// - Throws: `LayerError` with what does not fit.
  public static func discrete(
    _ values: [Value], keyTimes: [Double]? = nil
  ) throws(LayerError) -> KeyframeTrack {
    try KeyframeTrack(values, keyTimes, nil, .jumps)
  }

  init(
    _ values: [Value], _ keyTimes: [Double]?, _ timingFunctions: [TimingFunction]?, _ path: Path
  ) throws(LayerError) {
    guard !values.isEmpty else { throw .noValues }
    var timeCount = values.count
    if case .jumps = path { timeCount += 1 }
    self.values = values
    self.keyTimes = keyTimes ?? Self.evenTimes(timeCount)
    try Self.check(self.keyTimes, count: timeCount)
    if let timingFunctions {
      guard timingFunctions.count == values.count - 1 else {
        throw .timingFunctionCount(found: timingFunctions.count, needed: values.count - 1)
      }
    }
    self.timingFunctions = timingFunctions ?? []
    self.path = path
  }

  static func evenTimes(_ count: Int) -> [Double] {
    (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  private static func check(_ keyTimes: [Double], count: Int) throws(LayerError) {
    guard keyTimes.count == count else {
      throw .keyTimeCount(found: keyTimes.count, needed: count)
    }
    var previous = 0.0
    for (index, time) in keyTimes.enumerated() {
      guard time >= 0, time <= 1 else { throw .keyTimeOutOfRange(index: index, time: time) }
      guard time >= previous else {
        throw .keyTimeDecreases(index: index, time: time, previous: previous)
      }
      previous = time
    }
  }
}

extension KeyframeTrack: Sendable where Value: Sendable {}
extension KeyframeTrack.Path: Sendable where Value: Sendable {}
