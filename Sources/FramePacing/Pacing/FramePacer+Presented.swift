// SPDX-License-Identifier: Apache-2.0

/// The times of one frame, in nanoseconds of the clock.
public struct FrameTimes: Hashable, Sendable {
  /// The time at which the program began to update and draw.
  public var begun: Int64
  /// The time at which drawing ended and presenting began.
  public var drawn: Int64
  /// The time at which presenting returned.
  public var presented: Int64
  /// The processor time of all threads of the process during presenting, in nanoseconds; 0 if
  /// unknown.
  public var computed: Int64

  /// The times of one frame, in order; `computed` is 0 by default.
  public init(begun: Int64, drawn: Int64, presented: Int64, computed: Int64 = 0) {
    (self.begun, self.drawn, self.presented, self.computed) = (begun, drawn, presented, computed)
  }

  /// Nanoseconds that presenting waited without computing; not negative.
  var waited: Int64 { max(presented - drawn - max(computed, 0), 0) }

  /// The same duration as `waited`, but nil if the program did not report the end of drawing.
  var knownWait: Int64? { presented == drawn ? nil : waited }
}

/// The result of presenting a frame.
package struct PresentReport: Hashable, Sendable {
  /// Nanoseconds since the previous frame was presented; nil for the first, and after a pause or a
  /// stall.
  package var interval: Int64?
  /// The best estimate of the refresh that showed the picture, in nanoseconds of the clock.
  package var seen: Int64
  /// Whole refreshes of the measured period without a new picture since the previous frame; 0 while
  /// no period is known, and on a display without one.
  package var missed = 0
}

extension FramePacer {
  /// Records that a frame's picture was presented.
  /// - Parameters:
  ///   - times: The frame's times.
  ///   - number: The frame's number, which `shown` uses for the picture; default 0.
  ///   - predicted: When the picture was predicted to be seen, in nanoseconds of the clock;
  ///     default: when presenting returned.
  package mutating func presented(
    _ times: FrameTimes, number: Int = 0, predicted: Int64? = nil
  ) -> PresentReport {
    let now = times.presented
    let passed = lastPresent.map { now - $0 }
    // The time that may be a stall. On a grid, it counts from the deadline, as in `nextFrame`; on a
    // display, from the previous frame's presenting. For the first frame, and the first frame after
    // a pause, it counts from the frame's start.
    let since = grid.map { now - $0.deadline } ?? passed ?? now - times.begun
    let isStall = passed.map { $0 < 0 } ?? false || self.isStall(since)
    var report = PresentReport(interval: isStall ? nil : passed, seen: now)
    lastPresent = now
    // If shown pictures are reported, the build time ends when the display server gets the picture,
    // because the lead begins there.
    let given = pictures.areReported ? now - times.waited : times.drawn
    builds.add(max(given - times.begun, 0))
    guard mode.waitsForDisplay else { return report }
    // A delayed frame leaves space in the queue, so that presenting need not wait.
    if hasWaited { detector = FreeRunDetector(reported: reportedRate) }
    if detector.presented(
      at: now, waited: times.knownWait, known: mode == .locked ? clock.period : nil,
      isReported: pictures.areReported)
    {
      mode = .timer(.freeRunning)
      grid = DeadlinePacer(rate: rate, start: now)
      return report
    }
    if isStall { hasStalled = true }
    let wasReported = pictures.areReported
    let expected = committed(times, number: number, predicted: predicted ?? now)
    if wasReported, pictures.areReported {
      report.seen = expected ?? now
    } else {
      // When reports have stopped, the refreshes are estimated from the arrivals again.
      if wasReported { clock.restart(at: now) }
      follow(times, &report)
    }
    if latchesLate, let interval = report.interval {
      // A display that seems slower than reported may take several refreshes for each picture.
      let isKnown =
        mode == .locked && grid == nil
        && clock.period < 1.5 * (reportedRate ?? .sixty).period
      latchGuard.passed(
        interval, period: isKnown ? clock.period * 1e9 : nil, isReported: pictures.areReported)
    }
    return report
  }

  private mutating func follow(_ times: FrameTimes, _ report: inout PresentReport) {
    let arrival = clock.presented(
      at: times.presented, waited: times.knownWait ?? -1, begun: times.begun)
    if let interval = report.interval, clock.state == .locked {
      // At a long interval that is not a stall, the clock restarts without counting the refreshes,
      // so they are computed here.
      let refreshes =
        arrival.isTooLong
        ? Int((Double(interval) / (clock.period * 1e9)).rounded()) : arrival.refreshes
      report.missed = max(refreshes - 1, 0)
    }
    apply(arrival)
    if mode == .locked { report.seen = clock.line }
  }

  /// Switches to the mode that an arrival indicates.
  mutating func apply(_ arrival: DisplayClock.Arrival) {
    if arrival.hasLocked { locks += 1 }
    if arrival.hasLost { deadline.relearn() }
    mode = clock.state == .locked ? .locked : .measured
  }
}
