// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A requested rate.
///
/// Its time may be between two frames.
struct Request {
  var time = 0.0
  /// The cycle duration in seconds.
  var cycleDuration = 1.0
}

/// The last values of a list that only grows.
struct Latest<let capacity: Int, Value> {
  private var kept: InlineArray<capacity, Value>
  /// The number of values ever appended.
  private(set) var count = 0

  init(repeating value: Value) { kept = InlineArray(repeating: value) }

  mutating func append(_ value: Value) {
    kept[count % capacity] = value
    count += 1
  }

  /// - Precondition: The value is one of the last `capacity`.
  subscript(index: Int) -> Value { kept[index % capacity] }
}

/// The requests of the last seconds, in order of time.
typealias Requests = Latest<256, Request>

extension Requests {
  /// The request after the first `taken` ones, if its time is not after `time`.
  func next(after taken: Int, by time: Double) -> Request? {
    taken < count && self[taken].time <= time ? self[taken] : nil
  }
}

/// The times of a simulated game's frames, which are independent of the page's screen.
enum FramePattern: Int32 {
  /// 144 frames a second.
  case fast
  /// 30 frames a second.
  case slow
  /// 60 frames per second, with a gap of 0.8 s after every 2.2 s.
  case stalls

  /// The time of a frame in seconds.
  func time(ofFrame frame: Int) -> Double {
    switch self {
    case .fast: Double(frame) / 144
    case .slow: Double(frame) / 30
    case .stalls: Double(frame / 132) * 3 + Double(frame % 132) / 60
    }
  }
}

/// Typical hand-written code, `phase += rate * dt`, with the repeat's policies.
struct HandWrittenPulse {
  var policy: RatePolicy
  /// Cycles per second.
  private var rate: Double
  private var requested: Double
  /// Cycles per second².
  private var slope = 0.0
  /// Cycles.
  private(set) var position = 0.0
  private var lastFrame = 0.0

  init(_ policy: RatePolicy, hertz: Double) {
    (self.policy, rate, requested) = (policy, hertz, hertz)
  }

  /// - Returns: The number of cycle ends passed.
  mutating func frame(at time: Double, hertz: Double) -> Int {
    let dt = time - lastFrame
    lastFrame = time
    let cycle = position.rounded(.down)
    switch policy {
    case .restartPerCycle: break
    case .phaseMatchedOver(let ramp) where ramp > 0:
      if hertz != requested { slope = (hertz - rate) / ramp }
      rate += slope * dt
      if (rate - hertz) * slope >= 0 { (rate, slope) = (hertz, 0) }
    case .phaseMatchedOver: rate = hertz
    }
    requested = hertz
    position += rate * dt
    let ends = Int(position.rounded(.down) - cycle)
    if ends > 0, policy == .restartPerCycle { rate = requested }
    return ends
  }
}

/// One pulse, hand-written and as a repeat, at the frames of one game.
struct FrameRun {
  let pattern: FramePattern
  private var byHand: HandWrittenPulse
  private(set) var controller: RepeatController
  private var nextFrame = 1
  /// The time until which the game draws no frame.
  var stallEnd = 0.0
  private(set) var requestsTaken = 0
  /// The times of the last cycle ends.
  private var handEnds = Latest<64, Double>(repeating: 0)
  private var ends = Latest<64, Double>(repeating: 0)
  private var endsCompared = 0
  private var hertz: Double
  private(set) var view = RunView()

  init(_ pattern: FramePattern, _ settings: RepeatSettings) {
    self.pattern = pattern
    hertz = 1 / settings.rate.cycleDuration
    byHand = HandWrittenPulse(settings.policy, hertz: hertz)
    controller = running(settings)
  }

  /// Draws the frames up to a time.
  mutating func advance(to time: Double, _ requests: Requests) {
    while pattern.time(ofFrame: nextFrame) <= time {
      let next = pattern.time(ofFrame: nextFrame)
      if next >= stallEnd { frame(at: next, requests) }
      nextFrame += 1
    }
  }

  private mutating func frame(at time: Double, _ requests: Requests) {
    // A request has the time of its input event, which is between two frames.
    while let request = requests.next(after: requestsTaken, by: time) {
      hertz = 1 / request.cycleDuration
      advanceRepeat(to: request.time)
      controller.request(request.cycleDuration)
      requestsTaken += 1
    }
    advanceRepeat(to: time)
    let passed = byHand.frame(at: time, hertz: hertz)
    for _ in 0..<passed { handEnds.append(time) }
    view.missed += Double(max(passed - 1, 0))
    measure(at: time)
  }

  private mutating func advanceRepeat(to time: Double) {
    var passed = ends
    controller.advance(to: time) { if $0.isCycle { passed.append($0.time) } }
    ends = passed
  }

  private mutating func measure(at time: Double) {
    let sample = controller.sample(at: time)
    let exact = Double(sample.position.cycle) + sample.position.phase
    view.time = time
    view.shown = sample.progress
    view.handShown = progress(atPhase: byHand.position - byHand.position.rounded(.down))
    view.worstGap = max(view.worstGap, (byHand.position - exact).magnitude)
    (view.ends, view.handEnds) = (Double(ends.count), Double(handEnds.count))
    if ends.count > 0 { view.lastEnd = ends[ends.count - 1] }
    if handEnds.count > 0 { view.lastHandEnd = handEnds[handEnds.count - 1] }
    while endsCompared < min(ends.count, handEnds.count) {
      let late = handEnds[endsCompared] - ends[endsCompared]
      view.worstLateness = max(view.worstLateness, late.magnitude)
      endsCompared += 1
    }
  }

  /// Compares this game's repeat with `other`, a repeat that was advanced without this game's
  /// frames.
  mutating func compare(with other: RepeatController, _ requests: Requests) {
    var ahead = controller
    var taken = requestsTaken
    while let request = requests.next(after: taken, by: other.now) {
      ahead.advance(to: request.time) { _ in }
      ahead.request(request.cycleDuration)
      taken += 1
    }
    ahead.advance(to: other.now) { _ in }
    let (one, two) = (ahead.sample(at: other.now), other.sample(at: other.now))
    guard one.position != two.position else { return }
    let gap =
      Double(one.position.cycle - two.position.cycle) + (one.position.phase - two.position.phase)
    view.worstOwnGap = max(view.worstOwnGap, gap.magnitude)
  }
}

/// The curve of every pulse: there and back, eased.
func progress(atPhase phase: Double) -> Double {
  Pace.easeInEaseOut(phase < 0.5 ? 2 * phase : 2 - 2 * phase)
}

/// A repeat that runs from time 0, with at most three flashes per second, the limit of WCAG 2.3.1.
func running(_ settings: RepeatSettings) -> RepeatController {
  var settings = settings
  (settings.reporting, settings.maxFlashRate) = (.all, RepeatRate.safeFlashes)
  guard var controller = try? RepeatController(settings, now: 0) else { fatalError() }
  controller.start()
  return controller
}

extension RepeatController {
  /// Requests a duration.
  ///
  /// A duration out of range changes nothing.
  mutating func request(_ cycleDuration: Double) { try? setRate(.cycleDuration(cycleDuration)) }
}
