// SPDX-License-Identifier: Apache-2.0

extension KeyframeTrack where Value: MeasurableValue {
  /// A track that moves evenly: the calculation mode "paced".
  ///
  /// Each way takes time by its length. Key times and timing functions would say otherwise, so
  /// there are none to give. Where all values are the same, the ways share the time evenly.
  /// - Throws: `LayerError.noValues`.
  public static func paced(_ values: [Value]) throws(LayerError) -> KeyframeTrack {
    let lengths = zip(values, values.dropFirst()).map { Value.distance(from: $0, to: $1) }
    return try KeyframeTrack(values, pacedTimes(lengths), nil, .straight)
  }
}

/// The times from 0 to 1 at which ways of these lengths end at an even pace; `nil` without a
/// length.
func pacedTimes(_ lengths: [Double]) -> [Double]? {
  let longest = lengths.max() ?? 0
  guard longest > 0, longest.isFinite else { return nil }
  // In shares of the longest, so that the sum stays finite.
  var passed = [0.0]
  for length in lengths { passed.append(passed[passed.count - 1] + max(0, length) / longest) }
  let whole = passed[passed.count - 1]
  return passed.map { $0 / whole }
}

/// A segment of a curve cut into chords: the shares of its length at even steps of its parameter.
struct ArcLengths: Sendable {
  /// 0...1, one more than there are chords; empty where the segment has no length.
  let shares: [Double]

  /// The parameter at a share of the length.
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
