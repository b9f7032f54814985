// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A strategy's position at a frame: whole cycles, and the phase in [0, 1).
struct FramePosition: Hashable, Sendable {
  var cycle: WideInt
  var phase: Double

  static let zero = FramePosition(cycle: 0, phase: 0)

  init(cycle: WideInt, phase: Double) {
    self.cycle = cycle
    self.phase = phase
  }

  /// The position after a number of cycles below 2^62.
  init(_ cycles: Double) {
    // Truncated and corrected, because SwiftPM compiles for SSE2, which cannot round down.
    let truncated = WideInt(cycles)
    cycle = Double(truncated) > cycles ? truncated - 1 : truncated
    let whole = Double(cycle)
    // For a tiny negative number the difference rounds to 1, which is not a valid phase.
    phase = min(cycles - whole, (1.0).nextDown)
  }

  init(_ position: CyclePosition) {
    cycle = position.cycle
    phase = position.phase
  }

  /// The position `cycles` further on.
  func advanced(by cycles: Double) -> FramePosition {
    let moved = FramePosition(phase + cycles)
    return FramePosition(cycle: cycle + moved.cycle, phase: moved.phase)
  }

  /// Cycles from `other` to this position.
  func cycles(since other: FramePosition) -> Double {
    Double(cycle - other.cycle) + (phase - other.phase)
  }

  /// The last boundary reached in a direction: at or below the position forwards, at or above it
  /// backwards.
  func lastBoundary(direction: WideInt) -> WideInt {
    direction < 0 && phase > 0 ? cycle + 1 : cycle
  }

  /// The number of boundaries in (other, self], in either direction.
  func boundaries(since other: FramePosition) -> WideInt {
    let isUp = cycle > other.cycle || (cycle == other.cycle && phase >= other.phase)
    let direction: WideInt = isUp ? 1 : -1
    return abs(lastBoundary(direction: direction) - other.lastBoundary(direction: direction))
  }
}
