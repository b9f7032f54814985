// SPDX-License-Identifier: Apache-2.0

/// Combination of an animation's value with the underlying value and with its own earlier cycles.
///
/// Source: CAPropertyAnimation's `isAdditive` and `isCumulative`; SMIL 3.0, section 3.3.4 and
/// 3.3.5.
package struct ValueComposition: Hashable, Sendable {
  /// Whether the value is added to the underlying value instead of replacing it; default no.
  package var isAdditive = false

  /// Whether each cycle starts from the end of the previous one; default no.
  package var isCumulative = false

  /// The value that the property shows: `value`, plus `cycle` times `endOfCycle` if cumulative,
  /// plus `underlying` if additive.
  /// - Parameters:
  ///   - cycle: The cycle number, `MediaSample.cycle`; earlier cycles are added if it is positive.
  ///   - endOfCycle: The animation's own value at the end of a whole cycle: at progress 1, or with
  ///     autoreverse, at progress 0.
  ///   - underlying: The property's value without this animation.
  package func presented<Value: AdditiveValue>(
    _ value: Value, cycle: Int, endOfCycle: Value, underlying: Value
  ) -> Value {
    var value = value
    // An endless animation without a duration has passed infinitely many cycles, so their sum does
    // not exist.
    let isCounted = cycle > 0 && cycle < MediaSample.greatestLeg / 2
    if isCumulative && isCounted { value = endOfCycle.scaled(by: Double(cycle)).adding(value) }
    return isAdditive ? underlying.adding(value) : value
  }
}
