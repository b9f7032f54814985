// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// What it shows at `time`.
  ///
  /// For times to come it looks ahead, through everything that is ordered and scheduled. For times
  /// before the latest change of course it answers as if the present course had always held, and
  /// before the start of the run as at rest.
  /// - Parameter time: Seconds; within ±``RepeatLimits/latestTime``.
  /// - Precondition: `time` is in that range.
  /// - Complexity: O(1), and one step for each command and change of course between ``now`` and
  ///   `time` (under a ramp with a repeat delay, for each cycle).
  public func sample(at time: Double) -> RepeatSample {
    precondition(
      time.magnitude <= RepeatLimits.latestTime,
      "a time must be within ±1e12 seconds, but is \(time)")
    if let horizon, horizon.high <= time, horizon <= DoubleDouble(time) {
      var ahead = self
      ahead.isReporting = false
      ahead.pass(through: DoubleDouble(time))
      return ahead.sampleOnCourse(at: DoubleDouble(time))
    }
    return sampleOnCourse(at: DoubleDouble(time))
  }

  /// The progress at `time`: 0 in the default state, 1 in the alternate one.
  ///
  /// See ``sample(at:)``.
  public func progress(at time: Double) -> Double { sample(at: time).progress }

  /// The value at `time` of something that goes from `start` to `end` and back.
  public func value<Value: Interpolatable>(at time: Double, from start: Value, to end: Value)
    -> Value
  {
    Value.interpolate(from: start, to: end, progress: progress(at: time))
  }

  func sampleOnCourse(at time: DoubleDouble) -> RepeatSample {
    if state == .idle || time < run.startTime {
      let resting = state == .idle ? rest : Rest(position: CyclePosition(run.start))
      return RepeatSample(
        position: resting.position, progress: resting.progress, fraction: resting.fraction,
        rate: .zero, state: .idle, isWaiting: false)
    }
    let place = motion.place(at: time)
    let shown = appearance(at: place, cycleHasEnded: place.isWaiting || isParked)
    let isStanding = motion.isStill || place.isWaiting
    return RepeatSample(
      position: CyclePosition(place.position), progress: shown.progress, fraction: shown.fraction,
      rate: isStanding ? .zero : motion.rate(at: time), state: state,
      isWaiting: place.isWaiting)
  }

  /// Fold first, then pace.
  ///
  /// At the end of a one-way cycle the end shows, not the next one's start.
  func appearance(at place: Place, cycleHasEnded: Bool) -> (fraction: Double, progress: Double) {
    let phase = place.position.phase
    guard settings.autoreverses else {
      let showsEnd = cycleHasEnded && marks.travel > 0 && place.position.isAtBoundary
      let fraction = showsEnd ? 1 : phase
      return (fraction, settings.timing(fraction))
    }
    if phase < 0.5 { return (2 * phase, settings.timing(2 * phase)) }
    let wayBack = 2 * phase - 1
    let fraction = 1 - wayBack
    guard let returnTiming = settings.returnTiming else {
      return (fraction, settings.timing(fraction))
    }
    return (fraction, 1 - returnTiming(wayBack))
  }
}
