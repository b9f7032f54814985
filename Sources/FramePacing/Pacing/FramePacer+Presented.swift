// SPDX-License-Identifier: Apache-2.0

/// The times of one frame, in nanoseconds of the clock.
public struct FrameTimes: Hashable, Sendable {
  /// When the program began to update and draw.
  public var begun: Int64
  /// When it had drawn, and presenting began.
  public var drawn: Int64
  /// When presenting returned.
  public var presented: Int64
  /// How long the process computed while it presented: not a time of the clock, but nanoseconds of
  /// processor time, of all threads.
  ///
  /// 0 where that is unknown.
  public var computed: Int64

  /// The times of one frame, in order.
  /// - Parameters:
  ///   - begun: Nanoseconds of the clock when the frame was begun.
  ///   - drawn: Nanoseconds when it was drawn.
  ///   - presented: Nanoseconds when presenting returned.
  ///   - computed: Nanoseconds of processor time spent while presenting; default 0.
  public init(begun: Int64, drawn: Int64, presented: Int64, computed: Int64 = 0) {
    self.begun = begun
    self.drawn = drawn
    self.presented = presented
    self.computed = computed
  }

  /// Nanoseconds that presenting waited, and did not compute; not negative.
  public var waited: Int64 { max(presented - drawn - max(computed, 0), 0) }
}

/// What presenting a frame showed.
public struct PresentReport: Hashable, Sendable {
  /// Nanoseconds since the frame before was presented; nil for the first, and after a pause or a
  /// stall.
  public var interval: Int64?
  /// Nanoseconds of the clock: the refresh with which the picture was seen, as well as is known.
  public var seen: Int64
  /// Whole refreshes without a new picture since the frame before, of the measured period; 0 while
  /// none is known, and where the display has none.
  public var missed = 0
  /// Presenting was found not to wait; from now on the timer holds the loop, and the caller turns
  /// vsync off.
  public var hasRunFree = false

  /// The report of a picture that was seen at `seen`.
  public init(interval: Int64?, seen: Int64) {
    self.interval = interval
    self.seen = seen
  }
}

extension FramePacer {
  /// Records that a picture was presented.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: True when the display was found not to hold the loop: from now on the timer does,
  ///   and the caller turns vsync off.
  public mutating func presented(at now: Int64) -> Bool {
    presented(FrameTimes(begun: now, drawn: now, presented: now)).hasRunFree
  }

  /// Records that a picture was presented, and how long each part took.
  public mutating func presented(_ times: FrameTimes) -> PresentReport {
    presented(times, number: 0, predicted: times.presented)
  }

  /// Records that the picture of a frame was presented.
  /// - Parameters:
  ///   - times: How long each part took.
  ///   - number: The frame's number: what `shown` calls the picture.
  ///   - predicted: Nanoseconds of the clock at which it was predicted to be seen.
  mutating func presented(_ times: FrameTimes, number: Int, predicted: Int64) -> PresentReport {
    let now = times.presented
    let passed = lastPresent.map { now - $0 }
    // On a timer as `nextFrame` will find it: from when the frame was due.
    let since = mode.waitsForDisplay ? passed : grid.map { now - $0.deadline } ?? passed
    let isStall = passed.map { $0 < 0 } ?? false || since.map { self.isStall($0) } ?? false
    var report = PresentReport(interval: isStall ? nil : passed, seen: now)
    lastPresent = now
    let held = heldSince.map { max(times.begun - $0, 0) } ?? 0
    lastInterval = report.interval.map { $0 - held }
    lastWait = times.waited
    // A lead counts from when the picture was given away.
    let given = pictures.areReported ? times.presented - times.waited : times.drawn
    builds.add(max(given - times.begun, 0))
    guard mode.waitsForDisplay else { return report }
    if isBlocked(now - times.drawn) {
      report.interval = nil
      return report
    }
    if mode == .throttled {
      // The window presents as usual again.
      resume(at: now)
      lastPresent = now
      hasStalled = true
      report.interval = nil
      return report
    }
    let isKnown = clock.state != .acquiring
    if detector.presented(at: now, heldBack: held, waited: times.waited, isKnown: isKnown) {
      mode = .timer(.freeRunning)
      grid = DeadlinePacer(rate: rate, start: now)
      report.hasRunFree = true
      return report
    }
    if isStall {
      countStall()
    }
    let wasReported = pictures.areReported
    let expected = committed(times, number: number, predicted: predicted)
    if wasReported, pictures.areReported {
      report.seen = expected ?? now
    } else {
      // Reports no longer come: the next refresh is looked for in the arrivals again.
      if wasReported { clock.restart(at: now) }
      follow(times, &report)
    }
    return report
  }

  /// Whether a present took so long that the window must be out of sight: over 5 periods and over
  /// 25 ms, which after the second in a row is the mode `throttled`.
  ///
  /// SDL gives a hidden window up after ten reported periods. The 25 ms are for a display of 60 Hz
  /// that reports 360: it takes six of the reported periods for each picture.
  private mutating func isBlocked(_ nanoseconds: Int64) -> Bool {
    guard Double(nanoseconds) > max(5 * clock.period * 1e9, 25e6) else {
      longPresents = 0
      return false
    }
    longPresents += 1
    if longPresents >= 2 { mode = .throttled }
    return longPresents >= 2
  }

  private mutating func follow(_ times: FrameTimes, _ report: inout PresentReport) {
    let arrival = clock.presented(at: times.presented, waited: times.waited)
    if let interval = report.interval, clock.state != .variable {
      // After a long interval that is no stall the grid begins anew, and does not count.
      let refreshes =
        arrival.isTooLong
        ? Int((Double(interval) / (clock.period * 1e9)).rounded()) : arrival.refreshes
      report.missed = max(refreshes - 1, 0)
    }
    apply(arrival)
    if mode == .locked { report.seen = clock.line }
    framesWithoutLatch = report.missed > 0 ? 60 : max(framesWithoutLatch - 1, 0)
  }

  /// Goes over to the mode that an arrival shows.
  mutating func apply(_ arrival: DisplayClock.Arrival) {
    if arrival.hasLocked { locks += 1 }
    if arrival.hasLost { deadline.relearn() }
    switch (clock.state, mode) {
    case (.locked, _): mode = .locked
    case (.variable, _): mode = .variable
    case (.acquiring, .locked), (.acquiring, .variable): mode = .acquiring(.rateChanged)
    default: break
    }
  }
}
