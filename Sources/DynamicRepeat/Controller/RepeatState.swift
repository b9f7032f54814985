// SPDX-License-Identifier: Apache-2.0

/// The state of a repeat.
public enum RepeatState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Before the first run, or after one.
  case idle
  /// Repeating.
  case running
  /// Repeating until the present cycle ends.
  case stopping
  /// Paused; the repeat resumes as running.
  case paused
  /// Paused; the repeat resumes as stopping.
  case pausedStopping

  /// Whether the repeat is paused.
  public var isPaused: Bool { self == .paused || self == .pausedStopping }
  package var isStopping: Bool { self == .stopping || self == .pausedStopping }
  var isMoving: Bool { self == .running || self == .stopping }
}
