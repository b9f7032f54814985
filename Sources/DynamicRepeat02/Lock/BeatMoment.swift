// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// When a command takes effect, in the beats of a clock.
///
/// It becomes a time where it is scheduled: a clock that changes afterwards does not move it.
public enum BeatMoment: Hashable, Sendable {
  /// At the next beat; on a beat, at that one.
  case nextBeat(of: BeatClock)
  /// At the beat that begins the next bar; on that beat, at that one.
  case nextBar(of: BeatClock)
  /// At a beat that lies ahead.
  case beat(WideInt, of: BeatClock)

  /// Seconds: the first `Double` at which the beat has come.
  /// - Parameter now: The present time; `nil` where there is none yet.
  func time(now: Double?) throws(RepeatError) -> Double {
    let (clock, beat): (BeatClock, WideInt)
    switch self {
    case .beat(let number, let ofClock): (clock, beat) = (ofClock, number)
    case .nextBeat(let ofClock), .nextBar(let ofClock):
      guard let now else { throw .lock(.noPresentTime) }
      clock = ofClock
      if case .nextBar = self {
        beat = clock.nextBar(at: now)
      } else {
        beat = clock.nextBeat(at: now)
      }
    }
    let time = clock.time(ofBeat: beat)
    // A clock that is paused on the beat is there, since whenever it came.
    if let now, time != now, clock.beat(at: now) == CyclePosition(cycle: beat, phase: 0) {
      return now
    }
    guard let time else { throw .lock(.noSuchBeat(beat)) }
    return time
  }
}

extension RepeatController {
  /// Keeps a command for a beat, as for a time.
  /// - Throws: also ``RepeatError/lock(_:)`` where the beat never comes.
  @discardableResult
  public mutating func schedule(_ command: RepeatCommand, at beat: BeatMoment)
    throws(RepeatError) -> ScheduledCommandID
  {
    try schedule(command, at: .time(beat.time(now: isOnTimeline ? now : nil)))
  }

  /// Keeps a goal for a beat.
  /// - Throws: as for commands.
  @discardableResult
  public mutating func schedule(_ goal: RateGoal, at beat: BeatMoment)
    throws(RepeatError) -> ScheduledCommandID
  {
    try schedule(goal, at: .time(beat.time(now: isOnTimeline ? now : nil)))
  }
}
