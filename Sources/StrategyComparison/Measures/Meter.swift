// SPDX-License-Identifier: Apache-2.0

/// Computes, frame by frame, those measures of a strategy that need no comparison with an ideal
/// motion.
struct Meter {
  private(set) var frames = 0
  private(set) var lastTime = 0.0
  private(set) var last = FramePosition.zero
  private(set) var lastHertz: Double
  private var lastWasSliding = false

  private(set) var largestJump = 0.0
  /// The value just before and just after the latest jump, for the charts.
  private(set) var latestJump: (before: Double, after: Double)?
  private(set) var largestKink = 0.0
  private(set) var largestStep = 0.0
  /// Seconds.
  private(set) var largestBoundaryError = 0.0
  private(set) var delays = DelayCount()
  private(set) var events: EventCount

  /// The value at the last frame.
  private var lastValue = 0.0
  /// Whether the rate or the motion has changed since the last frame.
  private var isTouched = false

  init(at rate: SignedRate) {
    lastHertz = rate.hertz
    events = EventCount(direction: rate.direction)
  }

  /// Whether a rate change is still pending.
  var isWaiting: Bool { delays.isWaiting }

  // MARK: - Reports of models

  mutating func requested(_ rate: SignedRate, at time: Double, inEffect: Double) {
    isTouched = true
    delays.requested(rate.hertz, at: time, inEffect: inEffect)
  }

  mutating func slid(to hertz: Double, at time: Double) { delays.slid(to: hertz, at: time) }
  mutating func tookEffect(at time: Double) { delays.tookEffect(at: time) }

  mutating func motionChanged(from before: Movement, to after: Movement) {
    isTouched = true
    let values = (
      before: ValueCurve.value(atPhase: before.phase),
      after: ValueCurve.value(atPhase: after.phase)
    )
    if values.after != values.before { latestJump = values }
    largestJump = max(largestJump, abs(values.after - values.before))
    let kink =
      ValueCurve.slope(atPhase: after.phase) * after.hertz
      - ValueCurve.slope(atPhase: before.phase) * before.hertz
    largestKink = max(largestKink, abs(kink))
  }

  /// The latest jump since the previous call.
  mutating func takeJump() -> (before: Double, after: Double)? {
    defer { latestJump = nil }
    return latestJump
  }

  // MARK: - Frames

  /// Measures a drawn frame.
  @inline(__always)
  mutating func drew(
    _ shown: DrawnFrame, at time: Double, by model: some StrategyModel, hasChange: Bool
  ) {
    let value = ValueCurve.value(atPhase: shown.position.phase)
    if frames > 0 { largestStep = max(largestStep, abs(value - lastValue)) }
    if isTouched || shown.reported != 0 || shown.position.cycle != last.cycle {
      settle(
        shown, at: time, hertz: model.hertz(at: time), isSliding: model.isSliding,
        hasChange: hasChange)
    }
    lastValue = value
    last = shown.position
    lastTime = time
    frames += 1
  }

  @inline(never)
  private mutating func settle(
    _ shown: DrawnFrame, at time: Double, hertz: Double, isSliding: Bool, hasChange: Bool
  ) {
    if !hasChange, !isSliding, !lastWasSliding, shown.position.boundaries(since: last) > 0 {
      let error = boundaryError(of: shown.position, at: time, hertz: hertz)
      largestBoundaryError = max(largestBoundaryError, error)
    }
    events.drew(shown, hertz: hertz)
    lastHertz = hertz
    lastWasSliding = isSliding
    isTouched = false
  }

  /// The difference in seconds between `position` and a prediction from the last frame, which uses
  /// that frame's rate up to the boundary, and then the rate now in effect.
  private func boundaryError(of position: FramePosition, at time: Double, hertz: Double) -> Double {
    let advance = position.cycles(since: last)
    let elapsed = time - lastTime
    if hertz == lastHertz { return hertz == 0 ? 0 : abs((advance - hertz * elapsed) / hertz) }
    guard lastHertz != 0 else { return 0 }
    let toBoundary =
      lastHertz > 0 ? 1 - last.phase : (last.phase == 0 ? -1 : -last.phase)
    let expected = toBoundary + hertz * (elapsed - toBoundary / lastHertz)
    return abs((advance - expected) / (hertz == 0 ? lastHertz : hertz))
  }
}
