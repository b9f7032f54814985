// SPDX-License-Identifier: Apache-2.0

internal import FramePacing

/// What a running loop knows of time.
struct LoopRun {
  var timeline: FrameTimeline
  var pacer: FramePacer
  var wait = PreciseWait()
  var input = Input()
  /// Virtual time: no waiting, and statistics of that time, so that runs are equal.
  let isVirtual: Bool
  let options: LoopOptions
  /// Whether the body said that nothing moves.
  var isIdle = false
  /// Refreshes missed while the last picture was made: the next frame is told.
  private var missed = 0

  /// When the input of this frame was taken, and how late the wait before it ended.
  var polled: Int64 = 0
  var wakeError: Int64?
  var lastPresented: Int64?
  /// Prediction and sight of the frame before, for the error of the step between.
  private var lastPrediction: Int64?
  private var lastSeen: Int64?
  private var prediction: Int64 = 0
  private let processorStart = SystemClock.processTime()
  private let start: Int64

  init(_ options: LoopOptions, displayRate: FrameRate?, swapControl: Bool, now: Int64) {
    self.options = options
    start = now
    var asked: FrameRate?
    let stallDetector = options.stallDetector
    timeline = .followingClock(stalls: options.stalls, found: stallDetector)
    switch options.timing {
    case .display: break
    case .displayRate: asked = displayRate ?? .sixty
    case .timer(let rate): asked = rate
    case .virtual(let rate):
      asked = rate
      timeline = .fixed(rate)
    }
    if case .virtual = options.timing { isVirtual = true } else { isVirtual = false }
    pacer = FramePacer(displayRate: displayRate, presentWaits: swapControl, asked: asked)
    pacer.latchesLate = options.latchesLate
    pacer.stallDetector = stallDetector
  }

  /// What holds the loop.
  var mode: PacingMode { isVirtual ? .timer(.virtual) : pacer.mode }

  /// Begins a frame.
  mutating func begin(at now: Int64, missed: Int) -> Frame {
    if !isVirtual {
      let stalls = pacer.stalls
      pacer.began(at: now)
      // A wait that slept through a stop says nothing of how well the kernel wakes.
      if pacer.stalls > stalls { wakeError = nil }
    }
    prediction = pacer.presentation(of: now)
    var reading = FrameReading(
      now: now, presentation: prediction, refreshPeriod: pacer.refreshPeriod)
    reading.reportedPeriod = pacer.reportedRate?.period
    reading.missed = missed
    reading.hasStalled = pacer.takeStall()
    reading.mode = mode
    let frame = timeline.next(reading)
    if frame.isAfterStall { forgetSteps() }
    return frame
  }

  /// Takes in what presenting a frame took.
  /// - Returns: What it showed.
  mutating func end(_ frame: Frame, _ times: FrameTimes, _ statistics: inout FrameStatistics)
    -> PresentReport
  {
    statistics.frames += 1
    statistics.inputEvents += input.events.count
    statistics.mode = mode
    guard !isVirtual else {
      let interval = Int64((frame.refreshPeriod * 1e9).rounded())
      if frame.number > 0 {
        statistics.record(nanoseconds: interval)
        var step = FrameStep()
        (step.interval, step.predicted) = (frame.refreshPeriod, frame.refreshPeriod)
        step.seen = frame.refreshPeriod
        statistics.trail.record(step)
      }
      return PresentReport(interval: interval, seen: times.presented)
    }
    let report = pacer.presented(times)
    missed = report.missed
    if let interval = report.interval, !frame.isAfterStall {
      statistics.record(nanoseconds: interval)
    }
    if let wakeError { statistics.wakeErrors.record(nanoseconds: wakeError) }
    statistics.builds.record(nanoseconds: max(times.drawn - times.begun, 0))
    statistics.presents.record(nanoseconds: max(times.presented - times.drawn, 0))
    statistics.inputAges.record(nanoseconds: max(times.presented - polled, 0))
    recordStep(frame, report, &statistics)
    lastPresented = times.presented
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
    return report
  }

  /// Notes the step from the picture before to this one: as predicted, and as seen.
  private mutating func recordStep(
    _ frame: Frame, _ report: PresentReport, _ statistics: inout FrameStatistics
  ) {
    var step = FrameStep()
    step.interval = frame.isAfterStall ? nil : report.interval.map { Double($0) / 1e9 }
    (step.missed, step.isAfterStall) = (frame.missed, frame.isAfterStall)
    // While the display is being acquired nothing is predicted: the clock's intervals go through.
    if let lastPrediction, let lastSeen, report.interval != nil, predicts {
      let predicted = prediction - lastPrediction
      let seen = report.seen - lastSeen
      statistics.steps.record(nanoseconds: abs(predicted - seen))
      (step.predicted, step.seen) = (Double(predicted) / 1e9, Double(seen) / 1e9)
    }
    (lastPrediction, lastSeen) = (prediction, report.seen)
    if frame.number > 0 { statistics.trail.record(step) }
  }

  /// Goes on after a pause: its time did not pass.
  mutating func resume(at now: Int64) {
    timeline.pause()
    pacer.resume(at: now)
    forgetSteps()
    wakeError = nil
    lastPresented = nil
  }

  private var predicts: Bool {
    switch pacer.mode {
    case .locked, .variable, .timer: true
    case .acquiring, .throttled, .paused: false
    }
  }

  /// Refreshes missed and not told yet.
  mutating func takeMissed() -> Int {
    defer { missed = 0 }
    return missed
  }

  private mutating func forgetSteps() {
    (lastPrediction, lastSeen) = (nil, nil)
  }
}

extension LoopOptions {
  fileprivate var stallDetector: StallDetector {
    guard case .slows(let rate) = whenUnfocused else {
      return StallDetector(longestAdvance: longestAdvance)
    }
    return StallDetector(longestAdvance: longestAdvance, slowest: rate)
  }
}
