// SPDX-License-Identifier: Apache-2.0

/// What holds a loop to its rate, and why.
public enum PacingMode: Hashable, Sendable {
  /// Presenting a picture waits for the display.
  case display
  /// The loop waits by the clock.
  case timer(TimerReason)
}

/// Why a loop waits by the clock and not by the display.
public enum TimerReason: Hashable, Sendable {
  /// The program asked for a rate of its own.
  case asked
  /// Nothing here waits for the display: no swap control, or no display.
  case noSwapControl
  /// Presenting claimed to wait for the display and did not.
  case freeRunning
}

/// Finds out that presenting does not wait, although it was announced to.
///
/// Drivers, compositors and environment variables switch vsync off without telling. Eight intervals
/// in a row below half a period cannot be a display; fewer happen after a hitch, when queued
/// pictures drain.
public struct FreeRunDetector: Hashable, Sendable {
  /// How many short intervals in a row make a free run: 8, about 130 ms at 60 Hz.
  public static let limit = 8

  private let shortest: Int64
  private var last: Int64?
  private var run = 0

  /// A detector for a display that is thought to show `rate` pictures a second.
  public init(rate: FrameRate) {
    shortest = rate.nanoseconds(toFrame: 1) / 2
  }

  /// Tells that a picture was presented.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: True when this was the eighth interval in a row below half a period.
  public mutating func presented(at now: Int64) -> Bool {
    defer { last = now }
    guard let last else { return false }
    run = now - last < shortest ? run + 1 : 0
    return run >= Self.limit
  }
}

/// Decides what holds a loop to its rate, and when the next frame is due.
public struct FramePacer: Hashable, Sendable {
  /// What holds the loop now.
  public private(set) var mode: PacingMode
  /// The rate that is wanted, or that the display reports; 60 Hz where it reports none.
  public let rate: FrameRate

  private var detector: FreeRunDetector
  private var grid: DeadlinePacer?

  /// A pacer for what is known of the display.
  /// - Parameter displayRate: What the display reports; nil for unknown, taken as 60 Hz.
  /// - Parameter presentWaits: Whether presenting is announced to wait for the display.
  /// - Parameter asked: A rate that the program wants whatever the display does.
  public init(displayRate: FrameRate?, presentWaits: Bool, asked: FrameRate? = nil) {
    rate = asked ?? displayRate ?? .sixty
    detector = FreeRunDetector(rate: rate)
    mode =
      if asked != nil {
        .timer(.asked)
      } else if presentWaits {
        .display
      } else {
        .timer(.noSwapControl)
      }
  }

  /// When the next frame is due.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Nanoseconds of the clock, or nil where the display decides; and how many whole
  ///   periods were skipped.
  public mutating func nextFrame(now: Int64) -> (deadline: Int64?, skipped: Int) {
    guard mode != .display else { return (nil, 0) }
    guard grid != nil else {
      // The grid begins with the first frame, which is due at once.
      grid = DeadlinePacer(rate: rate, start: now)
      return (now, 0)
    }
    let next = grid?.advance(now: now)
    return (next?.deadline, next?.skipped ?? 0)
  }

  /// Tells that a picture was presented.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: True when the display was found not to hold the loop: from now on the timer does,
  ///   and the caller turns vsync off.
  public mutating func presented(at now: Int64) -> Bool {
    guard mode == .display, detector.presented(at: now) else { return false }
    mode = .timer(.freeRunning)
    grid = DeadlinePacer(rate: rate, start: now)
    return true
  }

  /// Begins anew after a pause in which nothing was drawn.
  ///
  /// The pause counts neither as missed nor as an interval.
  /// - Parameter now: Nanoseconds of the clock: a frame is drawn now, the next a period later.
  public mutating func resume(at now: Int64) {
    detector = FreeRunDetector(rate: rate)
    grid = DeadlinePacer(rate: rate, start: now)
  }
}
