// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// How a phase shows: fold first, then pace. Asked of the settings where they are: a timing function
// may hold arrays, and to copy one takes longer than to evaluate it.
extension RepeatSettings {
  /// What shows at a position; a one-way cycle that has just ended may show its end.
  @inline(never)
  func appearance(at position: PrecisePosition, showsEnd: Bool)
    -> (fraction: Double, progress: Double)
  {
    if showsEnd && !autoreverses { return (1, timing.value(at: 1)) }
    return appearance(atPhase: position.phase)
  }

  /// The leg's own way at a phase, and the progress after pacing.
  @inline(__always)
  func appearance(atPhase phase: Double) -> (fraction: Double, progress: Double) {
    guard autoreverses else { return (phase, timing.value(at: phase)) }
    if phase < 0.5 { return (2 * phase, timing.value(at: 2 * phase)) }
    let wayBack = 2 * phase - 1
    let fraction = 1 - wayBack
    guard case .some(let returnTiming) = returnTiming else {
      return (fraction, timing.value(at: fraction))
    }
    return (fraction, 1 - returnTiming.value(at: wayBack))
  }
}
