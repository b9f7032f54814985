// SPDX-License-Identifier: Apache-2.0

/// What a loop does while another window has the keyboard.
public enum FocusPolicy: Hashable, Sendable {
  /// It goes on as before.
  case keepsRunning
  /// It goes on at this rate, or at its own where that is lower.
  case slows(FrameRate)
  /// It stops drawing, and its time does not pass.
  case pauses

  /// The rate that it slows the loop to; nil where it does not.
  var slowerRate: FrameRate? {
    if case .slows(let rate) = self { rate } else { nil }
  }
}

/// What a loop needs to know of its window after each look at the input.
public struct WindowState: Hashable, Sendable {
  /// Whether the window is minimised or hidden; default no.
  public var isHidden = false
  /// Whether the window has the keyboard; default yes.
  public var hasFocus = true
  /// Events of input that the coming frame will see; default 0.
  public var inputEvents = 0
  /// Whether the window shows less than it should until it is drawn again; default no.
  public var needsPicture = false
  /// Whether the program is about to end: a window that is seen gets a last frame; default no.
  public var isEnding = false
  /// Whether something happened after which another display may show the window, or the same one in
  /// another way; default no.
  public var displayMayHaveChanged = false

  /// A window in front, at which nothing happened.
  public init() {}
}

extension FrameLoop {
  /// Takes in that the input was taken, and decides whether there is a frame to draw.
  ///
  /// There is none while the window is hidden, while it lacks the keyboard and the options pause
  /// then, while the program waits for a change and nothing happens, and between `pause` and
  /// `resume`. The caller then sleeps until something happens, takes the input and asks again; that
  /// time does not pass for the frames, and `mode` gives the reason. Nor is there one before
  /// `nextChange`; that time passes.
  /// - Parameter now: Nanoseconds of the clock: the age of the input is counted from here.
  /// - Parameter window: The window as it is now; default: in front, and nothing happened.
  /// - Returns: Whether to begin a frame now.
  public mutating func polled(at now: Int64, _ window: WindowState = WindowState()) -> Bool {
    findStall(at: now)
    (pollTime, heldUntil) = (now, nil)
    hasFocus = window.hasFocus
    if window.displayMayHaveChanged { displayMayHaveChanged = true }
    guard pauseReason == nil || isPausedByWindow else { return false }
    if window.inputEvents > 0 || window.needsPicture { hasInput = true }
    if let reason = pauseReason(of: window) {
      pause(reason)
      isPausedByWindow = true
      return false
    }
    if holdsFrame(at: now, window) { return false }
    if isPausedByWindow { resume(at: now) }
    guard let changeDue, now < changeDue else { return true }
    return hasInput || window.isEnding
  }

  /// Holds a frame for which something ends a sleep, until a period of the timer has passed.
  private mutating func holdsFrame(at now: Int64, _ window: WindowState) -> Bool {
    guard waitsForChange || nextChange != nil || pauseReason == .idle, hasInput, !window.isEnding,
      let earliest = pacer.earliestFrame, earliest > now
    else { return false }
    let change = changeDue ?? earliest
    heldUntil = change > now ? min(earliest, change) : earliest
    return true
  }

  /// Finds a stall in a sleep before `nextChange`: a wake-up that comes much later than requested.
  private mutating func findStall(at now: Int64) {
    guard let changeDue, !isVirtual else { return }
    let since = max(pollTime, lastPresented ?? pollTime)
    let longest = since + Int64(Self.longestEventTimeout) * 1_000_000
    let late = now - max(min(changeDue, longest), since)
    guard late > 0, pacer.isStall(late) else { return }
    timeline.stalled(for: late)
    pacer.stall(at: now)
  }

  /// The longest `eventTimeout`: half a second is soon enough to notice a signal, which SDL's wait
  /// sleeps through, and two wake-ups a second are nothing.
  public static let longestEventTimeout = 500

  /// For how many milliseconds the caller may wait for an event before it looks again; 0 where it
  /// only takes those that are there.
  /// - Parameter now: Nanoseconds of the clock.
  public func eventTimeout(at now: Int64) -> Int {
    if heldUntil == nil, pauseReason != nil || waitsForChange { return Self.longestEventTimeout }
    guard let due = heldUntil ?? changeDue, due > now else { return 0 }
    // Rounded up: one wake-up for each change.
    return min(Int((due - now - 1) / 1_000_000) + 1, Self.longestEventTimeout)
  }

  /// When to begin the frame of `nextChange`, in nanoseconds of the clock; nil where there is none.
  private var changeDue: Int64? {
    nextChange.map {
      timeline.presentation(ofTime: $0) - Int64((pacer.refreshPeriod * 1e9).rounded())
    }
  }

  /// Forgets a change that the frame after the last one shows in any case: a program whose picture
  /// changes all the time is held to the loop's rate.
  mutating func forgetNearChange() {
    guard let nextChange, let next = pacer.nextPresentation else { return }
    // To the millisecond that a wait for events may be late by.
    if timeline.presentation(ofTime: nextChange) - next <= 1_000_000 { self.nextChange = nil }
  }

  private func pauseReason(of window: WindowState) -> PauseReason? {
    if window.isHidden { return .hidden }
    if window.isEnding { return nil }
    if options.whenUnfocused == .pauses, !window.hasFocus { return .unfocused }
    return waitsForChange && !hasInput ? .idle : nil
  }
}
