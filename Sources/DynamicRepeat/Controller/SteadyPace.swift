// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// How a phase shows, for the settings that most repeats have: small, to be kept at hand.
///
/// A timing function may hold arrays; to copy one, as the compiler does before a call, takes longer
/// than to evaluate it.
@usableFromInline
package struct SteadyPace: Hashable, Sendable {
  @usableFromInline
  enum Kind: UInt8, Sendable {
    /// Pacing changes nothing.
    case even
    /// The curve's table gives it.
    case table
    /// The settings alone can say it.
    case other
  }

  @usableFromInline let kind: Kind
  @usableFromInline let autoreverses: Bool
  @usableFromInline let table: BezierTable?

  init(_ settings: borrowing RepeatSettings) {
    autoreverses = settings.autoreverses
    let curve = settings.timing.bezier
    table = curve?.table
    if case .some = settings.returnTiming {
      kind = .other
    } else {
      kind = curve?.isEven == true ? .even : table == nil ? .other : .table
    }
  }

  /// The leg's own way at a phase, and the progress after pacing; `nil` where
  /// ``RepeatController/appearance(atPhase:)`` must be asked.
  @inlinable @inline(__always)
  package func appearance(atPhase phase: Double) -> (fraction: Double, progress: Double)? {
    // The difference is exact where it is the smaller one. A branch would often be mispredicted.
    let fraction = autoreverses ? min(2 * phase, 2 - 2 * phase) : phase
    switch kind {
    case .even: return (fraction, fraction)
    case .table:
      // At the end of a way out there is no piece.
      guard fraction < 1, let progress = table?.value(at: fraction), !progress.isNaN else {
        return nil
      }
      return (fraction, progress)
    case .other: return nil
    }
  }
}
