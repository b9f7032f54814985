// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A repeat with an identity: it moves something between two states, A <-> B, for ever.
///
/// ```
/// let animation = DynamicRepeatAnimation(delegate: label)
/// animation.oneCycleDuration = 2.0  // in seconds
/// animation.start()                 // starts repeating A <-> B
/// // ... in each frame:
/// animation.advance(to: frame.time)
/// // ... later:
/// animation.oneCycleDuration = 0.5  // smooth transition ensues!
/// ```
/// A ``RepeatController`` as a class: it adds a weak delegate, or a closure that is shown the
/// value, and does not change timing. Commands hold at the time of the last ``advance(to:)``; the
/// first one sets the start of the timeline, and commands given before it hold then.
///
/// Commands given from inside a callback, or scheduled there for now, are carried out when it has
/// returned; of several of a kind (start and stop, rates, pause and resume) the last one wins. From
/// inside its own callback an animation cannot be advanced. Not thread-safe: use it from one
/// thread.
public final class DynamicRepeatAnimation {
  /// The repeat itself: to sample, to copy, and (``restore(_:)``) to go back to.
  public private(set) var controller: RepeatController

  /// The object whose states are animated.
  ///
  /// Weak: when it goes, the repeat ends with ``StopReason/delegateGone``.
  public private(set) weak var delegate: (any DynamicRepeatDelegate)?

  private let hasDelegate: Bool
  private let show: ((Double) -> Void)?
  private let recorder = StateRecorder()
  private let capture: (any StateCapture)?
  private var completions: [Completion] = []
  /// Ends of runs in the present frame whose events have not been reported yet.
  private var unreportedStops = 0
  private var isInCallback = false
  /// How often ``restore(_:)`` was called: events from before belong to another run.
  private var restorations = 0
  /// Whether a restored state is still to be shown, once the callback has returned.
  private var isToBeShown = false
  private var queue = CommandQueue()
  /// Invalid input to a property, to be reported by the next advance.
  private var invalidInputs: [RepeatEvent] = []

  /// An animation of a delegate's two states.
  /// - Parameters:
  ///   - delegate: What is moved; not kept alive.
  ///   - settings: What the repeat does; the defaults are the original class's.
  ///   - capture: Notes what the set-up methods do beside assigning ``Repeated`` properties; kept
  ///     alive.
  ///     By default, nothing.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public init(
    delegate: any DynamicRepeatDelegate, settings: RepeatSettings,
    capture: (any StateCapture)? = nil
  ) throws(RepeatError) {
    controller = try RepeatController(settings)
    self.capture = capture
    self.delegate = delegate
    hasDelegate = true
    show = nil
  }

  /// An animation that shows its progress to a closure: 0 in the default state, 1 in the alternate.
  /// - Parameters:
  ///   - settings: What the repeat does.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public init(settings: RepeatSettings, show: @escaping (Double) -> Void) throws(RepeatError) {
    controller = try RepeatController(settings)
    hasDelegate = false
    capture = nil
    self.show = show
  }

  /// Seconds that one cycle, there and back, takes: the duration last requested.
  ///
  /// In ``RepeatLimits/cycleDurations``. Anything else is invalid input and the old value stays:
  /// debug builds stop at it, release builds report a ``RepeatEvent/Kind/invalidInput`` event.
  /// For numbers from outside use ``setOneCycleDuration(_:)``, which throws.
  public var oneCycleDuration: Double {
    get { (queue.requestedRate ?? controller.requestedRate).cycleDuration }
    set {
      do {
        try setOneCycleDuration(newValue)
      } catch {
        let cycle = controller.sample(at: controller.now).position.cycle
        invalidInputs.append(
          RepeatEvent(kind: .invalidInput, cycle: cycle, count: 1, time: controller.now))
        assertionFailure("oneCycleDuration: \(error)")
      }
    }
  }

  /// Asks for a cycle duration in seconds.
  /// - Throws: ``RepeatError/invalidCycleDuration(_:)``; the old duration stays.
  public func setOneCycleDuration(_ seconds: Double) throws(RepeatError) {
    try perform(.rate(.cycleDuration(seconds)))
  }

  /// What happens to a running cycle when another duration is requested.
  public var policy: RatePolicy { controller.policy }

  /// Begins to repeat.
  ///
  /// Does nothing where it does so already; takes back a stop that waits.
  /// - Parameter completion: Called once when the run ends, however it does, with the reason:
  ///   ``StopReason/finished`` after the last cycle of a counted run. Not called after a
  ///   ``restore(_:)``.
  public func start(completion: ((StopReason) -> Void)? = nil) {
    if let completion { add(completion, endsWithStart: false) }
    performValid(.start)
  }

  /// Ends the repeat; by default with its present cycle, then idle in the default state.
  /// - Parameters:
  ///   - mode: How it ends.
  ///   - completion: Called once it has, with the reason; not where a ``start(completion:)`` takes
  ///     the stop
  ///     back,
  ///     where it is idle already, nor after a ``restore(_:)``.
  public func stop(_ mode: StopMode = .atCycleEnd, completion: ((StopReason) -> Void)? = nil) {
    if let completion, controller.isActive { add(completion, endsWithStart: true) }
    performValid(.stop(mode))
  }

  /// Carries out any command, at the time of the last frame.
  /// - Throws: the ``RepeatError`` that names a wrong number; nothing is changed then.
  public func perform(_ command: RepeatCommand) throws(RepeatError) {
    try command.validate()
    performValid(command)
  }

  /// Keeps a command for a moment to come.
  ///
  /// See
  /// ``RepeatController/schedule(_:at:)``.
  @discardableResult
  public func schedule(_ command: RepeatCommand, at moment: RepeatMoment) throws(RepeatError)
    -> ScheduledCommandID
  {
    guard isInCallback, moment == .time(controller.now) else {
      return try controller.schedule(command, at: moment)
    }
    try perform(command)
    return ScheduledCommandID(number: .max)
  }

  /// Takes back a command that waits.
  ///
  /// See ``RepeatController/cancel(_:)``.
  @discardableResult
  public func cancel(_ id: ScheduledCommandID) -> Bool { controller.cancel(id) }

  /// Goes back (or on) to a state saved before, a copy of ``controller``, and shows it.
  ///
  /// Pending completions of stops are dropped and not called: the run whose end they waited for is
  /// gone. So are commands that wait for the return of a callback. From inside a callback,
  /// ``controller`` is the saved state at once; it is shown when the callback has returned.
  public func restore(_ saved: RepeatController) {
    controller = saved
    completions = []
    queue = CommandQueue()
    restorations += 1
    isToBeShown = true
    showRestored()
  }

  /// Shows the frame at `time`: moves the value there, then reports what happened since the last
  /// frame.
  /// - Parameter time: Seconds; not before the last frame's.
  /// - Returns: The events reported, in order of time.
  /// - Precondition: that of ``RepeatController/advance(to:)-(Double)``; and no callback of its own is
  ///   running.
  @discardableResult
  public func advance(to time: Double) -> [RepeatEvent] {
    precondition(!isInCallback, RepeatError.advanceInsideCallback.description)
    var events = invalidInputs
    invalidInputs = []
    if hasDelegate, delegate == nil { events += controller.abandon() }
    for index in events.indices { events[index].lateness = time - events[index].time }
    events += controller.advance(to: time)
    setUpStates(after: events)
    showValue()
    let before = restorations
    unreportedStops = events.count { $0.stopReason != nil }
    for event in events { report(event, isAfterRestore: restorations != before) }
    dropCompletionsOfStopsTakenBack()
    return events
  }
}

// MARK: - Callbacks

extension DynamicRepeatAnimation {
  private func performValid(_ command: RepeatCommand) {
    if isInCallback {
      queue.add(command)
    } else {
      if command == .start, controller.isActive { completions.removeAll(where: \.endsWithStart) }
      // Validated; without room for its event it is ignored, as a start during a run is.
      try? controller.perform(command)
    }
  }

  /// Calls out, then carries out what was commanded meanwhile.
  private func call(_ body: () -> Void) {
    isInCallback = true
    body()
    isInCallback = false
    showRestored()
    for command in queue.takeAll() { performValid(command) }
  }

  private func report(_ event: RepeatEvent, isAfterRestore: Bool) {
    if let reason = event.stopReason {
      unreportedStops -= 1
      if !isAfterRestore { complete(reason) }
    }
    guard let delegate else { return }
    call { delegate.dynamicRepeat(self, didReport: event) }
  }

  private func add(_ body: @escaping (StopReason) -> Void, endsWithStart: Bool) {
    let earlierStops = unreportedStops + controller.waitingStops
    completions.append(
      Completion(body: body, endsWithStart: endsWithStart, earlierStops: earlierStops))
  }

  /// Calls the completions of the run that has ended, in the order in which they were given.
  private func complete(_ reason: StopReason) {
    let due = completions.filter { $0.earlierStops == 0 }
    completions.removeAll { $0.earlierStops == 0 }
    for index in completions.indices { completions[index].earlierStops -= 1 }
    for completion in due { call { completion.body(reason) } }
  }

  /// A start that was scheduled may have taken a stop back inside the frame.
  private func dropCompletionsOfStopsTakenBack() {
    guard !completions.isEmpty, controller.waitingStops == 0 else { return }
    switch controller.state {
    case .running, .paused: completions.removeAll(where: \.endsWithStart)
    case .idle, .stopping, .pausedStopping: break
    }
  }

  private func showRestored() {
    guard isToBeShown, !isInCallback else { return }
    isToBeShown = false
    if hasDelegate { recordStates(withAlternateState: controller.showsOtherThanDefault) }
    showValue()
  }

  /// A new cycle may have new states; several in one frame are set up once.
  private func setUpStates(after events: [RepeatEvent]) {
    guard hasDelegate else { return }
    let last = events.last { $0.kind == .started || $0.isCycle || $0.stopReason != nil }
    guard let last else { return }
    recordStates(withAlternateState: last.stopReason == nil || controller.showsOtherThanDefault)
  }

  private func recordStates(withAlternateState: Bool) {
    guard let delegate else { return }
    call {
      recorder.record(delegate, withAlternateState: withAlternateState, beside: capture)
    }
  }

  private func showValue() {
    let progress = controller.progress(at: controller.now)
    if let show { call { show(progress) } }
    for property in recorder.properties { property.show(progress: progress) }
    if let capture { call { capture.show(progress: progress) } }
  }
}

/// A closure that waits for the end of a run.
private struct Completion {
  let body: (StopReason) -> Void
  /// Whether a start takes it back, as it does the stop that it was given to.
  let endsWithStart: Bool
  /// Ends of earlier runs, already past, that have yet to be reported.
  var earlierStops: Int
}
