// SPDX-License-Identifier: Apache-2.0
//
// The tab "In step" as C functions: a beat, which is a beat clock of the C library, the hand that changes
// it, and four squares that follow it: two repeats of the C library and two models.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

/// The beat as the hand has it: numbers of eight bytes, in the order of beat.js.
private struct Hand {
  /// Beats per minute.
  var tempo = 96.0
  /// Which of ``ratios``; where one would flash too often, the next lower one.
  var ratio = 0.0
  /// Which one would have flashed too often; -1: none.
  var refusedRatio = -1.0
  /// 0: all run by themselves, at rates of their own.
  var isLocked = 0.0
  /// 1 from the reader's first change on.
  var isOwn = 0.0
  /// Seconds: when the beat was last handed over to the squares.
  var handOverTime = 0.0

  /// Cycles per second in step.
  @inline(never)
  var hertz: Double { tempo / 60 * (Double(cycles) / Double(beats)) }
  var cycles: Int32 { ratios[Int(ratio)].cycles }
  var beats: Int32 { ratios[Int(ratio)].beats }
}

/// What the hand has done since the beat was last handed over.
private struct HandChange {
  var isMade = false
  /// By so many beats the music skips.
  var skippedBeats = 0.0
  /// Whether the music is at the nearest whole beat instead.
  var hasTap = false
}

/// Cycles to beats, in the page's order: from the lowest to the highest.
private let ratios: InlineArray<3, (cycles: Int32, beats: Int32)> = [(1, 1), (3, 2), (2, 1)]
/// Of the rate in step, how fast each square runs by itself.
private let freeShares: InlineArray<4, Double> = [0.88, 0.93, 0.82, 1.1]
/// The bounds of a lock, as parts of the rate in step.
private let (leastShare, mostShare) = (0.8, 1.2)
/// Seconds after which they lock where nobody plays.
private let lockTime = 2.5

nonisolated(unsafe) private var hand = Hand()
nonisolated(unsafe) private var change = HandChange(isMade: true)
nonisolated(unsafe) private var taps = TapTempo()
nonisolated(unsafe) private var time = 0.0
nonisolated(unsafe) private var music = dr_beat_clock()
/// The library's own two: locked in phase, and in whole cycles.
nonisolated(unsafe) private var own = InlineArray<2, dr_repeat>(repeating: dr_repeat())
nonisolated(unsafe) private var snap = SnappingSquare()
nonisolated(unsafe) private var wait = WaitingSquare()
nonisolated(unsafe) private var guards = (FlashGuard(), FlashGuard())
/// The library's own two, then the models.
nonisolated(unsafe) private var squares = InlineArray<4, Follower>(repeating: Follower())

// MARK: - The hand

/// The numbers of the hand.
@c public func beat_hand() -> UnsafeRawPointer { address(of: &hand) }

/// Sets the tempo to a whole number of beats per minute, 50 to 120.
@c public func beat_set_tempo(_ tempo: Double) {
  hand.tempo = min(max(tempo.rounded(), 50), 120)
  note()
}

/// Sets the ratio: 0, 1 or 2.
@c public func beat_set_ratio(_ ratio: Int32) {
  hand.ratio = Double(min(max(ratio, 0), 2))
  note()
}

/// Locks the squares to the beat, or unlocks them: 0.
@c public func beat_set_locked(_ isLocked: Int32) {
  hand.isLocked = isLocked != 0 ? 1 : 0
  note()
}

/// Lets the music skip 0.4 beat.
@c public func beat_skip() { note(skippedBeats: 0.4) }

/// Takes a tap of the tempo, at a time in seconds; the third one and those after it count.
@c public func beat_tap(_ time: Double) {
  guard let tempo = taps.tap(at: time) else { return }
  beat_set_tempo(tempo)
  note(hasTap: true)
}

private func note(skippedBeats: Double = 0, hasTap: Bool = false) {
  hand.isOwn = 1
  change.isMade = true
  change.skippedBeats += skippedBeats
  if hasTap { change.hasTap = true }
}

// MARK: - The squares

/// Begins the beat at time 0, and two repeats that run by themselves.
@c public func beat_begin() -> dr_status {
  answer { () throws(CallError) in
    var def = dr_default_beat_clock_def()
    def.beats_per_minute = hand.tempo
    try check(dr_beat_clock_create(&def, &music))
    let policy = dr_policy(ramp_s: 0, kind: DR_PHASE_MATCHED, shape: DR_RAMP_LINEAR)
    for index in 0..<2 {
      let cycleDuration = 1 / (freeShares[index] * hand.hertz)
      own[index] = try dr_repeat(cycleDuration: cycleDuration, policy: policy)
    }
  }
}

/// Moves all four on, hands the beat over where the hand has changed it, and shows a frame.
/// - Parameters:
///   - delta: Seconds, above 0.
///   - clock: Seconds of a clock that never goes back.
@c public func beat_frame(_ delta: Double, _ clock: Double) -> dr_status {
  answer { () throws(CallError) in
    time += delta
    for index in 0..<2 { try own[index].advance(to: time) }
    snap.move(to: time)
    wait.move(to: time)
    if hand.isOwn == 0, hand.isLocked == 0, time > lockTime {
      hand.isLocked = 1
      change.isMade = true
    }
    if change.isMade { try handOver() }
    try showFrame(clock)
  }
}

/// Hands over the beat as the hand has changed it: what is locked gets in step anew.
private func handOver() throws(CallError) {
  let made = change
  change = HandChange()
  squares[0].valueBefore = try own[0].sample(at: time).value
  squares[1].valueBefore = try own[1].sample(at: time).value
  squares[2].valueBefore = ValueCurve.value(atPhase: snap.position.phase)
  squares[3].valueBefore = ValueCurve.value(atPhase: wait.position.phase)
  hand.handOverTime = time
  hand.refusedRatio = -1
  try check(dr_beat_clock_set_tempo(music, hand.tempo, time))
  try seek(made)
  if hand.isLocked != 0 { try lockOwn() } else { try unlockOwn() }
  try follow()
}

/// Moves the music by the beats that it skips, or to the beat that is tapped.
private func seek(_ change: HandChange) throws(CallError) {
  guard change.hasTap || change.skippedBeats > 0 else { return }
  var beat = dr_position()
  try check(dr_beat_clock_beat(music, time, &beat))
  let before = Double(beat.cycle) + beat.phase
  let after = FramePosition(change.hasTap ? before.rounded() : before + change.skippedBeats)
  beat = dr_position(cycle: Int64(after.cycle), phase: after.phase)
  try check(dr_beat_clock_seek(music, beat, time))
}

/// Locks the library's own two.
///
/// The library takes no rate that would flash too often: then the next lower ratio.
private func lockOwn() throws(CallError) {
  var status = lock(own[0], DR_LOCK_PHASE)
  if status != DR_OK { hand.refusedRatio = hand.ratio }
  while status != DR_OK, hand.ratio > 0 {
    hand.ratio -= 1
    status = lock(own[0], DR_LOCK_PHASE)
  }
  try check(status)
  try check(lock(own[1], DR_LOCK_WHOLE_CYCLES))
}

@inline(never)
private func lock(_ repeat: dr_repeat, _ style: dr_lock_style) -> dr_status {
  var def = dr_default_lock_def()
  def.style = style
  (def.numerator, def.denominator) = (hand.cycles, hand.beats)
  def.bounds.least_hz = leastShare * hand.hertz
  def.bounds.most_hz = mostShare * hand.hertz
  def.bounds.slope_hz_per_s = 2 * hand.hertz
  let status = dr_beat_clock_leader(music, &def.leader)
  return status == DR_OK ? dr_repeat_lock(`repeat`, &def) : status
}

private func unlockOwn() throws(CallError) {
  for index in 0..<2 {
    try check(dr_repeat_unlock(own[index]))
    try check(dr_repeat_set_rate(own[index], freeShares[index] * hand.hertz))
  }
}

/// Leads the models as the library's own are led, and measures all four from now on.
private func follow() throws(CallError) {
  var beat = dr_position()
  try check(dr_beat_clock_beat(music, time, &beat))
  let hertz = hand.hertz
  let ratio = CycleRatio(Int(hand.cycles), Int(hand.beats))
  let cycles = ratio.phase(
    at: PrecisePosition(cycle: WideInt(beat.cycle), fraction: DoubleDouble(beat.phase)))
  let position = CyclePosition(cycle: 0, phase: FramePosition(cycles.high).phase)
  let target = RepeatLeader(hertz: hertz, at: time, position: position)
  for index in 0..<4 { squares[index].lead(to: target, at: time) }
  let leader = hand.isLocked != 0 ? target : nil
  snap.request(leader == nil ? freeShares[2] * hertz : hertz, of: leader, at: time)
  wait.request(leader == nil ? freeShares[3] * hertz : hertz, of: leader, at: time)
}

/// Shows all four, and where the beat is.
private func showFrame(_ clock: Double) throws(CallError) {
  for index in 0..<2 {
    let sample = try own[index].sample(at: time)
    let position = FramePosition(
      cycle: WideInt(sample.position.cycle), phase: sample.position.phase)
    views[index] = squares[index].view(
      position, value: sample.value, hertz: sample.rate_hz, at: time)
  }
  views[2] = squares[2].view(
    snap.position, value: ValueCurve.value(atPhase: snap.position.phase), hertz: snap.hertz,
    at: time)
  views[2].shown = guards.0.show(views[2].value, at: clock)
  views[3] = squares[3].view(
    wait.position, value: ValueCurve.value(atPhase: wait.position.phase), hertz: wait.hertz,
    at: time)
  views[3].shown = guards.1.show(views[3].value, at: clock)
  var beat = dr_position()
  var barPhase = 0.0
  try check(dr_beat_clock_beat(music, time, &beat))
  try check(dr_beat_clock_phase_in_bar(music, time, &barPhase))
  let hertz = hand.hertz
  for index in 0..<4 {
    views[index].hertzInStep = hertz
    (views[index].beat, views[index].beatPhase) = (Double(beat.cycle), beat.phase)
    views[index].barPhase = barPhase
    guard hand.isLocked != 0 else { continue }
    views[index].leastHertz = leastShare * hertz
    views[index].mostHertz = min(mostShare * hertz, safeFlashes)
  }
}
