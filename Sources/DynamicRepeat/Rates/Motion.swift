// SPDX-License-Identifier: Apache-2.0

/// The position as a function of time: an anchor, which is a position at a known time, plus the
/// integral of the rate since that time.
///
/// The rate has up to four pieces: a ramp to a cruise rate, a hold of that rate, a ramp to the
/// final rate, and the final rate, which stays. Any of the first three may be missing. A command
/// replaces the anchor; a frame changes nothing.
@usableFromInline
struct Motion: Hashable, Sendable, BitwiseCopyable {
  /// The time of the anchor.
  @usableFromInline var origin: Ticks
  /// The position at `origin`.
  @usableFromInline var anchor: Position
  /// Ticks after `origin` until the motion starts: the rest of a repeat delay.
  private(set) var delay: Ticks = 0
  /// The piece in effect from `origin + delay` on.
  @usableFromInline private(set) var piece: Piece
  /// Ticks of the piece already elapsed at `origin + delay`.
  private var begin: Ticks = 0
  /// Ticks of the hold after the piece, at the rate with which the piece ends.
  private var hold: Ticks = 0
  /// Ticks of the ramp from the hold to the final rate.
  private var exit: Ticks = 0
  /// The rate that stays after the last piece.
  private(set) var finalRate: Rate
  /// The distance by which the motion had passed the boundary when a delay began, in 2^-64 cycle.
  ///
  /// A delay begins at the first tick at or after a boundary. The distance is added when the motion
  /// continues, so that delays do not accumulate lateness.
  private var carry: Int32 = 0
  private(set) var isPaused = false
  /// Whether the piece has passed its turn, at which a ramp changes direction.
  private var hasTurned = false

  init(origin: Ticks, anchor: Position, rate: Rate) {
    (self.origin, self.anchor, finalRate) = (origin, anchor, rate)
    piece = .steady(rate)
  }

  // MARK: Present state

  /// The direction, -1, 0 or 1; during a delay, the direction after the delay.
  ///
  /// The motion of an idle or paused repeat has direction 0.
  @inline(__always) var direction: WideInt { isPaused ? 0 : pieceDirection }
  /// The direction, even while paused.
  @inline(__always) var pieceDirection: WideInt {
    hasTurned || piece.start == 0 ? piece.end.sign : piece.start.sign
  }
  /// Whether the rate never changes.
  var hasFinalRate: Bool { piece.length == .never }
  /// Whether the rate is 0 forever.
  var isAtRest: Bool { hasFinalRate && finalRate == 0 }
  func ticksToFinalRate(from time: Ticks) -> Ticks {
    hasFinalRate ? 0 : delay + piece.length - begin + hold + exit - (isPaused ? 0 : time - origin)
  }

  /// The end of the piece's present part, in ticks since the start of the piece.
  ///
  /// A turn divides a piece into two parts.
  private var partEnd: Ticks {
    let turn = hasTurned ? 0 : piece.turn
    return turn > 0 ? turn : piece.length
  }

  /// The time of the next turn or of the next piece; `never` at a steady rate.
  var pieceEnd: Ticks { isPaused || hasFinalRate ? .never : origin + delay + partEnd - begin }

  /// The end of the delay; `never` while paused.
  var delayEnd: Ticks { isPaused ? .never : origin + delay }

  func isDelayed(at time: Ticks) -> Bool { delay > 0 && (isPaused || time < origin + delay) }

  /// Converts a time to ticks since the start of the piece.
  private func pieceTime(_ time: Ticks) -> Ticks {
    if isPaused { return begin }
    return begin + (delay == 0 ? time - origin : max(0, time - origin - delay))
  }

  /// The distance from the anchor at a time that is given in ticks since the start of the piece.
  private func distance(until pieceTime: Ticks) -> Position {
    let direction = pieceDirection
    let distance = piece.distance(until: pieceTime, direction)
    return begin == 0 ? distance : distance - piece.distance(until: begin, direction)
  }

  /// The position at `time`, never ahead of the exact position.
  ///
  /// Before `origin`, extrapolates the start of the motion.
  func position(at time: Ticks) -> Position {
    isDelayed(at: time) ? anchor : anchor + Position(carry) + distance(until: pieceTime(time))
  }

  /// The anchor if the motion is there at `time`, because a command at that time has set it, or
  /// because the motion is paused; otherwise `nil`.
  func exactPosition(at time: Ticks) -> Position? { isPaused || origin == time ? anchor : nil }

  /// The position at a steady rate without a delay.
  @inlinable @inline(__always)
  func steadyPosition(at time: Ticks) -> Position {
    anchor &+ product(piece.start, time &- origin, shift: 96)
  }

  /// The rate at `time`; in a delay or a pause, the rate with which the motion will continue.
  @inline(never)
  func rate(at time: Ticks) -> Rate { piece.rate(at: pieceTime(time)) }

  /// The first tick at which the position has reached `target`; `never` if this part of the motion
  /// ends earlier.
  @inline(__always)
  func arrival(at target: Position) -> Ticks {
    let direction = direction
    guard direction != 0 else { return .never }
    let distance = target - anchor - Position(carry)
    let covered = begin == 0 ? 0 : piece.distance(until: begin, direction)
    let time = piece.time(
      of: distance + covered, direction, from: hasTurned ? max(begin, piece.turn) : begin,
      to: partEnd)
    return time < .never - abs(origin) - delay ? origin + delay + time - begin : .never
  }

  // MARK: Changes

  /// Moves the anchor to `time` without changing the motion.
  mutating func reanchor(at time: Ticks, in position: Position) {
    guard !isPaused else {
      anchor = position
      return
    }
    if time < origin + delay {
      delay -= time - origin
    } else {
      if !hasFinalRate { begin = pieceTime(time) }
      (delay, carry) = (0, 0)
    }
    (origin, anchor) = (time, position)
  }

  /// Waits at the anchor for `ticks`, then continues `overshoot` beyond it; 0 ticks end a wait.
  mutating func wait(_ ticks: Ticks, overshoot: Position = 0) {
    (delay, carry) = (ticks, Self.carry(overshoot))
  }

  /// Limits an overshoot, which is rarely more than the distance covered in one tick: less than
  /// 2^20 at the highest rate.
  private static func carry(_ overshoot: Position) -> Int32 {
    Int32(min(max(overshoot, -maxCarry), maxCarry))
  }
  private static var maxCarry: Position { 1 << 24 }

  mutating func pause(at time: Ticks, in position: Position) {
    reanchor(at: time, in: position)
    isPaused = true
  }

  mutating func resume(at time: Ticks) {
    origin = time
    isPaused = false
  }

  /// Sets a steady rate from the anchor on.
  mutating func setRate(_ rate: Rate) {
    if carry != 0 {
      // The overshoot keeps its duration, so its distance changes with the rate.
      let present = piece.rate(at: begin)
      carry =
        present == 0
        ? 0
        : Self.carry(
          quotient(Int128(carry), rate, over: abs(present)) * Int128(present.sign))
    }
    (piece, finalRate) = (.steady(rate), rate)
    (begin, hasTurned, hold, exit) = (0, false, 0, 0)
  }

  /// Sets a linear ramp from `start` to `end` in `length` ticks from the anchor on, and the steady
  /// rate `end` after it.
  mutating func setRamp(from start: Rate, to end: Rate, over length: Ticks) {
    setRate(end)
    if length > 0, start != end { piece = Piece(start: start, end: end, length: length) }
  }

  /// Sets a ramp to a cruise rate, a hold of that rate, and a ramp to `finalRate`, from the anchor
  /// on.
  mutating func setPath(
    from start: Rate, cruise: Rate, to finalRate: Rate, entry: Ticks, hold: Ticks, exit: Ticks
  ) {
    setRate(finalRate)
    guard entry + hold + exit > 0 else { return }
    // Without an entry ramp, the hold is the first piece. Without a hold as well, the exit ramp is
    // the first piece.
    if entry > 0 {
      piece = Piece(start: start, end: cruise, length: entry)
      (self.hold, self.exit) = (hold, exit)
    } else if hold > 0 {
      piece = .steady(cruise, for: hold)
      self.exit = exit
    } else {
      piece = Piece(start: cruise, end: finalRate, length: exit)
    }
  }

  /// Enters the next part at ``pieceEnd``: the part after a turn, or the next piece, which starts
  /// at `position`.
  mutating func enterNextPart(at time: Ticks, in position: Position) {
    if !hasTurned, piece.turn > 0 {
      hasTurned = true
      return
    }
    (origin, anchor, delay, carry) = (time, position, 0, 0)
    (begin, hasTurned) = (0, false)
    if hold > 0 {
      (piece, hold) = (.steady(piece.end, for: hold), 0)
    } else if exit > 0 {
      (piece, exit) = (Piece(start: piece.end, end: finalRate, length: exit), 0)
    } else {
      piece = .steady(finalRate)
    }
  }

  mutating func reverse() { (piece, finalRate, carry) = (-piece, -finalRate, -carry) }

  mutating func shift(by ticks: Ticks) { origin += ticks }

  // MARK: Saving

  mutating func visitFields(_ bytes: inout SavedBytes) throws(RepeatError) {
    try bytes.visit(&origin)
    try bytes.visit(&anchor)
    try bytes.visit(&delay)
    try bytes.visit(&carry)
    try bytes.visit(&piece.start)
    try bytes.visit(&piece.end)
    try bytes.visit(&piece.length)
    try bytes.visit(&begin)
    try bytes.visit(&hold)
    try bytes.visit(&exit)
    try bytes.visit(&finalRate)
    try bytes.visit(&isPaused)
    try bytes.visit(&hasTurned)
  }

  /// Whether the numbers form a valid motion at `now`, for values read from a saved state.
  func isValid(at now: Ticks) -> Bool {
    let longest = Ticks(RepeatLimits.latestTime, bits: 65)
    let highest = Rate.highestInEffect.magnitude
    let lengths = [delay, begin, hold, exit]
    return piece.start.magnitude <= highest && piece.end.magnitude <= highest
      && finalRate.magnitude <= highest && lengths.allSatisfy { $0 >= 0 && $0 <= longest }
      && (hasFinalRate
        ? piece.start == finalRate && piece.end == finalRate && begin == 0 && hold + exit == 0
        : piece.length > begin && piece.length <= longest)
      && (!hasTurned || (piece.turn > 0 && pieceTime(now) >= piece.turn))
      && !piece.turnsAtOnce && (carry == 0 || delay > 0)
      && Position(carry).magnitude <= Self.maxCarry.magnitude
  }
}
