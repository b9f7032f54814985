// SPDX-License-Identifier: Apache-2.0

/// The position as a function of time: an anchor, which is a position at a known time, plus the
/// integral of the rate since that time.
///
/// The rate has up to four pieces: a ramp to a cruise rate, a hold of that rate, a ramp to the
/// final rate, and the final rate, which stays. Any of the first three may be missing. A command
/// replaces the anchor; a frame changes nothing.
///
/// The motion stands still for ``rest`` ticks at each whole position that it reaches.
///
/// Three clocks: `time` is absolute. `passed` counts from the end of the wait, rests included.
/// `elapsed` counts the ticks of the piece, without rests; at the end of the wait it is
/// `elapsedAtStart`.
@usableFromInline
package struct Motion: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package internal(set) var anchor: Anchor
  /// Ticks after the anchor until the motion starts.
  package private(set) var wait: Ticks = 0
  /// Ticks of each rest: the repeat delay.
  package private(set) var rest: Ticks
  /// The piece in effect from `anchor.time + wait` on.
  @usableFromInline private(set) var piece: Piece
  /// Ticks of the piece already elapsed at `anchor.time + wait`.
  private var elapsedAtStart: Ticks = 0
  /// Ticks of the hold after the piece, at the rate with which the piece ends.
  private var hold: Ticks = 0
  /// Ticks of the ramp from the hold to the final rate.
  private var exit: Ticks = 0
  /// The rate that stays after the last piece.
  package private(set) var finalRate: Rate
  /// The distance by which the motion had passed the boundary at which it waits, in 2^-64 cycle.
  ///
  /// A rest begins at the first tick at or after a boundary. The distance is added when the motion
  /// continues, so that rests do not accumulate lateness.
  private var carry: Int32 = 0
  /// The direction in which the motion reached the boundary at which it waits; 0 if it waits for
  /// its start.
  private(set) var waitDirection: Int8 = 0
  package private(set) var isPaused = false
  /// Whether the piece has passed its turn, at which a ramp changes direction.
  private var hasTurned = false
  private var unused = Unused<1>()

  package init(anchor: Anchor, rate: Rate, rest: Ticks) {
    (self.anchor, self.rest, finalRate) = (anchor, rest, rate)
    piece = .steady(rate)
  }

  // MARK: Present state

  /// The direction, -1, 0 or 1; during a rest, the direction after it.
  ///
  /// The motion of an idle or paused repeat has direction 0.
  @inline(__always) var direction: WideInt { isPaused ? 0 : pieceDirection }
  /// The direction, even while paused.
  @inline(__always) package var pieceDirection: WideInt {
    hasTurned || piece.start == 0 ? piece.end.sign : piece.start.sign
  }
  /// Whether the rate never changes.
  package var hasFinalRate: Bool { piece.length == .never }
  /// Whether the rate is 0 forever.
  var isAtRest: Bool { hasFinalRate && finalRate == 0 }
  /// Whether the motion has neither ramps nor rests ahead.
  var isSteady: Bool { hasFinalRate && wait == 0 && rest == 0 }
  /// The ticks of motion until the final rate is in effect.
  func ticksToFinalRate(from time: Ticks) -> Ticks {
    hasFinalRate ? 0 : piece.length - point(at: time).elapsed + hold + exit
  }

  /// The end of the piece's present part, in ticks since the start of the piece.
  ///
  /// A turn divides a piece into two parts.
  private var partEnd: Ticks {
    let turn = hasTurned ? 0 : piece.turn
    return turn > 0 ? turn : piece.length
  }

  /// The time of the next turn or of the next piece; `never` at a steady rate.
  package var partEndTime: Ticks {
    if isPaused || hasFinalRate { return .never }
    return time(ofElapsed: partEnd, in: startPosition + distance(until: partEnd))
  }

  /// Whether the final rate follows the present part.
  var isLastPart: Bool { hold == 0 && exit == 0 && (hasTurned || piece.turn == 0) }

  /// The end of the wait before the motion starts; `never` if there is none, and while paused.
  var waitEnd: Ticks { isPaused || wait == 0 ? .never : anchor.time + wait }

  // MARK: Position

  /// Where the motion is at a time: the elapsed ticks of the piece, and the end of the wait or rest,
  /// if the motion stands still.
  struct Point {
    fileprivate var elapsed: Ticks
    /// The end of the wait or rest; `nil` if the motion moves, `never` while paused in a wait.
    var standstillEnd: Ticks?
    /// The boundary at which the motion rests.
    fileprivate var boundary: Position?
  }

  func point(at time: Ticks) -> Point {
    if isPaused { return Point(elapsed: elapsedAtStart, standstillEnd: wait > 0 ? .never : nil) }
    let passed = time - anchor.time - wait
    if passed < 0, wait > 0 {
      return Point(elapsed: elapsedAtStart, standstillEnd: anchor.time + wait)
    }
    guard rest > 0, passed >= 0, pieceDirection != 0 else {
      return Point(elapsed: elapsedAtStart + passed)
    }
    // The boundaries that the motion would reach without rests; the present one is among them. A
    // ramp that ends within a rounding error of a boundary reaches it.
    var farthest = startPosition + distance(until: min(elapsedAtStart + passed, partEnd))
    if elapsedAtStart + passed >= partEnd { farthest += Position.tolerance * pieceDirection }
    let most = boundaries(upTo: farthest)
    guard most > 0 else { return Point(elapsed: elapsedAtStart + passed) }
    let moved = passed.nearestSeconds
    let share = moved / (moved + rest.nearestSeconds * Double(most))
    let number =
      leastNumber(in: 1...Int128(most) + 1, near: Int128(WideInt(Double(most) * share)) + 1) {
        $0 > most || restBegin(WideInt($0)) > passed
      } - 1
    guard number > 0 else { return Point(elapsed: elapsedAtStart + passed) }
    let (end, rested) = (restBegin(WideInt(number)) + rest, rests(WideInt(number)))
    guard passed < end else { return Point(elapsed: elapsedAtStart + passed - rested) }
    return Point(
      elapsed: elapsedAtStart + end - rested, standstillEnd: anchor.time + wait + end,
      boundary: boundary(WideInt(number)))
  }

  /// The ticks from the start of the motion to the rest at boundary number k: the motion has moved
  /// to the boundary, after k - 1 rests.
  @inline(never)
  private func restBegin(_ number: WideInt) -> Ticks {
    elapsed(at: boundary(number)) - elapsedAtStart + rests(number - 1)
  }

  /// The position from which the motion starts after its wait.
  private var startPosition: Position { anchor.position + Position(units: Int128(carry)) }

  /// The duration of some rests; limited to `never`.
  private func rests(_ number: WideInt) -> Ticks {
    Ticks(units: quotient(Int128(number), rest.units, over: 1))
  }

  /// The boundary of this number, counted from 1 in the direction of the motion, strictly beyond
  /// the anchor.
  private func boundary(_ number: WideInt) -> Position {
    anchor.position.next(pieceDirection) + Position(cycle: number - 1) * pieceDirection
  }

  /// The number of boundaries strictly beyond the anchor, up to a position.
  private func boundaries(upTo position: Position) -> WideInt {
    let direction = pieceDirection
    let distance = (position - anchor.position.next(direction)) * direction
    return distance < 0 ? 0 : distance.cycle + 1
  }

  /// The distance from the anchor at a time that is given in ticks since the start of the piece.
  private func distance(until elapsed: Ticks) -> Position {
    let direction = pieceDirection
    let distance = piece.distance(until: elapsed, direction)
    return elapsedAtStart == 0
      ? distance : distance - piece.distance(until: elapsedAtStart, direction)
  }

  /// Whether the motion is in a wait or a rest.
  func isDelayed(at time: Ticks) -> Bool { standstillDirection(at: time) != nil }

  /// The direction in which the motion reached the boundary at which it stands still; 0 if it
  /// waits for its start; `nil` if it moves.
  func standstillDirection(of point: Point) -> WideInt? {
    guard point.standstillEnd != nil else { return nil }
    return point.boundary == nil ? WideInt(waitDirection) : pieceDirection
  }

  func standstillDirection(at time: Ticks) -> WideInt? {
    wait > 0 || rest > 0 ? standstillDirection(of: point(at: time)) : nil
  }

  /// The position at `time`, never ahead of the exact position.
  ///
  /// Before the anchor, extrapolates the start of the motion.
  package func position(at time: Ticks) -> Position {
    time == anchor.time ? anchor.position : position(of: point(at: time))
  }

  func position(of point: Point) -> Position {
    if point.standstillEnd != nil || isPaused { return point.boundary ?? anchor.position }
    return startPosition + distance(until: point.elapsed)
  }

  /// The anchor if the motion is there at `time`, because a command at that time has set it, or
  /// because the motion is paused; otherwise `nil`.
  func exactPosition(at time: Ticks) -> Position? {
    isPaused || anchor.time == time ? anchor.position : nil
  }

  /// The position at a steady rate without a wait or rests.
  @inlinable @inline(__always)
  func steadyPosition(at time: Ticks) -> Position {
    let distance = product(piece.start.units, time.units &- anchor.time.units, shift: 96)
    return Position(units: anchor.position.units &+ distance)
  }

  /// The rate at `time`; in a rest or a pause, the rate with which the motion will continue.
  package func rate(at time: Ticks) -> Rate { rate(of: point(at: time)) }

  @inline(never)
  func rate(of point: Point) -> Rate {
    let rate = piece.rate(at: point.elapsed)
    // The rate is rounded towards the start, so just after a turn it can have the old sign.
    let hasTurned = hasTurned && point.elapsed >= piece.turn
    return hasTurned && rate.sign == piece.start.sign ? 0 : rate
  }

  /// The rate at the anchor; in a rest, the rate with which the motion will continue.
  var rateAtAnchor: Rate { rate(of: Point(elapsed: elapsedAtStart)) }

  /// The ticks of the piece at which the position has first reached `target`; `never` if this part
  /// of the motion ends earlier.
  private func elapsed(at target: Position) -> Ticks {
    let direction = pieceDirection
    let distance = target - startPosition
    let covered = elapsedAtStart == 0 ? 0 : piece.distance(until: elapsedAtStart, direction)
    return piece.time(
      of: distance + covered, direction,
      from: hasTurned ? max(elapsedAtStart, piece.turn) : elapsedAtStart,
      to: partEnd)
  }

  /// The time at which the motion has moved for some ticks of the piece, before a rest at
  /// `position`, which it then has reached.
  private func time(ofElapsed elapsed: Ticks, in position: Position) -> Ticks {
    guard elapsed < .never - anchor.time.magnitude - wait else { return .never }
    let time = anchor.time + wait + elapsed - elapsedAtStart
    guard rest > 0 else { return time }
    let number = boundaries(upTo: position)
    let rested = rests(position.isBoundary ? max(0, number - 1) : number)
    return rested < .never - time.magnitude ? time + rested : .never
  }

  /// The first tick at which the position has reached `target`; `never` if this part of the motion
  /// ends earlier.
  @inline(never)
  func arrival(at target: Position) -> Ticks {
    guard direction != 0 else { return .never }
    guard isSteady else { return time(ofElapsed: elapsed(at: target), in: target) }
    let ticks = max(0, (target - anchor.position).duration(at: finalRate))
    return ticks < .never - anchor.time.magnitude ? anchor.time + ticks : .never
  }

  // MARK: Changes

  /// Moves the anchor without changing the motion.
  package mutating func reanchor(at newAnchor: Anchor) {
    guard !isPaused else {
      anchor.position = newAnchor.position
      return
    }
    let time = newAnchor.time
    let point = point(at: time)
    if let boundary = point.boundary, let end = point.standstillEnd {
      // The motion continues from where it was when it had reached the boundary.
      let reached = startPosition + distance(until: point.elapsed)
      (carry, waitDirection) = (Self.carry(reached - boundary), Int8(pieceDirection))
      wait = end - time
      if !hasFinalRate { elapsedAtStart = point.elapsed }
    } else if let end = point.standstillEnd {
      wait = end - time
    } else {
      if !hasFinalRate { elapsedAtStart = point.elapsed }
      endWait()
    }
    anchor = newAnchor
  }

  /// Lets the motion start only after `ticks`.
  mutating func startLater(by ticks: Ticks) { (wait, waitDirection) = (ticks, 0) }

  /// Ends a wait or a rest at the anchor.
  mutating func endWait() { (wait, waitDirection, carry) = (0, 0, 0) }

  /// Passes the end of the wait.
  mutating func passWait() {
    anchor = Anchor(time: anchor.time + wait, position: startPosition)
    endWait()
  }

  /// Limits an overshoot, which is rarely more than the distance covered in one tick: less than
  /// 2^20 at the highest rate.
  private static func carry(_ overshoot: Position) -> Int32 {
    Int32(min(max(overshoot, -largestOvershoot), largestOvershoot).units)
  }
  static var largestOvershoot: Position { Position(units: 1 << 24) }

  package mutating func pause(at anchor: Anchor) {
    reanchor(at: anchor)
    isPaused = true
  }

  package mutating func resume(at time: Ticks) {
    anchor.time = time
    isPaused = false
  }

  /// Sets a steady rate from the anchor on.
  mutating func setRate(_ rate: Rate) {
    if carry != 0 {
      // The overshoot keeps its duration, so its distance changes with the rate.
      let present = piece.rate(at: elapsedAtStart)
      let overshoot = Position(units: Int128(carry)).scaled(by: rate, over: present.magnitude)
      carry = present == 0 ? 0 : Self.carry(overshoot * present.sign)
    }
    (piece, finalRate) = (.steady(rate), rate)
    (elapsedAtStart, hasTurned, hold, exit) = (0, false, 0, 0)
  }

  /// Sets a linear ramp from `start` to `end` in `length` ticks from the anchor on, and the steady
  /// rate `end` after it.
  package mutating func setRamp(from start: Rate, to end: Rate, over length: Ticks) {
    let overshoot = carry
    setRate(end)
    guard length > 0, start != end else { return }
    // The motion continues at the present rate, so the overshoot stays as it is.
    (piece, carry) = (Piece(start: start, end: end, length: length), overshoot)
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

  /// Enters the next part at ``partEndTime``: the part after a turn, or the next piece, which starts
  /// at the anchor.
  package mutating func enterNextPart(at newAnchor: Anchor) {
    let turns = !hasTurned && piece.turn > 0
    // A part can end exactly at a boundary, where the motion then rests.
    if rest > 0 || !turns { reanchor(at: newAnchor) }
    if turns {
      if rest > 0 { elapsedAtStart = piece.turn }
      hasTurned = true
      return
    }
    anchor = newAnchor
    (elapsedAtStart, hasTurned) = (0, false)
    if hold > 0 {
      (piece, hold) = (.steady(piece.end, for: hold), 0)
    } else if exit > 0 {
      (piece, exit) = (Piece(start: piece.end, end: finalRate, length: exit), 0)
    } else {
      piece = .steady(finalRate)
    }
  }

  package mutating func reverse() { (piece, finalRate, carry) = (-piece, -finalRate, -carry) }

  package mutating func shift(by ticks: Ticks) { anchor.time += ticks }

  // MARK: Saving

  package mutating func visitFields(_ fields: inout SavedFields) throws(RepeatError) {
    let longest = Ticks.farthest
    try fields.visit(&anchor.time, within: longest)
    try fields.visit(&anchor.position, within: .farthest)
    try fields.visit(&wait, in: 0...longest)
    try fields.visit(&waitDirection, in: -1...1)
    try fields.visit(&rest, in: 0...longest)
    try fields.visit(&carry, in: -(1 << 24)...1 << 24)
    try fields.visit(&piece.start, within: .highestInEffect)
    try fields.visit(&piece.end, within: .highestInEffect)
    try fields.visit(&piece.length, in: 0...(.never))
    try fields.visit(&elapsedAtStart, in: 0...longest)
    try fields.visit(&hold, in: 0...longest)
    try fields.visit(&exit, in: 0...longest)
    try fields.visit(&finalRate, within: .highestInEffect)
    try fields.visit(&isPaused)
    try fields.visit(&hasTurned)
  }

  /// Whether the numbers form a valid motion at `now`, for values read from a saved state.
  package func isValid(at now: Ticks) -> Bool {
    guard
      hasFinalRate
        ? piece.start == finalRate && piece.end == finalRate && elapsedAtStart == 0
          && hold + exit == 0
        : piece.length > elapsedAtStart && piece.length <= .farthest
    else { return false }
    return anchor.time <= now
      && (!hasTurned || (piece.turn > 0 && point(at: now).elapsed >= piece.turn))
      && !piece.turnsAtOnce && (carry == 0 || wait > 0)
  }
}

/// A position at a known time.
@usableFromInline
package struct Anchor: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var time: Ticks
  @usableFromInline package var position: Position

  package init(time: Ticks, position: Position) { (self.time, self.position) = (time, position) }
}
