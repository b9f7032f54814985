// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
public import FramePacing

extension Window {
  /// Draws frame after frame until the loop is ended.
  ///
  /// Each round: wait until the frame is due, take the input, read the clock once, call `body`,
  /// present. Waiting comes first, so that input is as fresh as it can be when it is drawn.
  ///
  /// While the window is minimised or hidden nothing is drawn and the loop sleeps until something
  /// happens. That time is taken out of `Frame.time`: the frame after it goes on where the picture
  /// stopped, with an ordinary `delta`. A window that only loses the keyboard goes on, unless the
  /// options say otherwise. A body that answers `wait` is called again when something happens.
  ///
  /// Closing the window, Escape (an option), SIGINT, SIGTERM and SIGHUP end the loop: the frame
  /// that reports a `quit` event is the last. While hidden there is no such frame. When the display
  /// is lost the loop returns, also where `body` threw because of it.
  /// - Parameter options: Timing, limits, keys.
  /// - Parameter clock: The system's; another one for tests.
  /// - Parameter body: Updates and draws: gets the frame, the input and this window.
  /// - Returns: Why it ended.
  /// - Throws: What `body` throws, and `DriverError.callFailed` if presenting fails.
  /// - Precondition: `options.frameLimit` is not negative.
  @discardableResult
  public mutating func run(
    _ options: LoopOptions = LoopOptions(), clock: some MonotonicClock = SystemClock(),
    body: (Frame, Input, inout Window) throws -> LoopDecision
  ) throws -> LoopEnd {
    let limit = options.frameLimit ?? .max
    precondition(limit >= 0, "a limit of \(limit) frames")
    let signals = StopSignals(noticingUser: options.noticesUserSignal)
    SystemClock.sharpenThisThread()
    let watch = handle.session.watch(handle.window)
    var run = begin(options, now: clock.now())
    // Reports are of the system's clock.
    if options.latchesLate, run.loop.waitsForDisplay, clock is SystemClock {
      run.reports = ShownReports(handle.window)
    }
    for _ in 0..<limit {
      // Any signal wakes a sleeper; only those that end the program may cut its sleep short.
      run.loop.wait(clock) { signals.reason != nil }
      let isDue = take(&run, clock, signals, watch)
      if !isDue, let end = try pause(&run, clock, signals, watch) { return end }
      if let loss = watch.loss { return .displayLost(loss) }
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
        // The lost display is the cause of the failed call, and what the caller needs to know.
        if let loss = watch.loss { return .displayLost(loss) }
        throw error
      }
      if let loss = watch.loss { return .displayLost(loss) }
      let times = FrameTimes(
        begun: begun, drawn: drawn, presented: clock.now(), computed: computed)
      finish(frame, times, &run)
      if let reason = run.input.quitReason { return .quit(reason) }
      if decision == .stop { return .stopped }
      run.input.events.removeAll(keepingCapacity: true)
      run.loop.waitsForChange = decision == .wait
      if case .waitUntil(let time) = decision { run.loop.nextChange = time }
    }
    return .frameLimit
  }

  private mutating func begin(_ options: LoopOptions, now: Int64) -> LoopRun {
    statistics.reset()
    var run = LoopRun(
      options, displayRate: displayRate, swapControl: renderer.hasSwapControl, now: now)
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

  /// Takes the input that is there.
  /// - Returns: Whether there is a frame to draw now.
  private mutating func take(
    _ run: inout LoopRun, _ clock: some MonotonicClock, _ signals: borrowing StopSignals,
    _ watch: DisplayWatch
  ) -> Bool {
    pump.drain(into: &run.input, &renderer)
    run.reports?.take(&run.loop, recording: &statistics)
    let now = clock.now()
    if run.options.escapeQuits, run.input.wasPressed(.escape) { run.input.add(.quit(.escape)) }
    if signals.takeUser() { run.input.add(.statisticsRequested) }
    if let reason = signals.reason { run.input.add(.quit(reason)) }
    // A dead compositor looks like a user who closes the window.
    if run.input.quitReason == .windowClosed { watch.checkCompositor() }
    var state = WindowState()
    state.isHidden = handle.isHidden
    state.hasFocus = handle.hasFocus
    state.inputEvents = run.input.events.count
    state.needsPicture = pump.needsPicture
    state.isEnding = run.input.quitReason != nil
    state.displayMayHaveChanged = pump.takeDisplayChange()
    return run.loop.polled(at: now, state)
  }

  /// Sleeps as long as there is nothing to draw: hidden, idle, or unfocused where that pauses.
  /// - Returns: Why the loop ends, if it does.
  private mutating func pause(
    _ run: inout LoopRun, _ clock: some MonotonicClock, _ signals: borrowing StopSignals,
    _ watch: DisplayWatch
  ) throws(DriverError) -> LoopEnd? {
    var wasHidden = false
    repeat {
      statistics.mode = run.loop.mode
      pacingMode = run.loop.mode
      let isHidden = run.loop.mode == .paused(.hidden)
      if isHidden, !wasHidden { run.input.add(.minimised) }
      wasHidden = wasHidden || isHidden
      if isHidden { watch.checkWindow() }
      if let loss = watch.loss { return .displayLost(loss) }
      if isHidden, let quit = run.input.quitReason { return .quit(quit) }
      // In a pause it is the longest, whatever the time is.
      let now = run.loop.nextChange == nil ? 0 : clock.now()
      SDL_WaitEventTimeout(nil, CInt(run.loop.eventTimeout(at: now)))
    } while !take(&run, clock, signals, watch)
    if wasHidden { run.input.add(.restored) }
    if let loss = watch.loss { return .displayLost(loss) }
    if wasHidden, let quit = run.input.quitReason { return .quit(quit) }
    return nil
  }
}

extension Input {
  /// Why the program is to end, if it is.
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
  /// Where a compositor reports when pictures were shown, and the loop latches late.
  var reports: ShownReports?

  init(_ options: LoopOptions, displayRate: FrameRate?, swapControl: Bool, now: Int64) {
    self.options = options
    loop = FrameLoop(
      options.frames, displayRate: displayRate, presentWaits: swapControl, now: now)
  }
}
