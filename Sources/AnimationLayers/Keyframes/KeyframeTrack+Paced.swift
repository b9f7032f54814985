// SPDX-License-Identifier: Apache-2.0

extension KeyframeTrack where Value: MeasurableValue {
  /// A track of constant speed: calculation mode "paced".
  ///
  /// Each segment's share of the time is its share of the total distance, so the function takes no
  /// key times or timing functions. If all values are equal, the segments share the time evenly.
  /// - Throws: `LayerError.noValues` if there are no values.
  public static func paced(_ values: [Value]) throws(LayerError) -> KeyframeTrack {
    let lengths = zip(values, values.dropFirst()).map { Value.distance(from: $0, to: $1) }
    return try KeyframeTrack(values, pacedTimes(lengths), nil, .straight)
  }
}

/// The key times from 0 to 1 that give segments of these lengths the same speed; `nil` if the total
/// length is 0.
func pacedTimes(_ lengths: [Double]) -> [Double]? {
  let longest = lengths.max() ?? 0
  guard longest > 0, longest.isFinite else { return nil }
  // Each length is divided by the longest, so that the sum stays finite.
  var passed = [0.0]
  for length in lengths { passed.append(passed[passed.count - 1] + max(0, length) / longest) }
  let whole = passed[passed.count - 1]
  return passed.map { $0 / whole }
}

/// The lengths along a curve segment: for each of several evenly spaced curve parameters, the share
/// of the segment's length up to that parameter.
struct ArcLengths: Sendable {
  /// Shares that rise from 0 to 1; empty if the segment has no length.
  let shares: [Double]

  /// The curve parameter at a share of the length.
  func parameter(at share: Double) -> Double {
    guard share > 0, share < 1, !shares.isEmpty else { return share }
    var (low, high) = (0, shares.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if shares[middle] <= share { low = middle } else { high = middle }
    }
    let within = (share - shares[low]) / (shares[high] - shares[low])
    return (Double(low) + within) / Double(shares.count - 1)
  }
}
