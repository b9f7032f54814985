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
