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
    if case .jumps = path { return values[passed - 1] }
    // The divisor is not zero, because `start` is at or before `time` and the next key time is
    // after it.
    let share = (time - start) / (keyTimes[passed] - start)
    let paced = timingFunctions.isEmpty ? share : timingFunctions[passed - 1](share)
    return value(in: passed - 1, at: paced)
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

  /// The value at a fraction of one segment; extrapolated for fractions outside 0...1.
  private func value(in segment: Int, at share: Double) -> Value {
    let (from, to) = (values[segment], values[segment + 1])
    guard case .curves(let controls, let pacing) = path else {
      return .interpolate(from: from, to: to, progress: share)
    }
    let parameter = pacing.isEmpty ? share : pacing[segment].parameter(at: share)
    return Self.curve(from, controls[segment], to, at: parameter)
  }

  /// A cubic Bézier by de Casteljau's construction, which only interpolates between values.
  static func curve(
    _ from: Value, _ control: (Value, Value), _ to: Value, at parameter: Double
  ) -> Value {
    func mix(_ a: Value, _ b: Value) -> Value {
      .interpolate(from: a, to: b, progress: parameter)
    }
    let middle = mix(control.0, control.1)
    return mix(mix(mix(from, control.0), middle), mix(middle, mix(control.1, to)))
  }
}
