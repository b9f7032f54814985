// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Values at given shares of an animation's duration, and their interpolation.
///
/// ```swift
/// let hop = try KeyframeTrack([0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
/// hop.value(at: 0.25)  // 40
/// ```
/// Core Animation's calculation modes each have a constructor: the initializer makes a linear
/// track, and the static functions have the names of the other modes. All tracks are evaluated the
/// same way, without allocation.
///
/// Source: CAKeyframeAnimation.
public struct KeyframeTrack<Value: Interpolatable> {
  /// The values, at least one.
  public let values: [Value]

  /// Key times as shares of the duration: 0...1, non-decreasing.
  ///
  /// There is one key time for each value. A track of ``discrete(_:keyTimes:)`` has one more: each
  /// value lasts from its own key time to the next. The key times of a paced track are computed
  /// from the distances between its values.
  package let keyTimes: [Double]

  /// The timing function of each segment; empty if all are linear.
  package let timingFunctions: [TimingFunction]

  /// Whether each value holds until the next.
  let isDiscrete: Bool

  /// A track of straight segments: calculation mode "linear".
  /// - Parameters:
  ///   - values: At least one.
  ///   - keyTimes: One for each value, in 0...1, non-decreasing. If two key times are equal, the
  ///     later value shows at that time. Default: evenly spaced from 0 to 1.
  ///   - timingFunctions: One for each segment; default linear.
  /// - Throws: `LayerError` for the first invalid argument.
  public init(
    _ values: [Value], keyTimes: [Double]? = nil, timingFunctions: [TimingFunction]? = nil
  ) throws(LayerError) {
    try self.init(values, keyTimes, timingFunctions)
  }

  /// A track that holds each value until the next: calculation mode "discrete".
  /// - Parameters:
  ///   - values: At least one.
  ///   - keyTimes: One more than there are values, in 0...1, non-decreasing: value i shows from key
  ///     time i until just before key time i + 1. Default: equal durations.
  /// - Throws: `LayerError` for the first invalid argument.
  public static func discrete(
    _ values: [Value], keyTimes: [Double]? = nil
  ) throws(LayerError) -> KeyframeTrack {
    try KeyframeTrack(values, keyTimes, nil, isDiscrete: true)
  }

  init(
    _ values: [Value], _ keyTimes: [Double]?, _ timingFunctions: [TimingFunction]?,
    isDiscrete: Bool = false
  ) throws(LayerError) {
    guard !values.isEmpty else { throw .noValues }
    let timeCount = values.count + (isDiscrete ? 1 : 0)
    self.values = values
    self.keyTimes = keyTimes ?? Self.evenTimes(timeCount)
    try Self.check(self.keyTimes, count: timeCount)
    if let timingFunctions {
      guard timingFunctions.count == values.count - 1 else {
        throw .wrongCount(
          of: "timing functions", found: timingFunctions.count, needed: values.count - 1)
      }
    }
    self.timingFunctions = timingFunctions ?? []
    self.isDiscrete = isDiscrete
  }

  private static func evenTimes(_ count: Int) -> [Double] {
    (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  private static func check(_ keyTimes: [Double], count: Int) throws(LayerError) {
    guard keyTimes.count == count else {
      throw .wrongCount(of: "key times", found: keyTimes.count, needed: count)
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
