// SPDX-License-Identifier: Apache-2.0

/// What holds a loop to its rate, and why.
public enum PacingMode: Hashable, Sendable {
  /// Presenting a picture waits for the display, whose period is being measured.
  case acquiring(AcquireReason)
  /// Presenting waits for the display; its period and phase are known.
  case locked
  /// Presenting waits for the display, which has no period of its own (VRR): steps are as long as
  /// was measured from picture to picture, and nothing can be missed.
  case variable
  /// The loop waits by the clock.
  case timer(TimerReason)
  /// Presenting takes many periods: the window is out of sight, though no event reported it.
  case throttled
  /// Nothing is drawn, and the loop sleeps until something happens.
  case paused(PauseReason)

  /// Whether the loop waits in presenting.
  public var waitsForDisplay: Bool {
    switch self {
    case .acquiring, .locked, .variable, .throttled: true
    case .timer, .paused: false
    }
  }
}

/// Why the display's period is being measured.
public enum AcquireReason: Hashable, Sendable {
  /// The loop has just begun.
  case started
  /// The intervals showed another period than before.
  case rateChanged
  /// The window is seen again after a pause, or presents as usual again.
  case resumed
}

/// Why a loop waits by the clock and not by the display.
public enum TimerReason: Hashable, Sendable {
  /// The program requested a rate of its own.
  case requested
  /// Nothing here waits for the display: no swap control, or no display.
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
    case .acquiring(.started): "acquire: the loop has just begun"
    case .acquiring(.rateChanged): "acquire: the display's rate changed"
    case .acquiring(.resumed): "acquire: the window is seen again"
    case .locked: "locked: presenting waits for the display, at the rate measured"
    case .variable: "variable: the display waits for each picture, steps are as measured"
    case .timer(.requested): "timer: the program asked for a rate"
    case .timer(.noSwapControl): "timer: presenting does not wait for a display here"
    case .timer(.freeRunning): "timer: presenting claimed to wait for the display and did not"
    case .timer(.virtual): "timer: the frames' times are given, nothing waits"
    case .throttled: "throttled: presenting takes many periods, as for a window out of sight"
    case .paused(.hidden): "paused: the window is minimised or hidden"
    case .paused(.idle): "paused: nothing moves"
    case .paused(.unfocused): "paused: another window has the keyboard"
    }
  }
}
