// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
public import FramePacing

extension Window {
  /// Gives `body` the frames and the input of a recorded run, as fast as the machine can.
  ///
  /// With a headless session this needs no display. Times, deltas, events, what is held, and the
  /// size and density of the output are those of the recording, bit for bit; the window's own
  /// events are left alone. Ends after the last recorded frame, or where `body` says `stop`.
  /// - Returns: `stopped` where `body` said so or a signal came; otherwise how the recorded run
  ///   ended: by its last frame's `quit`, or `frameLimit`.
  /// - Throws: What `body` throws, and `DriverError.callFailed`.
  @discardableResult
  public mutating func replay(
    _ recording: RunRecording, body: (Frame, Input, inout Window) throws -> LoopDecision
  ) throws -> LoopEnd {
    let signals = StopSignals()
    statistics.reset()
    statistics.videoDriver = handle.session.videoDriver
    statistics.renderer = renderer.name
    var input = Input()
    var lastPresentation = 0.0
    for recorded in recording.frames {
      if let reason = signals.reason { return .quit(reason) }
      try resize(to: recorded.outputSize)
      renderer.pixelDensity = recorded.pixelDensity
      input.events.removeAll(keepingCapacity: true)
      for event in recorded.events { input.add(event) }
      let frame = recorded.frame
      statistics.mode = frame.mode
      pacingMode = frame.mode
      let decision = try body(frame, input, &self)
      try renderer.present()
      statistics.frames += 1
      statistics.missed += frame.missed
      statistics.stalls += frame.isAfterStall ? 1 : 0
      statistics.inputEvents += recorded.events.count
      if frame.number > 0 { recordStep(frame, after: lastPresentation) }
      lastPresentation = frame.presentationTime
      if decision == .stop { return .stopped }
    }
    return input.quitReason.map { .quit($0) } ?? .frameLimit
  }

  /// What a recording knows of a step: when each frame began, and what it was drawn for.
  private mutating func recordStep(_ frame: Frame, after lastPresentation: Double) {
    var step = FrameStep()
    (step.missed, step.isAfterStall) = (frame.missed, frame.isAfterStall)
    if !frame.isAfterStall {
      let interval = max(frame.rawDelta, 0)
      statistics.record(nanoseconds: Int64((interval * 1e9).rounded()))
      step.interval = interval
    }
    step.predicted = frame.presentationTime - lastPresentation
    statistics.trail.record(step)
  }

  /// Makes the output as large as it was when the run was recorded.
  private mutating func resize(to size: PixelSize) throws(DriverError) {
    renderer.updateOutputSize()
    guard renderer.outputSize != size else { return }
    if isFullscreen { try setFullscreen(false) }
    let density = max(renderer.pixelDensity, 1)
    SDL_SetWindowSize(
      handle.window, CInt(Float(size.width) / density), CInt(Float(size.height) / density))
    // The renderer learns the window's size from events.
    SDL_PumpEvents()
    SDL_FlushEvents(SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue)
    renderer.updateOutputSize()
    guard renderer.outputSize == size else {
      throw .invalidValue(
        name: "size of the window to replay in",
        value: "\(renderer.outputSize.width) x \(renderer.outputSize.height)",
        allowed: "\(size.width) x \(size.height) as recorded: replay headless")
    }
  }
}
