// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import FramePacing

extension Window {
  /// Sleeps as long as there is nothing to draw: hidden, idle, or unfocused where that pauses.
  /// - Returns: Why the loop ends, if it does.
  mutating func pause(
    _ run: inout LoopRun, _ clock: some MonotonicClock, _ signals: borrowing StopSignals,
    _ watch: DisplayWatch
  ) throws(DriverError) -> LoopEnd? {
    if let loss = watch.loss { return .displayLost(loss) }
    guard let reason = pauseReason(run) else { return nil }
    run.loop.pause(reason)
    statistics.mode = run.loop.mode
    pacingMode = run.loop.mode
    if reason == .hidden { run.input.add(.minimised) }
    var isHidden = reason == .hidden
    while let reason = pauseReason(run) {
      if reason == .hidden { watch.checkWindow() }
      if let loss = watch.loss { return .displayLost(loss) }
      if reason == .hidden, let quit = run.input.quitReason { return .quit(quit) }
      if reason != .hidden, run.input.quitReason != nil { break }
      // SDL starts the wait anew after a signal; half a second is soon enough to notice one, and
      // two wake-ups a second are nothing.
      SDL_WaitEventTimeout(nil, 500)
      take(&run, clock, signals, watch)
      if handle.isHidden, !isHidden {
        isHidden = true
        run.input.add(.minimised)
      }
    }
    if isHidden { run.input.add(.restored) }
    run.loop.resume(at: clock.now())
    if let loss = watch.loss { return .displayLost(loss) }
    if isHidden, let quit = run.input.quitReason { return .quit(quit) }
    return nil
  }

  private func pauseReason(_ run: LoopRun) -> PauseReason? {
    if handle.isHidden { return .hidden }
    if case .pauses = run.options.whenUnfocused, !handle.hasFocus { return .unfocused }
    return run.loop.waitsForChange && run.input.events.isEmpty && !pump.needsPicture ? .idle : nil
  }
}
