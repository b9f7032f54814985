// SPDX-License-Identifier: Apache-2.0

extension BeatClock {
  /// The beat position at `time`: whole beats, and the fraction of the present one.
  /// - Parameter time: Seconds.
  /// - Precondition: `time` is within ±``RepeatLeader/latestTime``, as for all that follow.
  public func beat(at time: Double) -> CyclePosition { line.position(at: time) }

  /// The tempo at `time`, as it was given: beats per minute.
  public func beatsPerMinute(at time: Double) -> Double {
    RepeatLeader.require(time: time)
    return (line.rate(at: DoubleDouble(time)) * 60).high
  }

  /// When `beat` is or was: the first `Double`, in seconds, at which it has come.
  /// - Returns: `nil` where it never comes, as at tempo 0, or only beyond
  ///   ±``RepeatLeader/latestTime``.
  public func time(ofBeat beat: WideInt) -> Double? {
    guard CyclePosition.holds(cycle: beat) else { return nil }
    return time(of: CyclePosition(cycle: beat, phase: 0))
  }

  /// When the beat position is or was `position`, as for ``time(ofBeat:)``.
  public func time(of position: CyclePosition) -> Double? {
    line.time(of: PrecisePosition(position))?.roundedUp
  }

  /// The next beat at `time`; on a beat itself, that beat.
  ///
  /// At the time that ``time(ofBeat:)`` gives for a beat, it is that beat.
  public func nextBeat(at time: Double) -> WideInt {
    let position = beat(at: time)
    guard position.phase > 0, self.time(ofBeat: position.cycle) != time else {
      return position.cycle
    }
    return position.cycle + 1
  }

  /// The number of the beat that begins the next bar at `time`; on that beat itself, that beat.
  public func nextBar(at time: Double) -> WideInt {
    let beat = nextBeat(at: time)
    return -(-beat).flooredQuotient(by: WideInt(beatsPerBar)) * WideInt(beatsPerBar)
  }

  /// How much of the present bar is over at `time`, in [0, 1).
  public func phaseInBar(at time: Double) -> Double {
    let position = beat(at: time)
    let bar = position.cycle.flooredQuotient(by: WideInt(beatsPerBar))
    let beats = Double(position.cycle - bar * WideInt(beatsPerBar)) + position.phase
    return min(beats / Double(beatsPerBar), (1.0).nextDown)
  }
}
