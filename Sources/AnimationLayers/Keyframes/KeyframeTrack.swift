// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Values at given shares of an animation's duration, and their interpolation.
///
/// ```swift
/// let hop = try KeyframeTrack([0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
/// hop.value(at: 0.25)  // 40
/// ```
/// The initializer makes a track of calculation mode "linear"; the static functions have the names
/// of the other modes. Evaluation allocates nothing.
///
/// Source: CAKeyframeAnimation.
public struct KeyframeTrack<Value: Interpolatable> {
  /// The values, at least one.
  public let values: [Value]

  /// Key times as shares of the duration: 0...1, non-decreasing.
  ///
  /// There is one for each value, and one more for the end of a ``discrete(_:keyTimes:)`` track.
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
    self.timingFunctions = timingFunctions ?? []
    if let count = timingFunctions?.count, count != values.count - 1 {
      throw .wrongCount(of: "timing functions", found: count, needed: values.count - 1)
    }
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

extension KeyframeTrack {
  /// The value at a progress.
  ///
  /// At its own key time, each value is returned bit for bit. Before the first key time the result
  /// is the first value; after the last key time it is the last value.
  /// - Parameter progress: The result of the animation's timing function. Numbers outside 0...1 are
  ///   clamped, because no keyframe lies outside; NaN reads as 0.
  /// - Complexity: O(log n) for n values; O(1) for two.
  public func value(at progress: Double) -> Value {
    let time = progress > 0 ? min(progress, 1) : 0
    let passed = keyTimesPassed(at: time)
    guard passed > 0 else { return values[0] }
    guard passed < values.count else { return values[values.count - 1] }
    let start = keyTimes[passed - 1]
    if isDiscrete { return values[passed - 1] }
    // The divisor is not zero, because `start` is at or before `time` and the next key time is
    // after it.
    let share = (time - start) / (keyTimes[passed] - start)
    let paced = timingFunctions.isEmpty ? share : timingFunctions[passed - 1](share)
    return .interpolate(from: values[passed - 1], to: values[passed], progress: paced)
  }

  /// The number of key times at or before `time`.
  private func keyTimesPassed(at time: Double) -> Int {
    var (low, high) = (0, keyTimes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyTimes[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension KeyframeTrack where Value: MeasurableValue {
  /// A track of constant speed: calculation mode "paced".
  ///
  /// Each segment's share of the time is its share of the total distance, so the function takes no
  /// key times or timing functions. If all values are equal, the segments share the time evenly.
  /// - Throws: `LayerError.noValues` if there are no values.
  public static func paced(_ values: [Value]) throws(LayerError) -> KeyframeTrack {
    let lengths = zip(values, values.dropFirst()).map { Value.distance(from: $0, to: $1) }
    let longest = lengths.max() ?? 0
    guard longest > 0, longest.isFinite else { return try KeyframeTrack(values) }
    // Each length is divided by the longest, so that the sum stays finite.
    var whole = 0.0
    let passed = lengths.map { length in
      whole += max(0, length) / longest
      return whole
    }
    return try KeyframeTrack(values, keyTimes: [0] + passed.map { $0 / whole })
  }
}
