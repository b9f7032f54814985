// SPDX-License-Identifier: Apache-2.0

/// The start and end values of a basic animation, given by any of `from`, `to` and `by`.
///
/// ```swift
/// AnimatedEnds(from: 10.0, by: 5).resolved(underlying: 0)  // 10 to 15
/// AnimatedEnds(to: 7.0).resolved(underlying: 2)            // 2 to 7
/// ```
/// Source: CABasicAnimation, "Setting interpolation values".
struct AnimatedEnds<Value: AdditiveValue>: Sendable {
  var from: Value?
  var to: Value?
  var by: Value?

  /// Whether the ends do not depend on the underlying value.
  var areIndependent: Bool {
    [from != nil, to != nil, by != nil].count { $0 } >= 2
  }

  /// The values at the start and at the end.
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
  /// For an additive animation, the table's underlying value is zero, because the real one is added
  /// to the result. `from` alone therefore ends at zero, and `by` alone starts at zero *(our rule;
  /// Core Animation does not define it)*.
  /// - Parameter previous: The value shown before the property's latest change; default the
  ///   underlying value.
  func resolved(
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
