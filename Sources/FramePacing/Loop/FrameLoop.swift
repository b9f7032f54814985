// SPDX-License-Identifier: Apache-2.0

/// A frame loop without a window.
///
/// The loop decides when each frame is due and which time to draw, and records the result. A
/// refresh is the moment at which a display shows a new picture. Presenting passes a picture to the
/// display server; with vsync, it waits for a refresh. A stall is a gap of more than 0.25 s between
/// frames, because the process was stopped, suspended or debugged.
///
/// For each frame a program calls, in this order:
///
/// ```swift
/// loop.wait(clock)                        // sleeps until the frame is due
/// guard loop.polled(at: clock.now(), window) else { continue }  // first wait for an event
/// let begun = clock.now()
/// let frame = loop.begin(at: begun)       // update and draw for frame.time
/// let drawn = clock.now()
/// loop.waitToPresent(clock)               // holds the picture if presentsOnTime
/// present()
/// let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
/// loop.presented(frame, times, recording: &statistics)
/// ```
///
/// After a frame in which nothing moves, set `waitsForChange`, or set `nextChange` if the time of
/// the next change is known. To sleep, wait for an event, at most for `eventTimeout`. If
/// `waitsForDisplay` is true, presenting must wait for the display. `SDLDriver`'s `Window.run` is
/// this loop with SDL's events and presenting; so is `dynamic_repeat_sdl.h` with the C library's
/// `dr_loop`.
///
/// The steps from the clock to `Frame.time`, in order:
///
/// 1. `MonotonicClock.now()` is the only source of time: the caller reads integer nanoseconds.
/// 2. `wait` asks the `FramePacer` when the frame is due. On a timer, that is the next regular time
///    of the `DeadlinePacer`, or, with `presentsOnTime`, earlier by the drawing time. If presenting
///    waits for the display, it is immediately, unless `latchesLate` or a slower rate holds the
///    loop back. `PreciseWait` then sleeps and spins until the frame is due.
/// 3. `begin` asks the `StallDetector`, through the pacer, whether the loop stalled in the wait.
/// 4. `begin` asks the pacer when the picture will be seen. On a timer, the picture is expected one
///    period after the frame was due; with a display, at the next refresh of the `DisplayClock`'s
///    grid, or without a grid at the last prediction plus the mean of the last four intervals.
/// 5. The `FrameTimeline` turns the predictions into steps, and keeps their sum close to the clock.
///    It excludes pauses and, according to the `StallRule`, stalls. It rounds to seconds once; the
///    result is `Frame.time`.
/// 6. `presented` passes to the pacer the time at which presenting returned. The `FreeRunDetector`
///    checks whether presenting waited at all, the `DisplayClock` learns the refresh times, and
///    missed refreshes are counted for the next frame. With `latchesLate`, `shown` passes reported
///    times to the `DisplayClock` instead, and to the `DeadlineEstimator`.
///
/// Frame time follows the clock, smoothed by at most a period, on any display:
/// - Over any span without a pause or a stall, the deltas add up to the clock's time, within two
///   frame periods. A frame after a stall is marked, and counted.
/// - A prediction is never before now, and never more than two frame periods after now.
/// - A single step absorbs a whole disturbance; the following steps have their usual length.
/// - Frames never come faster than the requested or the display's rate. On a timer, this is also
///   true of frames that input triggers.
///
/// With `FrameTiming.virtual` the loop only numbers the frames: frame n has the time n / rate.
///
/// A loop is a value without a thread; one thread owns it. All times are arguments, except the used
/// processor time, which comes from the system. Times are within 126 years of 0.
public struct FrameLoop: Hashable, Sendable {
  /// Whether the program has declared that nothing moves; the next frame resets it.
  ///
  /// `wait` then returns immediately, and the caller sleeps until something happens. With virtual
  /// time, and in any other pause, this property has no effect.
  public var waitsForChange: Bool {
    get { awaited == .event || awaited == .resume(.idle, byWindow: true) }
    set {
      switch (awaited, newValue) {
      case (.frame, true), (.change, true): if !isVirtual { awaited = .event }
      case (.event, false): awaited = .frame
      // The coming `polled` ends the pause.
      case (.resume(.idle, byWindow: true), false): inputDue = inputDue ?? pollTime
      default: break
      }
    }
  }

  /// The earliest `Frame.time` at which the picture changes; nil, the default, if every frame may
  /// differ.
  ///
  /// Set this property after a frame: the loop then sleeps until a picture of that time is due, or
  /// until something happens. If the refreshes are known, the frame is for the first refresh at or
  /// after that time. Frame time passes in the sleep, and no frame counts as missed. The next frame
  /// resets the property. `wait` also resets it if the next regular frame shows that
  /// time. With infinity or NaN, the loop sleeps until something happens. With virtual time, in a
  /// pause, and while `waitsForChange` is true, the property has no effect.
  public var nextChange: Double? {
    get { if case .change(let time) = awaited { time } else { nil } }
    set {
      if !isVirtual, awaited == .frame || nextChange != nil {
        awaited = newValue.map { .change(at: $0) } ?? .frame
      }
    }
  }

  /// The end of the loop's wait.
  enum Awaited: Hashable, Sendable {
    /// The next regular frame.
    case frame
    /// An event, because the program has declared that nothing moves.
    case event
    /// An event, or the frame for this frame time.
    case change(at: Double)
    /// The end of a pause: `resume`, or, if the window's state caused the pause, another state.
    case resume(PauseReason, byWindow: Bool)
  }

  let options: FrameLoopOptions
  var timeline: FrameTimeline
  var pacer: FramePacer
  var preciseWait = PreciseWait()
  var awaited = Awaited.frame
  /// The earliest start of the frame that an event triggered; nil without an event.
  var inputDue: Int64?
  var hasFocus = true
  var displayMayHaveChanged = false
  /// Whether the options slow down the current frame, and the previous one.
  var isSlowed = false
  var wasSlowed = false
  /// The refreshes missed while the last picture was made, and those that the coming frame reports.
  var missedPresenting = 0
  var missedBeforeFrame = 0
  /// The time at which this frame's input was taken, and the lateness of this frame's wait.
  var pollTime: Int64
  var wakeError: Int64?
  var lastPresented: Int64?
  /// Nanoseconds during which this frame's picture was held.
  var held: Int64 = 0
  /// The time at which the previous picture was seen, for the step error.
  var lastSeen: Int64?
  /// The predicted time at which the frame's picture will be seen.
  package private(set) var prediction: Int64 = 0
  let processorStart = SystemClock.processTime()
  let start: Int64

  /// A loop for a display.
  /// - Parameters:
  ///   - options: The source of the rate, and the rule for stalls.
  ///   - displayRate: The rate reported by the display; if it is nil, 60 Hz is assumed.
  ///   - presentWaits: Whether the program expects presenting to wait for the display.
  ///   - now: Nanoseconds of the clock.
  /// - Precondition: The options' `longestAdvance` is in 0.001...1e9.
  public init(
    _ options: FrameLoopOptions, displayRate: FrameRate?, presentWaits: Bool, now: Int64
  ) {
    self.options = options
    (start, pollTime) = (now, now)
    var requested: FrameRate?
    var fixed: FrameRate?
    switch options.timing {
    case .display: break
    case .displayRate: requested = displayRate ?? .sixty
    case .timer(let rate): requested = rate
    case .virtual(let rate): (requested, fixed) = (rate, rate)
    }
    timeline = FrameTimeline(stalls: options.stalls, fixed: fixed)
    pacer = FramePacer(displayRate: displayRate, presentWaits: presentWaits, requested: requested)
    pacer.latchesLate = options.latchesLate
    pacer.presentsOnTime = options.presentsOnTime
    pacer.stallDetector = StallDetector(
      longestAdvance: options.longestAdvance, slowest: options.whenUnfocused.slowerRate)
  }

  /// The current source of the loop's rate.
  public var mode: PacingMode {
    if case .resume(let reason, _) = awaited { return .paused(reason) }
    return isVirtual ? .timer(.virtual) : pacer.mode
  }

  /// Whether time is virtual: the loop does not wait, and the statistics count virtual time, so
  /// that all runs are equal.
  var isVirtual: Bool { if case .virtual = options.timing { true } else { false } }

  /// Whether presenting must wait for the display from now on.
  ///
  /// The value becomes false when presenting was found not to wait, and may become true when the
  /// display may have changed. After each change, the caller switches vsync on or off: if the loop
  /// waited for a timer and for the display, the two waits would interfere.
  public var waitsForDisplay: Bool { pacer.mode.waitsForDisplay }

  /// The rate reported by the display; nil if it reports none.
  public var reportedRate: FrameRate? { pacer.reportedRate }

  /// Sleeps until the next frame is due.
  ///
  /// Returns immediately with virtual time, in a pause, or while the program waits for a change;
  /// the caller then sleeps for `eventTimeout`. Also returns immediately if presenting waits for
  /// the display, unless `latchesLate` or a slower rate holds the frame back. Frames skipped by a
  /// slower rate do not count as missed.
  /// - Parameters:
  ///   - clock: The loop's clock.
  ///   - isCancelled: Called after each wake-up; true ends the wait early. Default never.
  public mutating func wait(
    _ clock: some MonotonicClock, unless isCancelled: () -> Bool = { false }
  ) {
    wakeError = nil
    missedBeforeFrame = 0
    (wasSlowed, isSlowed) = (isSlowed, false)
    forgetNearChange()
    guard !isVirtual, awaited == .frame else { return }
    pacer.slowerRate = hasFocus ? nil : options.whenUnfocused.slowerRate
    isSlowed = pacer.slowerRate != nil
    var (deadline, skipped) = pacer.nextFrame(now: clock.now())
    if isSlowed { (skipped, missedPresenting) = (0, 0) }
    missedBeforeFrame = skipped + missedPresenting
    missedPresenting = 0
    guard let deadline else { return }
    wakeError = preciseWait.wait(until: deadline, clock, unless: isCancelled)
  }

  /// Sleeps until the drawn picture is to be presented, if `presentsOnTime` holds it.
  /// - Parameters:
  ///   - clock: The loop's clock.
  ///   - isCancelled: Called after each wake-up; true ends the wait early. Default never.
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
    if waitsForChange, isLate(now) {
      // Input arrived before `polled` could put the loop to sleep.
      resume(at: now)
    } else if nextChange != nil || waitsForChange {
      // `wait` has not asked the pacer when this frame is due.
      if !waitsForDisplay || isLate(now) { wake(at: now) }
      awaited = .frame
    }
    (held, inputDue) = (0, nil)
    if !isVirtual {
      missedBeforeFrame += pacer.began(at: now)
      // A wait with a stall says nothing about the kernel's wake-up lateness.
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

  /// Begins a pause, in which nothing is drawn; `mode` gives its reason until `resume`.
  public mutating func pause(_ reason: PauseReason) {
    awaited = .resume(reason, byWindow: false)
  }

  /// Ends a pause.
  ///
  /// Frame time has not passed during the pause.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func resume(at now: Int64) {
    (awaited, inputDue) = (.frame, nil)
    timeline.pause()
    wake(at: now)
  }

  /// Whether more than a period has passed without a frame.
  private func isLate(_ now: Int64) -> Bool {
    lastPresented.map { Double(now) - Double($0) > pacer.refreshPeriod * 1e9 } ?? false
  }

  /// Continues after a sleep.
  private mutating func wake(at now: Int64) {
    pacer.wake(at: now)
    (wakeError, lastSeen, lastPresented) = (nil, nil, nil)
  }

  /// Shifts the time of later frames; their `delta` is unaffected.
  ///
  /// To continue a saved game at its time, shift a new loop by that time.
  /// - Parameter nanoseconds: The shift; negative for earlier times.
  /// - Throws: `FramePacingError.invalidShift` if the sum of all shifts is not within 4e18 ns (126
  ///   years).
  public mutating func shiftTime(by nanoseconds: Int64) throws(FramePacingError) {
    try timeline.shift(by: nanoseconds)
  }
}
