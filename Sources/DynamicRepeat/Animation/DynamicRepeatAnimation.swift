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
/// An animation is a ``RepeatController`` with a weak delegate or a closure. Inside a callback,
/// ``start(completion:)``, ``stop(_:completion:)`` and ``oneCycleDuration`` wait until the callback
/// has returned; then the last start or stop and the last duration take effect, at the exact time of
/// the event that was reported. A second start or stop at the same moment waits for the frame's
/// time, so that callbacks which start and stop in turn cannot loop. An animation is not thread-safe.
public final class DynamicRepeatAnimation {
  /// The underlying repeat, which has the commands that the animation lacks.
  ///
  /// Commands given to the controller take effect at once, even inside a callback. To return to a
  /// saved copy, use ``restore(_:)``.
  public var controller = RepeatController()

  /// The object whose states are animated.
  ///
  /// If the object is deallocated, the run ends as with ``StopMode/immediately``.
  public private(set) weak var delegate: (any DynamicRepeatDelegate)?

  private let onShow: ((Double) -> Void)?
  private let capture: (any StateCapture)?
  private let recorder = StateRecorder()
  private var completions: [Completion] = []
  /// The number of ended runs that have been reported.
  private var stops = 0
  private var isInCallback = false
  private var isRestored = false
  /// The number of calls of ``restore(_:)``.
  private var restorations = 0
  /// The start or stop, and the duration, given inside the present callback.
  private var waitingRun: RepeatCommand?
  /// The moment at which a start or stop of a callback last took effect, and a further one of the
  /// same moment, which waits for the frame's time.
  private var runMoment: Ticks?
  private var postponedRun: RepeatCommand?
  private var waitingDuration: Double?
  /// Invalid values assigned to properties, which the next advance reports.
  private var invalidInputs: [RepeatEvent] = []

  /// Animates a delegate's two states with the default settings; for other settings, assign
  /// ``controller``.
  /// - Parameters:
  ///   - delegate: The object to move; not retained.
  ///   - capture: Captures changes other than those of ``Repeated`` properties; retained. Default:
  ///     none.
  public init(delegate: any DynamicRepeatDelegate, capture: (any StateCapture)? = nil) {
    (self.capture, self.delegate, onShow) = (capture, delegate, nil)
  }

  /// Passes the progress to a closure: 0 in the default state, 1 in the alternate state.
  /// - Parameter show: Called once per frame by ``advance(to:)``.
  public init(show: @escaping (Double) -> Void) { (capture, onShow) = (nil, show) }

  /// The duration of one cycle, there and back, in seconds, as last requested.
  ///
  /// The valid range is ``RepeatLimits/cycleDurations``. An invalid value traps in debug builds;
  /// release builds ignore it and report ``RepeatEvent/Kind/invalidInput``. For numbers from
  /// outside the program use ``RepeatController/setRate(_:)`` of the ``controller``, which throws.
  public var oneCycleDuration: Double {
    get { waitingDuration ?? controller.requestedRate.cycleDuration }
    set {
      do throws(RepeatError) {
        try RepeatRate.cycleDuration(newValue).validate()
        if isInCallback {
          waitingDuration = newValue
        } else {
          try controller.setRate(.cycleDuration(newValue))
        }
      } catch {
        let cycle = controller.sample(at: controller.now).position.cycle
        invalidInputs.append(
          RepeatEvent(kind: .invalidInput, cycle: cycle, count: 1, time: controller.now))
        assertionFailure("oneCycleDuration: \(error)")
      }
    }
  }

  /// Starts the repeat if it is idle, or cancels a pending stop.
  /// - Parameter completion: Called once when the run ends, with the kind of end; not called after
  ///   ``restore(_:)``.
  public func start(completion: ((RepeatEvent.Kind) -> Void)? = nil) {
    if let completion { add(completion, endsWithStart: false) }
    carryOut(.start)
  }

  /// Ends the run: by default at the end of the present cycle, after which the repeat is idle in
  /// the default state.
  /// - Parameters:
  ///   - mode: The kind of stop.
  ///   - completion: Called once after the stop, with the kind of end. Not called if a
  ///     ``start(completion:)`` cancels the stop, if the repeat is already idle, or after
  ///     ``restore(_:)``.
  public func stop(_ mode: StopMode = .atCycleEnd, completion: ((RepeatEvent.Kind) -> Void)? = nil)
  {
    if let completion, controller.isActive { add(completion, endsWithStart: true) }
    carryOut(.stop(mode))
  }

  /// Replaces ``controller`` by a saved copy, from before or after the present state (undo or
  /// redo); the next ``advance(to:)`` shows the copy.
  ///
  /// Pending completions are dropped, and so are commands that wait for the present callback to
  /// return.
  public func restore(_ saved: RepeatController) {
    controller = saved
    (completions, waitingRun, postponedRun, waitingDuration) = ([], nil, nil, nil)
    runMoment = nil
    isRestored = true
    restorations += 1
  }

  /// Reports the events until `time`, then shows the frame at `time`.
  ///
  /// Commands given in the callback of an event take effect at the exact time of the event. A run
  /// that a completion starts again begins exactly at the end of the run before.
  /// - Parameter time: Seconds; not before the time of the last frame.
  /// - Returns: The events reported, in order of time.
  /// - Precondition: That of ``RepeatController/advance(to:)-(Double)``; not called from a callback
  ///   of this animation.
  @discardableResult
  public func advance(to time: Double) -> [RepeatEvent] {
    precondition(
      !isInCallback,
      "a repeat cannot be advanced from inside its own callback; return first, and advance it then")
    if onShow == nil, delegate == nil { controller.stop(.immediately) }
    let before = restorations
    var events: [RepeatEvent] = []
    // The next frame shows what a callback has restored.
    for var event in takeInvalidInputs() {
      event.lateness = time - event.time
      events.append(event)
      report(event)
      guard restorations == before else { return events }
    }
    while let event = controller.nextEvent(through: time) {
      events.append(event)
      report(event)
      guard restorations == before else { return events }
    }
    if let command = postponedRun {
      postponedRun = nil
      carryOut(command)
    }
    // A new cycle may have new states. If several cycles begin in one frame, the states are set up
    // once.
    let last = events.last { $0.kind == .started || $0.isCycle || $0.isStop }
    if last != nil || isRestored {
      isRestored = false
      recordStates(withAlternateState: controller.showsOtherThanDefault || last?.isStop == false)
    }
    let progress = controller.progress(at: time)
    if let onShow { call { onShow(progress) } }
    for property in recorder.properties { property.show(progress: progress) }
    if let capture { call { capture.show(progress: progress) } }
    // A scheduled start may have canceled a stop within the frame.
    if controller.isActive, !controller.state.isStopping { dropStops() }
    return events
  }

  private func takeInvalidInputs() -> [RepeatEvent] {
    defer { invalidInputs = [] }
    return invalidInputs
  }

  private func report(_ event: RepeatEvent) {
    if event.isStop {
      stops += 1
      complete(stops, event.kind)
    }
    if let delegate { call { delegate.dynamicRepeat(self, didReport: event) } }
  }
}

// MARK: - Callbacks

private struct Completion {
  let body: (RepeatEvent.Kind) -> Void
  /// Whether the completion belongs to a stop; a start that cancels the stop also drops such a
  /// completion.
  let endsWithStart: Bool
  /// The end of a run at which the completion is called; the ends of all runs are counted from 1.
  let stop: Int
}

extension DynamicRepeatAnimation {
  private func carryOut(_ command: RepeatCommand) {
    if isInCallback {
      waitingRun = command
    } else {
      if command == .start, controller.isActive { dropStops() }
      // The command is ignored if the list of pending events is full. A start is also ignored
      // during a run.
      try? controller.perform(command)
    }
  }

  /// Runs a callback, then executes the commands given in it.
  private func call(_ body: () -> Void) {
    isInCallback = true
    body()
    isInCallback = false
    let (command, duration) = (waitingRun, waitingDuration)
    (waitingRun, waitingDuration) = (nil, nil)
    if let duration { try? controller.setRate(.cycleDuration(duration)) }
    guard let command else { return }
    if runMoment == controller.presentTick {
      postponedRun = command
    } else {
      runMoment = controller.presentTick
      carryOut(command)
    }
  }

  private func add(_ body: @escaping (RepeatEvent.Kind) -> Void, endsWithStart: Bool) {
    completions.append(
      Completion(
        body: body, endsWithStart: endsWithStart, stop: stops + controller.waitingStops + 1))
  }

  /// Drops the completions of stops that a start has canceled.
  private func dropStops() {
    let waiting = stops + controller.waitingStops
    completions.removeAll { $0.endsWithStart && $0.stop > waiting }
  }

  /// Calls the completions of a run's end, in the order in which they were added.
  private func complete(_ stop: Int, _ kind: RepeatEvent.Kind) {
    let due = completions.filter { $0.stop <= stop }
    completions.removeAll { $0.stop <= stop }
    let before = restorations
    for completion in due where restorations == before { call { completion.body(kind) } }
  }

  private func recordStates(withAlternateState: Bool) {
    guard let delegate else { return }
    call { recorder.record(delegate, withAlternateState: withAlternateState, beside: capture) }
  }
}

extension RepeatController {
  /// The number of ended runs whose events wait for an advance.
  var waitingStops: Int { (0..<pending.count).count { pending[$0].kind.isStop } }

  /// Whether more than the default state is shown: the repeat runs, or rests away from that state.
  var showsOtherThanDefault: Bool { isActive || idleAppearance != .defaultState }
}
