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
  var waited: Int64 { max(presented - drawn - max(computed, 0), 0) }

  /// The same; nil where the program did not report when the frame was drawn.
  var knownWait: Int64? { presented == drawn ? nil : waited }
}

/// What presenting a frame showed.
package struct PresentReport: Hashable, Sendable {
  /// Nanoseconds since the frame before was presented; nil for the first, and after a pause or a
  /// stall.
  package var interval: Int64?
  /// Nanoseconds of the clock: the refresh with which the picture was seen, as well as is known.
  package var seen: Int64
  /// Whole refreshes without a new picture since the frame before, of the measured period; 0 while
  /// none is known, and where the display has none.
  package var missed = 0
  /// Presenting was found not to wait; from now on the timer holds the loop, and the caller turns
  /// vsync off.
  package var hasRunFree = false
}

extension FramePacer {
  /// Records that the picture of a frame was presented.
  /// - Parameters:
  ///   - times: How long each part took.
  ///   - number: The frame's number: what `shown` calls the picture; default 0.
  ///   - predicted: Nanoseconds of the clock at which it was predicted to be seen; default then.
  package mutating func presented(
    _ times: FrameTimes, number: Int = 0, predicted: Int64? = nil
  ) -> PresentReport {
    let now = times.presented
    let passed = lastPresent.map { now - $0 }
    // On a grid as `nextFrame` will find it: from when the frame was due.
    // The first frame, and the first after a pause, from when it was begun.
    let since = grid.map { now - $0.deadline } ?? passed ?? now - times.begun
    let isStall = passed.map { $0 < 0 } ?? false || self.isStall(since)
    var report = PresentReport(interval: isStall ? nil : passed, seen: now)
    lastPresent = now
    // A lead counts from when the picture was given away.
    let given = pictures.areReported ? now - times.waited : times.drawn
    builds.add(max(given - times.begun, 0))
    guard mode.waitsForDisplay else { return report }
    if detector.presented(at: now, waited: times.knownWait, isKnown: mode == .locked) {
      mode = .timer(.freeRunning)
      grid = DeadlinePacer(rate: rate, start: now)
      report.hasRunFree = true
      return report
    }
    if isStall { hasStalled = true }
    let wasReported = pictures.areReported
    let expected = committed(times, number: number, predicted: predicted ?? now)
    if wasReported, pictures.areReported {
      report.seen = expected ?? now
    } else {
      // Reports no longer come: the next refresh is looked for in the arrivals again.
      if wasReported { clock.restart(at: now) }
      follow(times, &report)
    }
    return report
  }

  private mutating func follow(_ times: FrameTimes, _ report: inout PresentReport) {
    let arrival = clock.presented(
      at: times.presented, waited: times.waited, begun: times.begun)
    if let interval = report.interval, clock.state == .locked {
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
    mode = clock.state == .locked ? .locked : .measured
  }
}
