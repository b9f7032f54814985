// SPDX-License-Identifier: Apache-2.0

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
