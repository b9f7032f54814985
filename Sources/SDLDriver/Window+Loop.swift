// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
public import FramePacing

extension Window {
  /// Draws frame after frame until somebody ends it.
  ///
  /// Each round: wait until the frame is due, take the input, read the clock once, call `body`,
  /// present. Waiting comes first, so that input is as fresh as it can be when it is drawn.
  ///
  /// While the window is minimised or hidden nothing is drawn and the loop sleeps until something
  /// happens. That time is taken out of `Frame.time`: the frame after it goes on where the picture
  /// stopped, with an ordinary `delta`. A window that only loses the keyboard goes on.
  ///
  /// Closing the window, Escape (an option), SIGINT and SIGTERM end the loop: the frame that is
  /// told by a `quit` event is the last. While hidden there is no such frame.
  /// - Parameter options: Timing, limits, keys.
  /// - Parameter clock: The system's; another one for tests.
  /// - Parameter body: Updates and draws: gets the frame, the input and this window.
  /// - Returns: Why it ended.
  /// - Throws: What `body` throws, and `DriverError.callFailed` where presenting fails.
  /// - Precondition: `options.frameLimit` is not negative.
  @discardableResult
  public mutating func run(
    _ options: LoopOptions = LoopOptions(), clock: some MonotonicClock = SystemClock(),
    body: (Frame, Input, inout Window) throws -> LoopDecision
  ) throws -> LoopEnd {
    let limit = options.frameLimit ?? .max
    precondition(limit >= 0, "a limit of \(limit) frames")
    let signals = StopSignals()
    SystemClock.sharpenThisThread()
    var input = Input()
    var pace = begin(options)
    for _ in 0..<limit {
      let missed = wait(&pace, clock, signals)
      take(&input, signals, options)
      if handle.isHidden {
        if let reason = sleepWhileHidden(&input, &pace, clock, signals, options) {
          return .quit(reason)
        }
      }
      renderer.updateOutputSize()
      let frame = pace.timeline.next(
        at: clock.now(), refreshPeriod: pace.pacer.rate.period, missed: missed)
      let decision = try body(frame, input, &self)
      try renderer.present()
      presented(&pace, frame, at: clock.now())
      if let reason = input.quitReason { return .quit(reason) }
      if decision == .stop { return .stopped }
      input.events.removeAll(keepingCapacity: true)
    }
    return .frameLimit
  }

  /// What a running loop knows of time.
  private struct Pace {
    var timeline: FrameTimeline
    var pacer: FramePacer
    /// Virtual time: no waiting, and statistics of that time, so that runs are equal.
    let isVirtual: Bool
    var lastPresent: Int64?
  }

  private mutating func begin(_ options: LoopOptions) -> Pace {
    statistics.reset()
    let pace: Pace
    switch options.timing {
    case .display:
      let pacer = FramePacer(displayRate: displayRate, presentWaits: renderer.hasSwapControl)
      pace = Pace(timeline: .followingClock, pacer: pacer, isVirtual: false)
    case .timer(let rate):
      let pacer = FramePacer(displayRate: nil, presentWaits: false, asked: rate)
      pace = Pace(timeline: .followingClock, pacer: pacer, isVirtual: false)
    case .virtual(let rate):
      let pacer = FramePacer(displayRate: nil, presentWaits: false, asked: rate)
      pace = Pace(timeline: .fixed(rate), pacer: pacer, isVirtual: true)
    }
    pacingMode = pace.pacer.mode
    // A timer and the display, each waiting in turn, would beat.
    renderer.setWaitsForDisplay(pace.pacer.mode.waitsForDisplay)
    return pace
  }

  /// - Returns: Whole periods missed.
  private func wait(
    _ pace: inout Pace, _ clock: some MonotonicClock, _ signals: borrowing StopSignals
  ) -> Int {
    guard !pace.isVirtual else { return 0 }
    let (deadline, skipped) = pace.pacer.nextFrame(now: clock.now())
    guard let deadline else { return 0 }
    // Any signal wakes a sleeper; only those that end the program may cut its sleep short.
    while clock.now() < deadline, signals.reason == nil { clock.sleep(until: deadline) }
    return skipped
  }

  private mutating func take(
    _ input: inout Input, _ signals: borrowing StopSignals, _ options: LoopOptions
  ) {
    pump.drain(into: &input, &renderer)
    if options.escapeQuits, input.wasPressed(.escape) { input.add(.quit(.escape)) }
    if let reason = signals.reason { input.add(.quit(reason)) }
  }

  /// Sleeps until the window can be seen or the program is to end.
  private mutating func sleepWhileHidden(
    _ input: inout Input, _ pace: inout Pace, _ clock: some MonotonicClock,
    _ signals: borrowing StopSignals, _ options: LoopOptions
  ) -> QuitReason? {
    let start = clock.now()
    input.add(.minimised)
    while handle.isHidden {
      if let reason = input.quitReason { return reason }
      // SDL starts the wait anew after a signal; half a second is soon enough to notice one, and
      // two wake-ups a second are nothing.
      SDL_WaitEventTimeout(nil, 500)
      take(&input, signals, options)
    }
    input.add(.restored)
    let now = clock.now()
    pace.timeline.skip(nanoseconds: now - start)
    pace.pacer.resume(at: now)
    pace.lastPresent = nil
    return input.quitReason
  }

  private mutating func presented(_ pace: inout Pace, _ frame: Frame, at now: Int64) {
    if pace.isVirtual {
      let interval = Int64((frame.refreshPeriod * 1e9).rounded())
      if frame.number > 0 { statistics.record(nanoseconds: interval) }
      return
    }
    if let last = pace.lastPresent { statistics.record(nanoseconds: now - last) }
    pace.lastPresent = now
    if pace.pacer.presented(at: now) {
      renderer.setWaitsForDisplay(false)
      pacingMode = pace.pacer.mode
    }
  }
}

extension Input {
  /// Why the program is to end, if it is.
  fileprivate var quitReason: QuitReason? {
    for case .quit(let reason) in events { return reason }
    return nil
  }
}
