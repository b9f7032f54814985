// SPDX-License-Identifier: Apache-2.0

/// A frame loop without a window: when each frame is due, which time it is drawn for, and what
/// became of it.
///
/// For each frame a program calls, in this order:
///
/// ```swift
/// loop.wait(clock)                        // sleeps until the frame is due
/// guard loop.polled(at: clock.now(), window) else { sleepUntilSomethingHappens(); continue }
/// let begun = clock.now()
/// let frame = loop.begin(at: begun)       // update and draw for frame.time
/// let drawn = clock.now()
/// loop.waitToPresent(clock)               // where presentsOnTime holds the picture
/// present()
/// let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
/// loop.presented(frame, times, recording: &statistics)
/// ```
///
/// and sets `waitsForChange` after a frame when nothing moves, or `nextChange` when it is known how
/// long. To sleep is to wait for an event for `eventTimeout`. Presenting waits for the display
/// where `waitsForDisplay` says so. `SDLDriver`'s `Window.run` is this, with SDL's events and
/// presenting, and so is `dynamic_repeat_sdl.h` over the C library's `dr_loop`.
///
/// From the clock to `Frame.time`, in the order in which it happens:
///
/// 1. `MonotonicClock.now()` is the only source of time: the caller reads integer nanoseconds.
/// 2. `wait` asks the `FramePacer` when the frame is due. In a timer's mode that is the next line
///    of the `DeadlinePacer`'s grid; with `presentsOnTime`, earlier by what drawing takes. Where
///    presenting waits for the display there is no wait here, unless a late latch or a slower rate
///    holds the loop back. `PreciseWait` then sleeps and spins until that time.
/// 3. `begin` asks the `StallDetector`, through the pacer, whether the loop stalled in the wait.
/// 4. `begin` asks the pacer when the picture will be seen: on a timer a period after it was due;
///    with a display at the next refresh of the grid that the `DisplayClock` follows, or, where it
///    knows none, on from the last prediction by the mean of the last four intervals.
/// 5. The `FrameTimeline` makes steps of these predictions, bounds them by the clock, takes pauses
///    and, by the `StallRule`, stalls out, and rounds to seconds once: this is `Frame.time`.
/// 6. `presented` gives the pacer the time at which presenting returned: the `FreeRunDetector`
///    checks whether it waited at all, the `DisplayClock` learns where the refreshes lie, and the
///    refreshes that were missed go into the next frame. Where a display reports when pictures were
///    shown, `shown` gives those times to the `DisplayClock` instead, and the `DeadlineEstimator`
///    learns from them how late a late latch may be.
///
/// The time of a frame is the clock's, smoothed by at most a period, on any display:
///
/// - Over any span without a pause or a stall the deltas add up to what the clock passed, within
///   two periods of the frames. A frame after a stall says so, and each that does is counted.
/// - A prediction is never before now, and never more than two such periods after it.
/// - One step carries the whole of a disturbance: no other speed makes up for it.
/// - Frames come at most at the rate that was requested or the display has; on a timer that holds
///   for those that input ends a sleep for, too.
/// - What the window says decides whether it is hidden, not how long presenting takes.
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

  /// The `Frame.time` before which nothing that is shown changes; nil, the default, where every
  /// frame may differ from the one before.
  ///
  /// Set after a frame: the loop then sleeps until a picture of that time is due, or until something
  /// happens. Time passes, and nothing is missed. The next frame forgets it; so does `wait` where the
  /// frame after the last one, at the loop's rate, shows that time. Infinity and NaN sleep until
  /// something happens. It has no effect where the time is virtual.
  public var nextChange: Double? {
    didSet { if isVirtual { nextChange = nil } }
  }

  let options: FrameLoopOptions
  var timeline: FrameTimeline
  var pacer: FramePacer
  var preciseWait = PreciseWait()
  /// Virtual time: no waiting, and statistics of that time, so that runs are equal.
  let isVirtual: Bool
  var pauseReason: PauseReason?
  /// Whether what the window showed began the pause, and may end it.
  var isPausedByWindow = false
  var hasFocus = true
  var displayMayHaveChanged = false
  /// Whether the options slow down the frame that is waited for or drawn, and the one before.
  var isSlowed = false
  var wasSlowed = false
  /// Whether something happened that ends a sleep, and until when its frame is held.
  var hasInput = false
  var heldUntil: Int64?
  /// Refreshes missed while the last picture was made, and those that the coming frame reports.
  var missedPresenting = 0
  var missedBeforeFrame = 0
  /// When the input of this frame was taken, and how late the wait before it ended.
  var pollTime: Int64
  var wakeError: Int64?
  var lastPresented: Int64?
  /// Nanoseconds for which the picture of this frame was held.
  var held: Int64 = 0
  /// When the picture before was seen, for the error of the step between.
  var lastSeen: Int64?
  /// When the picture of the frame will be seen, as predicted.
  package private(set) var prediction: Int64 = 0
  let processorStart = SystemClock.processTime()
  let start: Int64

  /// A loop for what is known of the display.
  /// - Parameters:
  ///   - options: What holds the loop, and its rule for stalls.
  ///   - displayRate: What the display reports; nil for unknown, taken as 60 Hz.
  ///   - presentWaits: Whether presenting is announced to wait for the display.
  ///   - now: Nanoseconds of the clock.
  /// - Precondition: The options' `longestAdvance` is in 0.001...1e9.
  public init(
    _ options: FrameLoopOptions, displayRate: FrameRate?, presentWaits: Bool, now: Int64
  ) {
    self.options = options
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
    pacer.presentsOnTime = options.presentsOnTime
    pacer.stallDetector = StallDetector(
      longestAdvance: options.longestAdvance, slowest: options.whenUnfocused.slowerRate)
  }

  /// What holds the loop.
  public var mode: PacingMode {
    if let pauseReason { return .paused(pauseReason) }
    return isVirtual ? .timer(.virtual) : pacer.mode
  }

  /// Whether presenting is to wait for the display from now on.
  ///
  /// It changes when presenting was found not to wait, and when the display may have changed since;
  /// the caller then switches vsync. A timer and the display, each waiting in turn, would beat.
  public var waitsForDisplay: Bool { pacer.mode.waitsForDisplay }

  /// The rate that the display reports; nil where it reports none.
  public var reportedRate: FrameRate? { pacer.reportedRate }

  /// Sleeps until the next frame is due: not at all where the display decides, where the time is
  /// virtual, in a pause, or where the program waits for a change: the caller does that, for
  /// `eventTimeout`.
  ///
  /// Where the options slow the loop down while another window has the keyboard, the frames that
  /// this leaves out do not count as missed.
  /// - Parameters:
  ///   - clock: The clock of the loop.
  ///   - isCancelled: Asked after each wake-up; true ends the wait early. Default never.
  public mutating func wait(
    _ clock: some MonotonicClock, unless isCancelled: () -> Bool = { false }
  ) {
    wakeError = nil
    missedBeforeFrame = 0
    (wasSlowed, isSlowed) = (isSlowed, false)
    forgetNearChange()
    guard !isVirtual, !waitsForChange, nextChange == nil, pauseReason == nil else { return }
    pacer.slowerRate = hasFocus ? nil : options.whenUnfocused.slowerRate
    isSlowed = pacer.slowerRate != nil
    var (deadline, skipped) = pacer.nextFrame(now: clock.now())
    // What a slower rate leaves out on purpose is not missed.
    if isSlowed { (skipped, missedPresenting) = (0, 0) }
    missedBeforeFrame = skipped + missedPresenting
    missedPresenting = 0
    guard let deadline else { return }
    wakeError = preciseWait.wait(until: deadline, clock, unless: isCancelled)
  }

  /// Sleeps until the picture that was drawn is to be presented, where `presentsOnTime` holds it.
  /// - Parameters:
  ///   - clock: The clock of the loop.
  ///   - isCancelled: Asked after each wake-up; true ends the wait early. Default never.
  public mutating func waitToPresent(
    _ clock: some MonotonicClock, unless isCancelled: () -> Bool = { false }
  ) {
    guard pacer.presentsOnTime, !isVirtual else { return }
    let drawn = clock.now()
    guard let line = pacer.presentingTime(after: drawn) else { return }
    _ = preciseWait.wait(until: line, clock, unless: isCancelled)
    held = max(clock.now() - drawn, 0)
  }

  /// Begins a frame: update and draw for its `time`.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func begin(at now: Int64) -> Frame {
    if waitsForChange, isIdle(at: now) {
      // Input that came while the loop slept, before it was asked whether it may.
      resume(at: now)
    } else if nextChange != nil || waitsForChange, !waitsForDisplay || isIdle(at: now) {
      // A timer's grid has not been asked for this frame.
      wake(at: now)
    }
    (waitsForChange, nextChange, held, hasInput, heldUntil) = (false, nil, 0, false, nil)
    if !isVirtual {
      missedBeforeFrame += pacer.began(at: now)
      // A wait that slept through a stop says nothing of how well the kernel wakes.
      if pacer.hasStalled { wakeError = nil }
    }
    var reading = FrameReading(now: now, refreshPeriod: pacer.refreshPeriod)
    reading.prediction = pacer.predict(now)
    prediction = reading.prediction.seen
    reading.refreshes = pacer.refreshes
    reading.reportedPeriod = pacer.reportedRate?.period
    reading.missed = missedBeforeFrame
    reading.hasStalled = pacer.takeStall()
    reading.mode = mode
    let frame = timeline.next(reading)
    if frame.isAfterStall { lastSeen = nil }
    return frame
  }

  /// Begins a time in which nothing is drawn; `mode` gives its reason until `resume`.
  public mutating func pause(_ reason: PauseReason) {
    pauseReason = reason
    isPausedByWindow = false
  }

  /// Goes on after a pause: its time did not pass.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func resume(at now: Int64) {
    pauseReason = nil
    isPausedByWindow = false
    (waitsForChange, hasInput, heldUntil) = (false, false, nil)
    timeline.pause()
    wake(at: now)
  }

  /// Whether more than a period has gone by without a frame.
  func isIdle(at now: Int64) -> Bool {
    lastPresented.map { Double(now) - Double($0) > pacer.refreshPeriod * 1e9 } ?? false
  }

  /// Goes on after a sleep.
  private mutating func wake(at now: Int64) {
    nextChange = nil
    pacer.wake(at: now)
    (wakeError, lastSeen, lastPresented) = (nil, nil, nil)
  }

  /// Moves the time of the frames to come, without a step: their `delta` stays what it is.
  ///
  /// A saved game goes on at the time at which it was saved: move the time of a new loop by that.
  /// - Parameter nanoseconds: How much later their `time` is, or earlier where negative.
  /// - Throws: `FramePacingError.invalidShift` if the sum of all shifts is not within 4e18 ns (126
  ///   years).
  public mutating func shiftTime(by nanoseconds: Int64) throws(FramePacingError) {
    try timeline.shift(by: nanoseconds)
  }
}
