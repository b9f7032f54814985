// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// How a phase shows, for the settings that most repeats have: small, to be kept at hand.
///
/// A timing function may hold arrays; to copy one, as the compiler does before a call, takes longer
/// than to evaluate it.
@usableFromInline
package struct SteadyPace: Hashable, Sendable {
  @usableFromInline let autoreverses: Bool
  /// Whether pacing changes nothing.
  @usableFromInline let isEven: Bool
  /// What gives the progress, if a curve's table does.
  @usableFromInline let table: BezierTable?

  init(_ settings: borrowing RepeatSettings) {
    autoreverses = settings.autoreverses
    guard case .none = settings.returnTiming, let curve = settings.timing.bezier else {
      (isEven, table) = (false, nil)
      return
    }
    (isEven, table) = (curve.isEven, curve.table)
  }

  /// The leg's own way at a position of ``SteadyMotion``, and the progress after pacing; `nil` where
  /// ``RepeatController/appearance(atPhase:)`` must be asked.
  @inlinable @inline(__always)
  package func appearance(
    at position: (cycle: WideInt, phase: Double, thereAndBack: Double)
  ) -> (fraction: Double, progress: Double)? {
    let fraction = autoreverses ? position.thereAndBack : position.phase
    guard let table else { return isEven ? (fraction, fraction) : nil }
    let progress = table.value(at: fraction)
    return progress.isNaN ? nil : (fraction, progress)
  }
}
