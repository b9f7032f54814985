// SPDX-License-Identifier: Apache-2.0

extension KeyframeTrack where Value: MeasurableValue {
  /// A track of constant speed: calculation mode "paced".
  ///
  /// Each segment's share of the time is its share of the total distance, so the function takes no
  /// key times or timing functions. If all values are equal, the segments share the time evenly.
  /// - Throws: `LayerError.noValues` if there are no values.
  public static func paced(_ values: [Value]) throws(LayerError) -> KeyframeTrack {
    let lengths = zip(values, values.dropFirst()).map { Value.distance(from: $0, to: $1) }
    return try KeyframeTrack(values, pacedTimes(lengths), nil)
  }
}

/// The key times from 0 to 1 that give segments of these lengths the same speed; `nil` if the total
/// length is 0.
private func pacedTimes(_ lengths: [Double]) -> [Double]? {
  let longest = lengths.max() ?? 0
  guard longest > 0, longest.isFinite else { return nil }
  // Each length is divided by the longest, so that the sum stays finite.
  var passed = [0.0]
  for length in lengths { passed.append(passed[passed.count - 1] + max(0, length) / longest) }
  let whole = passed[passed.count - 1]
  return passed.map { $0 / whole }
}
