// SPDX-License-Identifier: Apache-2.0

/// A frame loop without a window: when each frame is due, which time it is drawn for, and what
/// became of it.
///
/// For each frame a program calls, in this order:
///
/// ```swift
/// loop.wait(clock)                        // sleeps until the frame is due
/// loop.polled(at: clock.now())            // after it took the input
/// let begun = clock.now()
/// let frame = loop.begin(at: begun)       // update and draw for frame.time
/// let drawn = clock.now()
/// present()
/// let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
/// loop.presented(frame, times, recording: &statistics)
/// ```
///
/// and `pause` and `resume` around a time in which nothing is drawn, or `waitsForChange` after a
/// frame when nothing moves. `SDLDriver`'s `Window.run` is this, with SDL's events and presenting.
///
/// From the clock to `Frame.time`, in the order in which it happens:
///
/// 1. `MonotonicClock.now()` is the only source of time: the caller reads integer nanoseconds.
/// 2. `wait` asks the `FramePacer` when the frame is due. In a timer's mode that is the next line
///    of the `DeadlinePacer`'s grid. Where presenting waits for the display there is no wait here,
///    unless a late latch or a free run holds the loop back. `PreciseWait` then sleeps and spins
///    until that time.
/// 3. `begin` asks the `StallDetector`, through the pacer, whether the loop stalled in the wait.
/// 4. `begin` asks the pacer when the picture will be seen: on a timer at the end of its period;
///    with a display at the next refresh of the grid that the `DisplayClock` follows, or, where it
///    has no period, the usual interval from now.
/// 5. The `FrameTimeline` subtracts the start, all pauses and, by the `StallRule`, all stalls from
///    that time, keeps it increasing, and rounds it to seconds once: this is `Frame.time`.
/// 6. `presented` gives the pacer the time at which presenting returned: the `FreeRunDetector`
///    checks whether it waited at all, the `DisplayClock` learns where the refreshes lie, and the
///    refreshes that were missed go into the next frame.
///
/// A loop of `FrameTiming.virtual` skips all but the numbering: frame n has the time n / rate.
///
/// A value with no thread of its own: one thread owns it. All times are arguments, except the share
/// of the processor, which comes from the system. Times are within 126 years of 0.
public struct FrameLoop: Hashable, Sendable {
  /// Whether the program said that nothing moves; the next frame ends it.
  ///
  /// `wait` returns at once then, and the caller sleeps until something happens. It has no effect
  /// where the time is virtual.
  public var waitsForChange = false {
    didSet { if isVirtual { waitsForChange = false } }
  }

  var timeline: FrameTimeline
  var pacer: FramePacer
  var preciseWait = PreciseWait()
  /// Virtual time: no waiting, and statistics of that time, so that runs are equal.
  let isVirtual: Bool
  var pauseReason: PauseReason?
  /// Refreshes missed while the last picture was made, and those that the coming frame reports.
  var missedPresenting = 0
  var missedBeforeFrame = 0
  /// When the input of this frame was taken, and how late the wait before it ended.
  var pollTime: Int64
  var wakeError: Int64?
  var lastPresented: Int64?
  /// Prediction and sight of the frame before, for the error of the step between.
  var lastPrediction: Int64?
  var lastSeen: Int64?
  var prediction: Int64 = 0
  let processorStart = SystemClock.processTime()
  let start: Int64

  /// A loop for what is known of the display.
  /// - Parameters:
  ///   - options: What holds the loop, and its rule for stalls.
  ///   - displayRate: What the display reports; nil for unknown, taken as 60 Hz.
  ///   - presentWaits: Whether presenting is announced to wait for the display.
  ///   - now: Nanoseconds of the clock.
  public init(
    _ options: FrameLoopOptions, displayRate: FrameRate?, presentWaits: Bool, now: Int64
  ) {
    start = now
    pollTime = now
    var requested: FrameRate?
    timeline = .followingClock(stalls: options.stalls)
    switch options.timing {
    case .display: break
    case .displayRate: requested = displayRate ?? .sixty
    case .timer(let rate): requested = rate
    case .virtual(let rate):
      requested = rate
      timeline = .fixed(rate)
    }
    if case .virtual = options.timing { isVirtual = true } else { isVirtual = false }
    pacer = FramePacer(displayRate: displayRate, presentWaits: presentWaits, requested: requested)
    pacer.latchesLate = options.latchesLate
    pacer.stallDetector = options.stallDetector
  }

  /// What holds the loop.
  public var mode: PacingMode {
    if let pauseReason { return .paused(pauseReason) }
    return isVirtual ? .timer(.virtual) : pacer.mode
  }

  /// The rate that the display reports; nil where it reports none.
  public var reportedRate: FrameRate? { pacer.reportedRate }

  /// Sleeps until the next frame is due: not at all where the display decides, where the time is
  /// virtual, or where the program waits for a change.
  /// - Parameters:
  ///   - clock: The clock of the loop.
  ///   - slower: A rate that the loop is held to for now, where that is slower than its own; frames
  ///     that it leaves out do not count as missed. Default none.
  ///   - isCancelled: Asked after each wake-up; true ends the wait early. Default never.
  public mutating func wait(
    _ clock: some MonotonicClock, slowedTo slower: FrameRate? = nil,
    unless isCancelled: () -> Bool = { false }
  ) {
    wakeError = nil
    missedBeforeFrame = 0
    guard !isVirtual, !waitsForChange else { return }
    var (deadline, skipped) = pacer.nextFrame(now: clock.now())
    if let slower, let lastPresented {
      let later = max(deadline ?? 0, lastPresented + slower.nanoseconds(toFrame: 1))
      deadline = later
      pacer.holdsBack(until: later)
      // What it leaves out on purpose is not missed.
      (skipped, missedPresenting) = (0, 0)
    }
    missedBeforeFrame = skipped + missedPresenting
    missedPresenting = 0
    guard let deadline else { return }
    wakeError = preciseWait.wait(until: deadline, clock, unless: isCancelled)
  }

  /// Takes in that the input was taken: its age is counted from here.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func polled(at now: Int64) { pollTime = now }

  /// Begins a frame: update and draw for its `time`.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func begin(at now: Int64) -> Frame {
    waitsForChange = false
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
    reading.missed = missedBeforeFrame
    reading.hasStalled = pacer.takeStall()
    reading.mode = mode
    let frame = timeline.next(reading)
    if frame.isAfterStall { forgetSteps() }
    return frame
  }

  /// Begins a time in which nothing is drawn; `mode` gives its reason until `resume`.
  public mutating func pause(_ reason: PauseReason) { pauseReason = reason }

  /// Goes on after a pause: its time did not pass.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func resume(at now: Int64) {
    pauseReason = nil
    waitsForChange = false
    timeline.pause()
    pacer.resume(at: now)
    forgetSteps()
    wakeError = nil
    lastPresented = nil
  }

  /// Goes back to the display after a free run: when something changed that may have ended it.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Whether to switch waiting on again: after a free run, and at most every 5 s.
  public mutating func retriesDisplay(at now: Int64) -> Bool { pacer.retriesDisplay(at: now) }

  mutating func forgetSteps() { (lastPrediction, lastSeen) = (nil, nil) }
}
