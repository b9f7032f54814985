// SPDX-License-Identifier: Apache-2.0

extension FrameLoop {
  /// Records the drawing and presenting of a frame.
  ///
  /// The call may change `waitsForDisplay`.
  /// - Parameters:
  ///   - frame: The frame that `begin` returned.
  ///   - times: The times at which it was begun, drawn and presented.
  ///   - inputEvents: The number of input events in the frame; default 0.
  ///   - statistics: Receives all figures of the frame.
  public mutating func presented(
    _ frame: Frame, _ times: FrameTimes, inputEvents: Int = 0,
    recording statistics: inout FrameStatistics
  ) {
    statistics.frames += 1
    statistics.inputEvents += inputEvents
    statistics.mode = mode
    guard !isVirtual else { return presentedVirtually(frame, &statistics) }
    let report = pacer.presented(times, number: frame.number, predicted: prediction)
    if !isSlowed { missedPresenting += report.missed }
    if let interval = report.interval, !frame.isAfterStall {
      statistics.intervals.record(nanoseconds: interval)
    }
    if let wakeError { statistics.wakeErrors.record(nanoseconds: wakeError) }
    statistics.builds.record(nanoseconds: max(times.drawn - times.begun, 0))
    statistics.presents.record(nanoseconds: max(times.presented - times.drawn - held, 0))
    statistics.inputAges.record(nanoseconds: max(times.presented - pollTime, 0))
    recordStep(frame, report, &statistics)
    statistics.deadline = pacer.learnedDeadline
    lastPresented = times.presented
    // If presenting did not wait (a free run), the pacer tries the display again at most every 5 s.
    // If the display changes sooner, the change is remembered until then.
    if displayMayHaveChanged,
      pacer.mode != .timer(.freeRunning) || pacer.retriesDisplay(at: times.presented)
    {
      displayMayHaveChanged = false
    }
    statistics.missed += frame.missed
    statistics.mode = mode
    statistics.stalls = pacer.stalls
    statistics.relocks = max(pacer.locks - 1, 0)
    statistics.measuredHertz = pacer.measuredHertz
    let elapsed = times.presented - start
    if elapsed > 0 {
      let used = SystemClock.processTime() - processorStart
      statistics.processorShare = Double(used) / Double(elapsed)
    }
  }

  /// Records the time at which the display showed a frame's picture.
  ///
  /// With `latchesLate`, the loop learns from this time how long before a refresh it must present a
  /// picture. Otherwise, and in timer modes, the call has no effect.
  /// - Parameters:
  ///   - number: The frame's `number`.
  ///   - time: Nanoseconds of the clock. A time not after the previous reported time is ignored.
  ///   - statistics: Receives the step's error and the learned lead.
  public mutating func shown(
    _ number: Int, at time: Int64, recording statistics: inout FrameStatistics
  ) {
    guard !isVirtual, let report = pacer.shown(number, at: time) else { return }
    // The report may be about the previous frame, so misses count only if neither frame was slowed.
    if !isSlowed && !wasSlowed { missedPresenting += report.missed }
    statistics.deadline = pacer.learnedDeadline
    if let predicted = report.predictedStep {
      statistics.steps.record(nanoseconds: abs(predicted - report.shownStep))
    }
  }

  private func presentedVirtually(_ frame: Frame, _ statistics: inout FrameStatistics) {
    guard frame.number > 0 else { return }
    statistics.intervals.record(nanoseconds: Int64((frame.refreshPeriod * 1e9).rounded()))
    statistics.trail.record(FrameStep(interval: frame.refreshPeriod))
  }

  /// Records the step from the previous picture, and the error of its prediction.
  private mutating func recordStep(
    _ frame: Frame, _ report: PresentReport, _ statistics: inout FrameStatistics
  ) {
    let interval = frame.isAfterStall ? nil : report.interval.map { Double($0) / 1e9 }
    if let lastSeen, interval != nil, !pacer.pictures.areReported {
      let predicted = Int64((frame.delta * 1e9).rounded())
      statistics.steps.record(nanoseconds: abs(predicted - (report.seen - lastSeen)))
    }
    lastSeen = report.seen
    guard frame.number > 0 else { return }
    statistics.trail.record(
      FrameStep(interval: interval, missed: frame.missed, isAfterStall: frame.isAfterStall))
  }
}
