// SPDX-License-Identifier: Apache-2.0

/// The source of a loop's rate, and the reason for it.
public enum PacingMode: Hashable, Sendable {
  /// Presenting waits for the display, whose period and refresh times are known.
  case locked
  /// Presenting waits for the display, but no steady period is known: the display is new, changes
  /// its rate, or has a variable rate (VRR).
  /// Steps are the mean of the last four measured intervals, and no frame counts as missed.
  case measured
  /// The loop waits for a timer.
  case timer(TimerReason)
  /// The loop draws nothing and sleeps until something happens.
  case paused(PauseReason)

  /// Whether presenting waits for the display.
  package var waitsForDisplay: Bool { self == .locked || self == .measured }

  /// Whether frames have an even period, to which fixed steps can be aligned.
  var hasPeriod: Bool { self != .measured }
}

/// The reason why a timer, not the display, sets the loop's rate.
public enum TimerReason: Hashable, Sendable {
  /// The program requested its own rate.
  case requested
  /// Presenting does not wait here: no swap control, or no display.
  case noSwapControl
  /// The renderer claimed that presenting waits for the display, but presenting did not wait.
  case freeRunning
  /// Frame times come from a fixed grid or a recording; the loop does not wait.
  case virtual
}

/// The reason for a pause.
public enum PauseReason: Hashable, Sendable {
  /// The window is minimised or hidden.
  case hidden
  /// The program declared that nothing moves.
  case idle
  /// Another window has the keyboard, and the program requested a pause.
  case unfocused
}

extension PacingMode: CustomStringConvertible {
  /// The mode and its reason, in English.
  public var description: String {
    switch self {
    case .locked: "locked: presenting waits for the display, at the measured rate"
    case .measured: "measured: presenting waits for the display, with measured steps"
    case .timer(.requested): "timer: the program asked for a rate"
    case .timer(.noSwapControl): "timer: presenting does not wait for a display here"
    case .timer(.freeRunning): "timer: presenting claimed to wait for the display and did not"
    case .timer(.virtual): "timer: frame times are computed, nothing waits"
    case .paused(.hidden): "paused: the window is minimised or hidden"
    case .paused(.idle): "paused: nothing moves"
    case .paused(.unfocused): "paused: another window has the keyboard"
    }
  }
}
