// SPDX-License-Identifier: Apache-2.0

/// The reaction of a loop to losing the keyboard focus.
public enum FocusPolicy: Hashable, Sendable {
  /// The loop runs as before.
  case keepsRunning
  /// The loop runs at the lower of this rate and its own rate.
  case slows(FrameRate)
  /// The loop draws nothing, and its time does not pass.
  case pauses

  /// The rate to which the loop slows down; nil if it does not.
  var slowerRate: FrameRate? {
    if case .slows(let rate) = self { rate } else { nil }
  }
}

/// The window's state after its events were taken.
public struct WindowState: Hashable, Sendable {
  /// Whether the window is minimised or hidden; default no.
  public var isHidden = false
  /// Whether the window has the keyboard; default yes.
  public var hasFocus = true
  /// Input events for the coming frame; default 0.
  public var inputEvents = 0
  /// Whether the window shows an incomplete picture until it is drawn again; default no.
  public var needsPicture = false
  /// Whether the program is about to end: a visible window gets a last frame; default no.
  public var isEnding = false
  /// Whether the window may be on another display, or on a changed one; default no.
  public var displayMayHaveChanged = false

  /// A window in front, without events.
  public init() {}
}

extension FrameLoop {
  /// Records that the input was taken, and decides whether to draw a frame.
  ///
  /// Returns false while the window is hidden, while another window has the focus and the policy is
  /// `pauses`, while the program waits for a change and nothing happens, and between `pause` and
  /// `resume`. The caller then sleeps until something happens, takes the input and calls this
  /// method again. Frame time does not pass meanwhile, and `mode` gives the reason. The method also
  /// returns false before `nextChange`, but then frame time passes.
  /// - Parameter now: Nanoseconds of the clock, from which the input's age is measured.
  /// - Parameter window: The window's state; default: in front, without events.
  /// - Returns: Whether to begin a frame now.
  public mutating func polled(at now: Int64, _ window: WindowState = WindowState()) -> Bool {
    findStall(at: now)
    pollTime = now
    hasFocus = window.hasFocus
    if window.displayMayHaveChanged { displayMayHaveChanged = true }
    if case .resume(_, byWindow: false) = awaited { return false }
    let hasInput = inputDue != nil || window.inputEvents > 0 || window.needsPicture
    inputDue = hasInput ? now : nil
    if let reason = pauseReason(of: window) {
      awaited = .resume(reason, byWindow: true)
      return false
    }
    if holdsFrame(at: now, window) { return false }
    if case .resume = awaited { resume(at: now) }
    guard let changeDue, now < changeDue else { return true }
    return hasInput || window.isEnding
  }

  /// Holds a frame that an event triggered until one period after the start of the last frame.
  private mutating func holdsFrame(at now: Int64, _ window: WindowState) -> Bool {
    guard waitsForChange || nextChange != nil, inputDue != nil, !window.isEnding,
      let earliest = pacer.earliestFrame, earliest > now
    else { return false }
    let change = changeDue ?? earliest
    inputDue = change > now ? min(earliest, change) : earliest
    return true
  }

  /// Detects a stall in a sleep before `nextChange`: a wake-up much later than requested.
  private mutating func findStall(at now: Int64) {
    guard let changeDue, !isVirtual else { return }
    let since = max(pollTime, lastPresented ?? pollTime)
    let longest = since + Int64(Self.longestEventTimeout) * 1_000_000
    let late = now - max(min(changeDue, longest), since)
    guard late > 0, pacer.isStall(late) else { return }
    timeline.stalled(for: late)
    pacer.stall(at: now)
  }

  /// The longest `eventTimeout` in milliseconds.
  ///
  /// SDL's wait does not end at a signal. With this limit, the loop still notices a signal within
  /// half a second. Two wake-ups per second cost next to nothing.
  package static let longestEventTimeout = 500

  /// Milliseconds for which the caller may wait for an event; 0 to take only pending events.
  /// - Parameter now: Nanoseconds of the clock.
  public func eventTimeout(at now: Int64) -> Int {
    if awaited == .frame { return 0 }
    let isPaused = nextChange == nil && !waitsForChange
    guard !isPaused, let due = inputDue ?? changeDue else { return Self.longestEventTimeout }
    guard due > now else { return 0 }
    // Rounded up: after a wait rounded down, the loop would wake before the change, and wait again.
    return min(Int((due - now - 1) / 1_000_000) + 1, Self.longestEventTimeout)
  }

  /// The start of the frame for `nextChange`, in nanoseconds of the clock; nil if `nextChange` is
  /// nil.
  ///
  /// With a known grid of refreshes, the picture is for the first refresh at or after the change.
  private var changeDue: Int64? {
    nextChange.map {
      let change = timeline.presentation(ofTime: $0)
      return pacer.earliestBegin(forRefreshAt: change)
        ?? change - Int64((pacer.refreshPeriod * 1e9).rounded())
    }
  }

  /// Discards a change that the next regular frame shows anyway, so that a program whose picture
  /// always changes keeps the loop's rate.
  mutating func forgetNearChange() {
    guard let nextChange, let next = pacer.nextPresentation else { return }
    // On a timer, a wait for events may end a millisecond late. On a display, the refreshes are
    // known better.
    let tolerance = waitsForDisplay ? Int64(pacer.refreshPeriod * 1e9) / 64 : 1_000_000
    if timeline.presentation(ofTime: nextChange) - next <= tolerance { self.nextChange = nil }
  }

  private func pauseReason(of window: WindowState) -> PauseReason? {
    if window.isHidden { return .hidden }
    if window.isEnding { return nil }
    if options.whenUnfocused == .pauses, !window.hasFocus { return .unfocused }
    return waitsForChange && inputDue == nil ? .idle : nil
  }
}
