// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// How a phase shows, where numbers alone say it: small, to be kept at hand.
///
/// A timing function may hold arrays; to copy one, as the compiler does before a call, takes longer
/// than to evaluate it. Most are Beziers, which are numbers.
@usableFromInline
package struct SteadyPace: Hashable, Sendable {
  @usableFromInline let autoreverses: Bool
  /// Whether the settings alone can say it.
  @usableFromInline let isUnknown: Bool
  /// Whether pacing changes nothing.
  @usableFromInline let isEven: Bool
  @usableFromInline let curve: CubicBezierCurve

  init(_ settings: borrowing RepeatSettings) {
    autoreverses = settings.autoreverses
    let bezier = settings.timing.bezier
    isUnknown = bezier == nil || settings.returnTiming != nil
    curve = bezier ?? .linear
    isEven = curve.isEven
  }

  /// The way from the default state of what goes there and back, at a phase.
  @inlinable @inline(__always)
  static func folded(_ phase: Double) -> Double {
    // The difference is exact where it is the smaller one. A branch would often be mispredicted.
    min(2 * phase, 2 - 2 * phase)
  }

  /// The leg's own way at a phase, and the progress after pacing; `nil` where
  /// ``RepeatSettings/appearance(atPhase:)`` must be asked.
  @inlinable @inline(__always)
  package func appearance(atPhase phase: Double) -> (fraction: Double, progress: Double)? {
    if isUnknown { return nil }
    let fraction = autoreverses ? Self.folded(phase) : phase
    return (fraction, isEven ? fraction : curve.value(at: fraction))
  }
}
