// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Where a basic animation starts and ends, as far as it says so itself: from, to and by.
///
/// ```swift
/// AnimatedEnds(from: 10.0, by: 5).resolved(underlying: 0)  // 10 to 15
/// AnimatedEnds(to: 7.0).resolved(underlying: 2)            // 2 to 7
/// ```
/// Source: CABasicAnimation, "Setting interpolation values".
public struct AnimatedEnds<Value: AdditiveValue>: Sendable {
  /// The value at the start, if given.
  public var from: Value?
  /// The value at the end, if given.
  public var to: Value?
  /// The way from start to end, if given; not used where both ends are.
  public var by: Value?

  /// The ends that are given; what is left out follows from the others.
  public init(from: Value? = nil, to: Value? = nil, by: Value? = nil) {
    self.from = from
    self.to = to
    self.by = by
  }

  /// Whether two of the three are given, so that nothing follows from what is underneath.
  var areIndependent: Bool {
    [from != nil, to != nil, by != nil].count { $0 } >= 2
  }

  /// Both ends.
  ///
  /// | given | start | end |
  /// |---|---|---|
  /// | from, to (with or without by) | from | to |
  /// | from, by | from | from + by |
  /// | by, to | to - by | to |
  /// | from | from | underlying |
  /// | to | underlying | to |
  /// | by | underlying | underlying + by |
  /// | nothing | previous | underlying |
  ///
  /// An additive animation is added to the underlying value, which therefore counts as nothing
  /// here: from alone ends at nothing, by alone starts there *(ours; Core Animation does not say)*.
  /// - Parameters:
  ///   - underlying: What the property shows without this animation.
  ///   - previous: What it showed before its latest change; by default the underlying value.
  ///   - isAdditive: Whether the animation is added to the underlying value.
  public func resolved(
    underlying: Value, previous: Value? = nil, isAdditive: Bool = false
  ) -> (from: Value, to: Value) {
    let base = isAdditive ? underlying.scaled(by: 0) : underlying
    switch (from, to, by) {
    case (let from?, let to?, _): return (from, to)
    case (let from?, nil, let by?): return (from, from.adding(by))
    case (nil, let to?, let by?): return (to.subtracting(by), to)
    case (let from?, nil, nil): return (from, base)
    case (nil, let to?, nil): return (base, to)
    case (nil, nil, let by?): return (base, base.adding(by))
    case (nil, nil, nil): return (isAdditive ? base : previous ?? base, base)
    }
  }
}

extension AnimatedEnds: Equatable where Value: Equatable {}
extension AnimatedEnds: Hashable where Value: Hashable {}
