// SPDX-License-Identifier: Apache-2.0

/// What holds a loop to its rate, and why.
public enum PacingMode: Hashable, Sendable {
  /// Presenting waits for the display; its period and phase are known.
  case locked
  /// Presenting waits for the display, of which no steady period is known: it is new, changes, or
  /// has none (VRR).
  ///
  /// Steps are the mean of the last four measured intervals, and nothing can be missed.
  case measured
  /// The loop waits by the clock.
  case timer(TimerReason)
  /// Nothing is drawn, and the loop sleeps until something happens.
  case paused(PauseReason)

  /// Whether the loop waits in presenting.
  public var waitsForDisplay: Bool { self == .locked || self == .measured }

  /// Whether frames have an even period, which fixed steps can be held to.
  var hasPeriod: Bool { self != .measured }
}

/// Why a loop waits by the clock and not by the display.
public enum TimerReason: Hashable, Sendable {
  /// The program requested a rate of its own.
  case requested
  /// Presenting does not wait here: no swap control, or no display.
  case noSwapControl
  /// Presenting claimed to wait for the display and did not.
  case freeRunning
  /// The frames have the times of a fixed grid or of a recording; nothing waits at all.
  case virtual
}

/// Why nothing is drawn.
public enum PauseReason: Hashable, Sendable {
  /// The window is minimised or hidden.
  case hidden
  /// The program said that nothing moves.
  case idle
  /// Another window has the keyboard, and the program wanted to pause then.
  case unfocused
}

extension PacingMode: CustomStringConvertible {
  /// The mode and its reason, for people.
  public var description: String {
    switch self {
    case .locked: "locked: presenting waits for the display, at the rate measured"
    case .measured: "measured: presenting waits for the display, steps are as measured"
    case .timer(.requested): "timer: the program asked for a rate"
    case .timer(.noSwapControl): "timer: presenting does not wait for a display here"
    case .timer(.freeRunning): "timer: presenting claimed to wait for the display and did not"
    case .timer(.virtual): "timer: the frames' times are given, nothing waits"
    case .paused(.hidden): "paused: the window is minimised or hidden"
    case .paused(.idle): "paused: nothing moves"
    case .paused(.unfocused): "paused: another window has the keyboard"
    }
  }
}
