// SPDX-License-Identifier: Apache-2.0

/// A repeat with an identity: it moves an object between two states, A <-> B, forever.
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
/// It is a ``RepeatController`` with a weak delegate or a closure. Commands take effect at the time
/// of the last ``advance(to:)``. Commands given inside a callback are executed after it has
/// returned; of several commands of a kind (start and stop, rates, pause and resume) only the last
/// one. Not thread-safe.
public final class DynamicRepeatAnimation {
  /// The underlying repeat: to sample, to copy, and to return to with ``restore(_:)``.
  public private(set) var controller: RepeatController

  /// The object whose states are animated.
  ///
  /// If it is deallocated, the repeat ends with ``StopReason/delegateGone``.
  public private(set) weak var delegate: (any DynamicRepeatDelegate)?

  private let hasDelegate: Bool
  private let onShow: ((Double) -> Void)?
  private let capture: (any StateCapture)?
  private let recorder = StateRecorder()
  private var completions: [Completion] = []
  /// The number of run ends in the present frame whose events have not been reported yet.
  private var unreportedStops = 0
  private var isInCallback = false
  /// Whether a restored state must be shown after the callback has returned.
  private var isToBeShown = false
  /// Commands given inside a callback.
  private var queue: [RepeatCommand] = []
  /// Invalid values assigned to properties, which the next advance reports.
  private var invalidInputs: [RepeatEvent] = []

  /// Animates a delegate's two states.
  /// - Parameters:
  ///   - delegate: The object to move; not retained.
  ///   - settings: The repeat's settings.
  ///   - capture: Captures changes other than those of ``Repeated`` properties; retained. Default:
  ///     none.
  /// - Throws: the ``RepeatError`` that names the invalid number in the settings.
  public init(
    delegate: any DynamicRepeatDelegate, settings: RepeatSettings,
    capture: (any StateCapture)? = nil
  ) throws(RepeatError) {
    controller = try RepeatController(settings)
    (self.capture, self.delegate, hasDelegate, onShow) = (capture, delegate, true, nil)
  }

  /// Animates a delegate's two states with the default settings.
  public init(delegate: any DynamicRepeatDelegate, capture: (any StateCapture)? = nil) {
    controller = RepeatController()
    (self.capture, self.delegate, hasDelegate, onShow) = (capture, delegate, true, nil)
  }

  /// Passes the progress to a closure: 0 in the default state, 1 in the alternate state.
  /// - Parameters:
  ///   - settings: The repeat's settings.
  ///   - show: Called once per frame by ``advance(to:)``.
  /// - Throws: the ``RepeatError`` that names the invalid number in the settings.
  public init(settings: RepeatSettings = RepeatSettings(), show: @escaping (Double) -> Void)
    throws(RepeatError)
  {
    controller = try RepeatController(settings)
    (capture, hasDelegate, onShow) = (nil, false, show)
  }

  /// The duration of one cycle, there and back, in seconds, as last requested.
  ///
  /// In ``RepeatLimits/cycleDurations``. An invalid value is ignored: debug builds trap, release
  /// builds report ``RepeatEvent/Kind/invalidInput``. For numbers from outside the program use
  /// ``perform(_:)``, which throws.
  public var oneCycleDuration: Double {
    get {
      for case .rate(let rate) in queue { return rate.cycleDuration }
      return controller.requestedRate.cycleDuration
    }
    set {
      do throws(RepeatError) {
        try perform(.rate(.cycleDuration(newValue)))
      } catch {
        let cycle = controller.sample(at: controller.now).position.cycle
        invalidInputs.append(
          RepeatEvent(kind: .invalidInput, cycle: cycle, count: 1, time: controller.now))
        assertionFailure("oneCycleDuration: \(error)")
      }
    }
  }

  /// Starts the repeat, or cancels a pending stop; otherwise ignored.
  /// - Parameter completion: Called once when the run ends, with the reason; not called after
  ///   ``restore(_:)``.
  public func start(completion: ((StopReason) -> Void)? = nil) {
    if let completion { add(completion, endsWithStart: false) }
    carryOut(.start)
  }

  /// Ends the repeat; by default at the end of its present cycle, then idle in the default state.
  /// - Parameters:
  ///   - mode: The kind of stop.
  ///   - completion: Called once after the stop, with the reason. Not called if a
  ///     ``start(completion:)`` cancels the stop, if the repeat is already idle, or after
  ///     ``restore(_:)``.
  public func stop(_ mode: StopMode = .atCycleEnd, completion: ((StopReason) -> Void)? = nil) {
    if let completion, controller.isActive { add(completion, endsWithStart: true) }
    carryOut(.stop(mode))
  }

  /// Executes any command; throws the error that names the invalid number.
  public func perform(_ command: RepeatCommand) throws(RepeatError) {
    try command.validate()
    carryOut(command)
  }

  /// Schedules a command; see ``RepeatController/schedule(_:at:)``.
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

  /// Cancels a scheduled command; see ``RepeatController/cancel(_:)``.
  @discardableResult
  public func cancel(_ id: ScheduledCommandID) -> Bool { controller.cancel(id) }

  /// Returns to a copy of ``controller``, earlier or later, and shows it.
  ///
  /// Inside a callback, this happens after the callback has returned.
  ///
  /// Pending completions and commands from inside the callback are dropped.
  public func restore(_ saved: RepeatController) {
    controller = saved
    (completions, queue, isToBeShown) = ([], [], true)
    showRestored()
  }

  /// Shows the frame at `time`, then reports the events since the last frame.
  /// - Parameter time: Seconds; not before the last frame's.
  /// - Returns: The events reported, in order of time.
  /// - Precondition: That of ``RepeatController/advance(to:)-(Double)``; not called from a callback
  ///   of this animation.
  @discardableResult
  public func advance(to time: Double) -> [RepeatEvent] {
    precondition(
      !isInCallback,
      "a repeat cannot be advanced from inside its own callback; return first, and advance it then")
    if invalidInputs.isEmpty, !hasDelegate || delegate != nil,
      controller.advanceQuietly(to: time), let sample = controller.frameSample(at: time)
    {
      show(sample.progress)
      return []
    }
    return advanceWithEvents(to: time)
  }

  /// Not inlined, because it copies the controller several times, which frames without events
  /// avoid.
  @inline(never)
  private func advanceWithEvents(to time: Double) -> [RepeatEvent] {
    var events = invalidInputs
    invalidInputs = []
    if hasDelegate, delegate == nil { events += controller.abandon() }
    for index in events.indices { events[index].lateness = time - events[index].time }
    events += controller.advance(to: time)
    // A new cycle may have new states; for several cycles in one frame they are set up once.
    if let last = events.last(where: { $0.kind == .started || $0.isCycle || $0.stopReason != nil })
    {
      recordStates(
        withAlternateState: last.stopReason == nil || controller.showsOtherThanDefault)
    }
    show(controller.progress(at: controller.now))
    unreportedStops = events.count { $0.stopReason != nil }
    for event in events { report(event) }
    // A scheduled start may have canceled a stop within the frame.
    if controller.isActive, !controller.state.isStopping, controller.waitingStops == 0 {
      completions.removeAll(where: \.endsWithStart)
    }
    return events
  }
}

// MARK: - Callbacks

/// A completion closure of a run or a stop.
private struct Completion {
  let body: (StopReason) -> Void
  /// Whether a start drops it, because the start cancels its stop.
  let endsWithStart: Bool
  /// The number of earlier run ends that have not been reported yet.
  var earlierStops: Int
}

extension RepeatCommand {
  /// Of queued commands of one kind, the last replaces the others.
  fileprivate var kind: Int {
    switch self {
    case .start, .stop: 0
    case .pause, .resume: 1
    case .hold, .rate, .ramp: 2
    case .reverse: 3
    case .seek: 4
    case .policy: 5
    case .repeatCount: 6
    }
  }
}

extension DynamicRepeatAnimation {
  private func carryOut(_ command: RepeatCommand) {
    if isInCallback {
      queue.removeAll { $0.kind == command.kind }
      queue.append(command)
    } else {
      if command == .start, controller.isActive { completions.removeAll(where: \.endsWithStart) }
      // The command is valid; if its event does not fit, it is ignored, like a start during a run.
      try? controller.perform(command)
    }
  }

  /// Runs a callback, then executes the commands that it queued.
  private func call(_ body: () -> Void) {
    isInCallback = true
    body()
    isInCallback = false
    showRestored()
    let commands = queue
    queue = []
    for command in commands { carryOut(command) }
  }

  private func report(_ event: RepeatEvent) {
    if let reason = event.stopReason {
      unreportedStops -= 1
      complete(reason)
    }
    if let delegate { call { delegate.dynamicRepeat(self, didReport: event) } }
  }

  private func add(_ body: @escaping (StopReason) -> Void, endsWithStart: Bool) {
    let earlierStops = unreportedStops + controller.waitingStops
    completions.append(
      Completion(body: body, endsWithStart: endsWithStart, earlierStops: earlierStops))
  }

  /// Calls the completions of the ended run, in the order in which they were added.
  private func complete(_ reason: StopReason) {
    let due = completions.filter { $0.earlierStops == 0 }
    completions.removeAll { $0.earlierStops == 0 }
    for index in completions.indices { completions[index].earlierStops -= 1 }
    for completion in due { call { completion.body(reason) } }
  }

  private func showRestored() {
    guard isToBeShown, !isInCallback else { return }
    isToBeShown = false
    recordStates(withAlternateState: controller.showsOtherThanDefault)
    show(controller.progress(at: controller.now))
  }

  private func recordStates(withAlternateState: Bool) {
    guard let delegate else { return }
    call { recorder.record(delegate, withAlternateState: withAlternateState, beside: capture) }
  }

  private func show(_ progress: Double) {
    if let onShow { call { onShow(progress) } }
    for property in recorder.properties { property.show(progress: progress) }
    if let capture { call { capture.show(progress: progress) } }
  }
}
