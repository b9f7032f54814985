// SPDX-License-Identifier: Apache-2.0

/// A repeat with an identity: it moves an object between two states, A <-> B, for ever.
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
/// A ``RepeatController`` with a weak delegate or a closure. Commands hold at the time of the last
/// ``advance(to:)``. Commands given inside a callback are carried out when it has returned; of several of
/// a kind (start and stop, rates, pause and resume) the last one. Not thread-safe.
public final class DynamicRepeatAnimation {
  /// The repeat itself: to sample, to copy, and to go back to with ``restore(_:)``.
  public private(set) var controller: RepeatController

  /// The object whose states are animated; without it, the repeat ends with ``StopReason/delegateGone``.
  public private(set) weak var delegate: (any DynamicRepeatDelegate)?

  private let hasDelegate: Bool
  private let onShow: ((Double) -> Void)?
  private let capture: (any StateCapture)?
  private let recorder = StateRecorder()
  private var completions: [Completion] = []
  /// Ends of runs in the present frame whose events have not been reported yet.
  private var unreportedStops = 0
  private var isInCallback = false
  /// Whether a restored state waits to be shown until the callback has returned.
  private var isToBeShown = false
  /// Commands given inside a callback.
  private var queue: [RepeatCommand] = []
  /// Invalid input to a property, to be reported by the next advance.
  private var invalidInputs: [RepeatEvent] = []

  /// An animation of a delegate's two states.
  /// - Parameters:
  ///   - delegate: The object to move; not kept alive.
  ///   - settings: The repeat's settings.
  ///   - capture: Captures changes that are not to ``Repeated`` properties; kept alive. Default: nothing.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public init(
    delegate: any DynamicRepeatDelegate, settings: RepeatSettings,
    capture: (any StateCapture)? = nil
  ) throws(RepeatError) {
    controller = try RepeatController(settings)
    (self.capture, self.delegate, hasDelegate, onShow) = (capture, delegate, true, nil)
  }

  /// An animation of a delegate's two states with the original's settings.
  public init(delegate: any DynamicRepeatDelegate, capture: (any StateCapture)? = nil) {
    controller = RepeatController()
    (self.capture, self.delegate, hasDelegate, onShow) = (capture, delegate, true, nil)
  }

  /// An animation that shows its progress to a closure: 0 in the default state, 1 in the alternate.
  /// - Parameters:
  ///   - settings: The repeat's settings.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public init(settings: RepeatSettings = RepeatSettings(), show: @escaping (Double) -> Void)
    throws(RepeatError)
  {
    controller = try RepeatController(settings)
    (capture, hasDelegate, onShow) = (nil, false, show)
  }

  /// Seconds that one cycle, there and back, takes: the duration last requested.
  ///
  /// In ``RepeatLimits/cycleDurations``. Anything else is invalid input and the old value stays: debug
  /// builds stop at it, release builds report ``RepeatEvent/Kind/invalidInput``. For numbers from outside
  /// use ``perform(_:)``, which throws.
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

  /// Begins to repeat, or takes back a stop that waits; else ignored.
  /// - Parameter completion: Called once when the run ends, with the reason; not after a
  ///   ``restore(_:)``.
  public func start(completion: ((StopReason) -> Void)? = nil) {
    if let completion { add(completion, endsWithStart: false) }
    carryOut(.start)
  }

  /// Ends the repeat; by default with its present cycle, then idle in the default state.
  /// - Parameters:
  ///   - mode: How it ends.
  ///   - completion: Called once it has, with the reason; not if a ``start(completion:)`` takes the stop
  ///     back, if it is idle already, nor after a ``restore(_:)``.
  public func stop(_ mode: StopMode = .atCycleEnd, completion: ((StopReason) -> Void)? = nil) {
    if let completion, controller.isActive { add(completion, endsWithStart: true) }
    carryOut(.stop(mode))
  }

  /// Carries out any command; throws the error that names a wrong number.
  public func perform(_ command: RepeatCommand) throws(RepeatError) {
    try command.validate()
    carryOut(command)
  }

  /// Keeps a command for a moment to come: see ``RepeatController/schedule(_:at:)``.
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

  /// Takes back a command that waits: see ``RepeatController/cancel(_:)``.
  @discardableResult
  public func cancel(_ id: ScheduledCommandID) -> Bool { controller.cancel(id) }

  /// Goes back, or on, to a copy of ``controller``, and shows it; inside a callback, when that has returned.
  ///
  /// Completions and commands that wait for the return of a callback are dropped.
  public func restore(_ saved: RepeatController) {
    controller = saved
    (completions, queue, isToBeShown) = ([], [], true)
    showRestored()
  }

  /// Shows the frame at `time`, then reports the events since the last frame.
  /// - Parameter time: Seconds; not before the last frame's.
  /// - Returns: The events reported, in order of time.
  /// - Precondition: that of ``RepeatController/advance(to:)-(Double)``, and none of its callbacks is
  ///   running.
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

  /// Not inlined: it copies the controller several times, which a frame without events does not.
  @inline(never)
  private func advanceWithEvents(to time: Double) -> [RepeatEvent] {
    var events = invalidInputs
    invalidInputs = []
    if hasDelegate, delegate == nil { events += controller.abandon() }
    for index in events.indices { events[index].lateness = time - events[index].time }
    events += controller.advance(to: time)
    // A new cycle may have new states; several in one frame are set up once.
    if let last = events.last(where: { $0.kind == .started || $0.isCycle || $0.stopReason != nil })
    {
      recordStates(
        withAlternateState: last.stopReason == nil || controller.showsOtherThanDefault)
    }
    show(controller.progress(at: controller.now))
    unreportedStops = events.count { $0.stopReason != nil }
    for event in events { report(event) }
    // A start that was scheduled may have taken a stop back inside the frame.
    if controller.isActive, !controller.state.isStopping, controller.waitingStops == 0 {
      completions.removeAll(where: \.endsWithStart)
    }
    return events
  }
}

// MARK: - Callbacks

/// A closure that waits for the end of a run.
private struct Completion {
  let body: (StopReason) -> Void
  /// Whether a start drops it, as it takes back the stop that it was given to.
  let endsWithStart: Bool
  /// Ends of earlier runs that have yet to be reported.
  var earlierStops: Int
}

extension RepeatCommand {
  /// Commands of one kind replace each other.
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
      // It is valid; without room for its event it is ignored, as a start during a run is.
      try? controller.perform(command)
    }
  }

  /// Calls out, then carries out the commands given meanwhile.
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

  /// Calls the completions of the run that has ended, in the order in which they were given.
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
