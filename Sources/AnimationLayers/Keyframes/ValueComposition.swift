// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// How an animation's value joins what is there already: its own earlier cycles, and the property.
///
/// Source: CAPropertyAnimation's `isAdditive` and `isCumulative`; SMIL 3.0, section 3.3.4 and
/// 3.3.5.
public struct ValueComposition: Hashable, Sendable {
  /// Whether the value is added to the underlying one instead of replacing it; default no.
  public var isAdditive: Bool

  /// Whether each cycle starts from where the one before ended; default no.
  public var isCumulative: Bool

  /// By default the value replaces the underlying one, and each cycle starts anew.
  public init(isAdditive: Bool = false, isCumulative: Bool = false) {
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
  }

  /// What the property shows: `value`, plus `cycle` times `endOfCycle` where cumulative, plus
  /// `underlying` where additive.
  /// - Parameters:
  ///   - value: The animation's own value at its progress.
  ///   - cycle: The number of the cycle, `MediaSample.cycle`; none lies behind a negative one, and
  ///     those of an endless animation without a duration are not added up.
  ///   - endOfCycle: The animation's own value at the end of a whole cycle: at progress 1, with
  ///     autoreverse at progress 0.
  ///   - underlying: What the property shows without this animation.
  public func presented<Value: AdditiveValue>(
    _ value: Value, cycle: Int, endOfCycle: Value, underlying: Value
  ) -> Value {
    var value = value
    // More cycles than can be counted, as endless ones in no time, have no sum.
    let isCounted = cycle > 0 && cycle < MediaSample.greatestLeg / 2
    if isCumulative && isCounted { value = endOfCycle.scaled(by: Double(cycle)).adding(value) }
    return isAdditive ? underlying.adding(value) : value
  }
}
