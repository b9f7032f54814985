// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
public import FramePacing

extension Window {
  /// Draws frame after frame until the loop is ended.
  ///
  /// Each round waits until the frame is due, takes the input, reads the clock once, calls `body`
  /// and presents. Waiting comes first, so that the input is as recent as possible when it is
  /// drawn.
  ///
  /// While the window is minimised or hidden nothing is drawn, and the loop sleeps until something
  /// happens. `Frame.time` does not pass meanwhile: the next frame continues where the picture
  /// stopped, with an ordinary `delta`. If another window has the keyboard, the loop continues,
  /// unless `whenUnfocused` says otherwise. A body that returns `wait` is called again when
  /// something happens.
  ///
  /// The loop ends if the window is closed, after Escape (an option), and after SIGINT, SIGTERM and
  /// SIGHUP. The frame that reports the `quit` event is the last; a hidden window has no such
  /// frame. If the display is lost, the loop returns, even if `body` threw because of the loss.
  /// - Parameter options: Timing, limits, keys.
  /// - Parameter clock: The system's clock, or in tests a different clock.
  /// - Parameter body: Updates and draws; it gets the frame, the input and this window.
  /// - Returns: The reason for the loop's end.
  /// - Throws: Errors of `body`, and `DriverError.callFailed` if presenting fails.
  /// - Precondition: `options.frameLimit` is not negative.
  @discardableResult
  public mutating func run(
    _ options: LoopOptions = LoopOptions(), clock: some MonotonicClock = SystemClock(),
    body: (Frame, Input, inout Window) throws -> LoopDecision
  ) throws -> LoopEnd {
    let limit = options.frameLimit ?? .max
    precondition(limit >= 0, "the frame limit is \(limit); it must not be negative")
    let signals = StopSignals(noticingUser: options.noticesUserSignal)
    SystemClock.sharpenThisThread()
    WatchedDisplay.watch(handle.window)
    var run = begin(options, now: clock.now())
    // Reports have times of the system's clock, so a loop with another clock cannot use them.
    if options.latchesLate, run.loop.waitsForDisplay, clock is SystemClock {
      run.reports = ShownReports(handle.window)
    }
    for _ in 0..<limit {
      // Every signal wakes the sleeping thread, but only a signal that ends the program ends the
      // wait.
      run.loop.wait(clock) { signals.reason != nil }
      let isDue = take(&run, clock, signals)
      if !isDue, let end = try pause(&run, clock, signals) { return end }
      if let loss = WatchedDisplay.loss { return .displayLost(loss) }
      renderer.updateOutputSize()
      let begun = clock.now()
      let frame = run.loop.begin(at: begun)
      let decision: LoopDecision
      let drawn: Int64
      let computed: Int64
      do {
        decision = try body(frame, run.input, &self)
        if options.presentsOnTime { try renderer.flush() }
        drawn = clock.now()
        run.loop.waitToPresent(clock) { signals.reason != nil }
        run.reports?.expect(frame.number)
        let before = SystemClock.processTime()
        try renderer.present()
        computed = SystemClock.processTime() - before
      } catch {
        // The body failed because the display is lost, so the caller gets the loss.
        if let loss = WatchedDisplay.loss { return .displayLost(loss) }
        throw error
      }
      if let loss = WatchedDisplay.loss { return .displayLost(loss) }
      let times = FrameTimes(
        begun: begun, drawn: drawn, presented: clock.now(), computed: computed)
      finish(frame, times, &run)
      if run.loop.waitsForDisplay {
        let period = (run.loop.reportedRate ?? .sixty).nanoseconds(toFrame: 1)
        let pause = dr_sdl_unshown_pause_ns(
          &run.unshown, times.presented, times.presented - drawn - computed, period)
        if pause > 0 { clock.sleep(until: times.presented + pause) }
      }
      if let reason = run.input.quitReason { return .quit(reason) }
      if decision == .stop { return .stopped }
      run.input.events.removeAll(keepingCapacity: true)
      run.loop.waitsForChange = decision == .wait
      if case .waitUntil(let time) = decision { run.loop.nextChange = time }
    }
    return .frameLimit
  }

  private mutating func begin(_ options: LoopOptions, now: Int64) -> LoopRun {
    statistics = FrameStatistics()
    var run = LoopRun(
      loop: FrameLoop(
        options.frames, displayRate: displayRate, presentWaits: renderer.hasSwapControl, now: now),
      options: options)
    pump.begin(&run.input)
    statistics.videoDriver = handle.session.videoDriver
    statistics.renderer = renderer.name
    statistics.reportedHertz = run.loop.reportedRate?.hertz
    pacingMode = run.loop.mode
    renderer.setWaitsForDisplay(run.loop.waitsForDisplay)
    return run
  }

  private mutating func finish(_ frame: Frame, _ times: FrameTimes, _ run: inout LoopRun) {
    pump.needsPicture = false
    let waited = run.loop.waitsForDisplay
    run.loop.presented(
      frame, times, inputEvents: run.input.events.count, recording: &statistics)
    if run.loop.waitsForDisplay != waited {
      renderer.setWaitsForDisplay(run.loop.waitsForDisplay)
    }
    pacingMode = run.loop.mode
  }

  /// Takes the pending input.
  /// - Returns: Whether to draw a frame now.
  private mutating func take(
    _ run: inout LoopRun, _ clock: some MonotonicClock, _ signals: borrowing StopSignals
  ) -> Bool {
    pump.drain(into: &run.input, &renderer)
    run.reports?.take(&run.loop, recording: &statistics)
    let now = clock.now()
    if run.options.escapeQuits, run.input.wasPressed(.escape) { run.input.add(.quit(.escape)) }
    if signals.takeUser() { run.input.add(.statisticsRequested) }
    if let reason = signals.reason { run.input.add(.quit(reason)) }
    // SDL reports a dead compositor as a closed window.
    if run.input.quitReason == .windowClosed { WatchedDisplay.checkCompositor() }
    var state = WindowState()
    state.isHidden = handle.isHidden
    state.hasFocus = handle.hasFocus
    state.inputEvents = run.input.events.count
    state.needsPicture = pump.needsPicture
    state.isEnding = run.input.quitReason != nil
    state.displayMayHaveChanged = pump.takeDisplayChange()
    return run.loop.polled(at: now, state)
  }

  /// Sleeps while there is nothing to draw, because the window is hidden or idle, or has lost the
  /// focus while `whenUnfocused` is `pauses`.
  /// - Returns: The reason for the loop's end, if it ends.
  private mutating func pause(
    _ run: inout LoopRun, _ clock: some MonotonicClock, _ signals: borrowing StopSignals
  ) throws(DriverError) -> LoopEnd? {
    var wasHidden = false
    repeat {
      (statistics.mode, pacingMode) = (run.loop.mode, run.loop.mode)
      let isHidden = run.loop.mode == .paused(.hidden)
      if isHidden, !wasHidden { run.input.add(.minimised) }
      wasHidden = wasHidden || isHidden
      if isHidden { WatchedDisplay.checkWindow() }
      if let loss = WatchedDisplay.loss { return .displayLost(loss) }
      if isHidden, let quit = run.input.quitReason { return .quit(quit) }
      SDL_WaitEventTimeout(nil, CInt(run.loop.eventTimeout(at: clock.now())))
    } while !take(&run, clock, signals)
    if wasHidden {
      run.input.add(.restored)
      run.unshown = WatchedDisplay.unshown
    }
    if let loss = WatchedDisplay.loss { return .displayLost(loss) }
    if wasHidden, let quit = run.input.quitReason { return .quit(quit) }
    return nil
  }
}

extension Input {
  /// The reason to end the program, if any.
  var quitReason: QuitReason? {
    for case .quit(let reason) in events { return reason }
    return nil
  }
}

/// A running loop and its input.
private struct LoopRun {
  var loop: FrameLoop
  var input = Input()
  let options: LoopOptions
  /// The compositor's reports of presentation times; nil without any, or without `latchesLate`.
  var reports: ShownReports?
  /// Handles the first pictures on Wayland after the loop began or the window was hidden.
  var unshown = WatchedDisplay.unshown
}
