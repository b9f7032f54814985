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
/// The class face of ``RepeatController``: it adds a weak delegate or a closure that is shown the
/// value, and nothing to the time. Commands hold at the time of the last ``advance(to:)``; the first
/// one sets the start of the timeline, and commands given before it hold then.
///
/// Commands given from inside a callback are carried out when it has returned; of several of a kind
/// (start and stop, rates, pause and resume) the last one wins. Not thread-safe: use it from one thread.
public final class DynamicRepeatAnimation {
  /// The repeat itself: to sample, to copy, and (``restore(_:)``) to go back to.
  public private(set) var controller: RepeatController

  /// What is moved.
  ///
  /// Weak: when it goes, the repeat ends with ``StopReason/delegateGone``.
  public private(set) weak var delegate: (any DynamicRepeatDelegate)?

  private let hasDelegate: Bool
  private let show: ((Double) -> Void)?
  private let recorder = StateRecorder()
  private let capture: (any StateCapture)?
  private var completions: [(StopReason) -> Void] = []
  private var isInCallback = false
  private var queue = CommandQueue()

  /// An animation of a delegate's two states.
  /// - Parameters:
  ///   - delegate: What is moved; not kept alive.
  ///   - settings: What the repeat does; the defaults are the original class's.
  ///   - capture: Notes what the set-up methods do beside assigning ``Repeated`` properties; kept alive.
  ///     By default, nothing.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public init(
    delegate: any DynamicRepeatDelegate, settings: RepeatSettings = RepeatSettings(),
    capture: (any StateCapture)? = nil
  ) throws(RepeatError) {
    controller = try RepeatController(settings)
    self.capture = capture
    self.delegate = delegate
    hasDelegate = true
    show = nil
  }

  /// An animation of a delegate's two states: a cycle a second until told otherwise.
  public convenience init(delegate: any DynamicRepeatDelegate) {
    do {
      try self.init(delegate: delegate, settings: RepeatSettings(), capture: nil)
    } catch {
      preconditionFailure("the default settings are valid: \(error)")
    }
  }

  /// An animation that shows its progress to a closure: 0 in the default state, 1 in the alternate.
  /// - Parameters:
  ///   - settings: What the repeat does.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public init(settings: RepeatSettings = RepeatSettings(), show: @escaping (Double) -> Void)
    throws(RepeatError)
  {
    controller = try RepeatController(settings)
    hasDelegate = false
    capture = nil
    self.show = show
  }

  /// An animation that shows a closure the value between two others.
  /// - Parameters:
  ///   - start: The value in the default state.
  ///   - end: The value in the alternate state.
  ///   - settings: What the repeat does.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public convenience init<Value: Interpolatable>(
    from start: Value, to end: Value, settings: RepeatSettings = RepeatSettings(),
    show: @escaping (Value) -> Void
  ) throws(RepeatError) {
    try self.init(settings: settings) { progress in
      show(Value.interpolate(from: start, to: end, progress: progress))
    }
  }

  /// Seconds that one cycle, there and back, takes: the duration last asked for.
  ///
  /// In ``RepeatLimits/cycleDurations``. Anything else is refused and the old value stays: debug builds
  /// stop at it, release builds report a ``RepeatEvent/Kind/refused(_:)`` event. For numbers from
  /// outside use ``setOneCycleDuration(_:)``, which throws.
  public var oneCycleDuration: Double {
    get { (queue.orderedRate ?? controller.orderedRate).cycleDuration }
    set {
      do {
        try setOneCycleDuration(newValue)
      } catch {
        controller.refuse(error)
        assertionFailure("oneCycleDuration: \(error)")
      }
    }
  }

  /// Asks for a cycle duration in seconds.
  /// - Throws: ``RepeatError/invalidCycleDuration(_:)``; the old duration stays.
  public func setOneCycleDuration(_ seconds: Double) throws(RepeatError) {
    try perform(.rate(.cycleDuration(seconds)))
  }

  /// What happens to a running cycle when another duration is asked for.
  public var policy: RatePolicy { controller.policy }

  /// Begins to repeat.
  ///
  /// Does nothing where it does so already; takes back a stop that waits.
  public func start() { performValid(.start) }

  /// Ends the repeat; by default with its present cycle, at rest in the default state.
  /// - Parameters:
  ///   - mode: How it ends.
  ///   - completion: Called once it has, with the reason; not where a ``start()`` takes the stop back,
  ///     nor where it is at rest already.
  public func stop(_ mode: StopMode = .atCycleEnd, completion: ((StopReason) -> Void)? = nil) {
    if let completion, controller.isActive { completions.append(completion) }
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
  /// See ``RepeatController/schedule(_:at:)``.
  @discardableResult
  public func schedule(_ command: RepeatCommand, at moment: RepeatMoment) throws(RepeatError)
    -> ScheduledCommandID
  {
    guard moment == .now else { return try controller.schedule(command, at: moment) }
    try perform(command)
    return controller.schedule.nextID()
  }

  /// Takes back a command that waits.
  ///
  /// See ``RepeatController/cancel(_:)``.
  @discardableResult
  public func cancel(_ id: ScheduledCommandID) -> Bool { controller.cancel(id) }

  /// Goes back (or on) to a state saved before: a copy of ``controller``.
  public func restore(_ saved: RepeatController) {
    controller = saved
    if hasDelegate, saved.isActive { recordStates(withAlternateState: true) }
    showValue()
  }

  /// Shows the frame at `time`: moves the value there, then tells what happened since the last frame.
  /// - Parameter time: Seconds; not before the last frame's.
  /// - Returns: The events told, in order of time.
  /// - Precondition: that of ``RepeatController/advance(to:)``.
  @discardableResult
  public func advance(to time: Double) -> [RepeatEvent] {
    if hasDelegate, delegate == nil { controller.abandon() }
    let events = controller.advance(to: time)
    setUpStates(after: events)
    showValue()
    for event in events { tell(event) }
    return events
  }
}

// MARK: - Callbacks

extension DynamicRepeatAnimation {
  private func performValid(_ command: RepeatCommand) {
    if isInCallback {
      queue.add(command)
    } else {
      if command == .start, controller.isActive { completions = [] }
      controller.performValid(command)
    }
  }

  /// Calls out, then carries out what was ordered meanwhile.
  private func call(_ body: () -> Void) {
    isInCallback = true
    body()
    isInCallback = false
    for command in queue.takeAll() { performValid(command) }
  }

  private func tell(_ event: RepeatEvent) {
    if case .stopped(let reason) = event.kind {
      let waiting = completions
      completions = []
      for completion in waiting { call { completion(reason) } }
    }
    guard let delegate else { return }
    call { delegate.dynamicRepeat(self, didReport: event) }
  }

  /// A new cycle may have new states; several in one frame are set up once.
  private func setUpStates(after events: [RepeatEvent]) {
    guard hasDelegate else { return }
    let last = events.last { $0.kind == .started || $0.kind == .cycle || $0.isStop }
    guard let last else { return }
    recordStates(withAlternateState: !last.isStop || controller.showsOtherThanDefault)
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
    capture?.show(progress: progress)
  }
}

extension RepeatEvent {
  fileprivate var isStop: Bool {
    if case .stopped = kind { return true }
    return false
  }
}
