// SPDX-License-Identifier: Apache-2.0

/// The position at every time: an anchor, and the integral of the rate since then.
///
/// The rate is a list of pieces: a ramp to a cruise rate, a hold, a ramp to the final rate, which stays.
/// Any of the first three may be missing. A command replaces the anchor; a frame changes nothing.
@usableFromInline
struct Motion: Hashable, Sendable, BitwiseCopyable {
  /// The time of the anchor.
  @usableFromInline var origin: Ticks
  /// The position at `origin`.
  @usableFromInline var anchor: Position
  /// Ticks after `origin` until the motion begins: the rest of a repeat delay.
  private(set) var delay: Ticks = 0
  /// The piece that holds from `origin + delay` on.
  @usableFromInline private(set) var piece: Piece
  /// Ticks of the piece that were over at `origin + delay`.
  private var begin: Ticks = 0
  /// Ticks for which the rate at the end of the piece is held after it.
  private var hold: Ticks = 0
  /// Ticks of the ramp from there to the final rate.
  private var exit: Ticks = 0
  /// The rate after the last piece, for ever.
  private(set) var finalRate: Rate
  /// What the last tick before the delay ran beyond the boundary, in units of a position: it counts once
  /// the motion goes on, so that delays do not add up late.
  private var carry: Int32 = 0
  /// Paused: time does not pass.
  private(set) var isStill = false
  /// The piece has turned round.
  private var hasTurned = false

  init(origin: Ticks, anchor: Position, rate: Rate) {
    (self.origin, self.anchor, finalRate) = (origin, anchor, rate)
    piece = .steady(rate)
  }

  // MARK: What holds

  /// -1, 0 or 1: after a delay, the direction in which it goes on.
  @inline(__always) var direction: WideInt { isStill ? 0 : pieceDirection }
  /// The same also while paused.
  @inline(__always) var pieceDirection: WideInt {
    hasTurned || piece.start == 0 ? piece.end.sign : piece.start.sign
  }
  /// Whether the rate stays as it is.
  var isSteady: Bool { piece.length == .never }
  /// Whether the rate is 0 and stays 0.
  var isAtRest: Bool { isSteady && finalRate == 0 }
  /// Ticks from `time` until `finalRate` holds.
  func ticksToFinalRate(from time: Ticks) -> Ticks {
    isSteady ? 0 : delay + piece.length - begin + hold + exit - (isStill ? 0 : time - origin)
  }

  /// The end of the part of the piece that keeps its direction.
  private var partEnd: Ticks {
    let turn = hasTurned ? 0 : piece.turn
    return turn > 0 ? turn : piece.length
  }

  /// The time at which the motion turns round, or the next piece begins; `never` for a rate that stays.
  var pieceEnd: Ticks { isStill || isSteady ? .never : origin + delay + partEnd - begin }

  /// The end of the delay; `never` while paused.
  var delayEnd: Ticks { isStill ? .never : origin + delay }

  func isDelayed(at time: Ticks) -> Bool { delay > 0 && (isStill || time < origin + delay) }

  /// The time of the piece.
  private func pieceTime(_ time: Ticks) -> Ticks {
    if isStill { return begin }
    return begin + (delay == 0 ? time - origin : max(0, time - origin - delay))
  }

  /// The distance from the anchor at a time of the piece.
  private func distance(until pieceTime: Ticks) -> Position {
    let direction = pieceDirection
    let distance = piece.distance(until: pieceTime, direction)
    return begin == 0 ? distance : distance - piece.distance(until: begin, direction)
  }

  /// The position at `time`, never ahead of the exact one.
  ///
  /// Before `origin` it goes on as it begins.
  func position(at time: Ticks) -> Position {
    isDelayed(at: time) ? anchor : anchor + Position(carry) + distance(until: pieceTime(time))
  }

  /// The anchor, if it holds at `time`: a command at that time may have set it.
  func anchor(at time: Ticks) -> Position? { isStill || origin == time ? anchor : nil }

  /// The same at a steady rate without a delay.
  @inlinable @inline(__always)
  func steadyPosition(at time: Ticks) -> Position {
    anchor &+ product(piece.start, time &- origin, shift: 96)
  }

  /// The rate in effect at `time`, the delay aside.
  func rate(at time: Ticks) -> Rate { piece.rate(at: pieceTime(time)) }

  // MARK: The time of a position

  /// The first tick at which the position has reached `target`; `never` if not in this part.
  func arrival(at target: Position) -> Ticks {
    let direction = Int128(direction)
    guard direction != 0 else { return .never }
    let distance = (target - anchor - Position(carry)) * direction
    let first = hasTurned ? max(begin, piece.turn) : begin
    let covered = first == begin ? 0 : self.distance(until: first) * direction
    if distance <= covered { return origin + delay + first - begin }
    let time =
      piece.isSteady
      ? steadyTime(distance) : rampTime(distance, direction, from: first, covered: covered)
    return time < .never - origin.magnitude.signed - delay ? origin + delay + time - begin : .never
  }

  private func steadyTime(_ distance: Position) -> Ticks {
    let time =
      begin + quotient(distance, 1 << 96, over: piece.start.magnitude.signed, roundsUp: true)
    return time <= piece.length ? time : .never
  }

  /// The root of the quadratic as an estimate, then the tick itself by halving.
  private func rampTime(
    _ distance: Position, _ direction: Int128, from first: Ticks, covered: Position
  ) -> Ticks {
    let last = partEnd
    // Inlined at its six uses, it would take 2 KB.
    @inline(never)
    func progress(_ time: Ticks) -> Position { self.distance(until: time) * direction }
    let missing = distance - progress(last)
    // A ramp to 0 may end on the crossing that it aims at: roundings must not part them.
    if missing.magnitude <= 1 << 8 { return last }
    if missing > 0 { return .never }
    let sign: Double = direction < 0 ? -1 : 1
    let rate = max(0, sign * piece.rate(at: first).double(bits: 96))
    let slope = sign * (piece.end - piece.start).double(bits: 96) / piece.length.double(bits: 64)
    let cycles = (distance - covered).double(bits: 64)
    let root = max(0, rate * rate + 2 * slope * cycles).squareRoot()
    let seconds = min(2 * cycles / (rate + root), (last - first).double(bits: 64))
    var estimate = min(max(first + Ticks(seconds, bits: 64), first + 1), last)
    if root > 0 {
      // A step of Newton's method from there, by the exact distance, ends within a few ticks.
      let missing = (distance - progress(estimate)).double(bits: 64)
      let step = min(max(missing / root, -seconds), seconds)
      estimate = min(max(estimate + Ticks(step, bits: 64), first + 1), last)
    }
    // A bracket around the estimate, which doubles until it holds the time.
    var (low, high) = (estimate, estimate)
    var step: Ticks = 1
    if progress(estimate) >= distance {
      repeat {
        (low, high, step) = (max(first, low - step), low, 2 * step)
      } while low > first && progress(low) >= distance
    } else {
      repeat {
        (low, high, step) = (high, min(last, high + step), 2 * step)
      } while progress(high) < distance
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if progress(middle) >= distance { high = middle } else { low = middle }
    }
    return high
  }

  // MARK: Changes

  /// Re-anchors at `time`: what follows stays the same.
  mutating func reanchor(at time: Ticks, in position: Position) {
    guard !isStill else {
      anchor = position
      return
    }
    if time < origin + delay {
      delay -= time - origin
    } else {
      if !isSteady { begin = pieceTime(time) }
      (delay, carry) = (0, 0)
    }
    (origin, anchor) = (time, position)
  }

  /// Waits at the anchor for `ticks` before it goes on; 0 ends a wait.
  mutating func wait(_ ticks: Ticks, overshoot: Position = 0) {
    (delay, carry) = (ticks, Self.carry(overshoot))
  }

  /// Within what a tick runs at the highest rate.
  private static func carry(_ overshoot: Position) -> Int32 {
    Int32(min(max(overshoot, -maxCarry), maxCarry))
  }
  private static var maxCarry: Position { 1 << 24 }

  mutating func pause(at time: Ticks, in position: Position) {
    reanchor(at: time, in: position)
    isStill = true
  }

  mutating func resume(at time: Ticks) {
    origin = time
    isStill = false
  }

  /// A steady rate from the anchor on.
  mutating func setRate(_ rate: Rate) {
    if carry != 0 {
      // The same time, at the new rate.
      let present = piece.rate(at: begin)
      carry =
        present == 0
        ? 0
        : Self.carry(
          quotient(Int128(carry), rate, over: present.magnitude.signed) * Int128(present.sign))
    }
    (piece, finalRate) = (.steady(rate), rate)
    (begin, hasTurned, hold, exit) = (0, false, 0, 0)
  }

  /// A linear ramp from `start` to `end` in `length` ticks from the anchor on, then `end`.
  mutating func setRamp(from start: Rate, to end: Rate, over length: Ticks) {
    setRate(end)
    if length > 0, start != end { piece = Piece(start: start, end: end, length: length) }
  }

  /// A ramp to a cruise rate, which is held, and a ramp to `finalRate`, from the anchor on.
  mutating func setPath(
    from start: Rate, cruise: Rate, to finalRate: Rate, entry: Ticks, hold: Ticks, exit: Ticks
  ) {
    setRate(finalRate)
    guard entry + hold + exit > 0 else { return }
    // Without a ramp before it, the hold is the first piece, and without both the last ramp.
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

  /// Enters what follows at ``pieceEnd``: the part after a turn, or the next piece in `position`.
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

  /// Turns all that follows round.
  mutating func reverse() { (piece, finalRate, carry) = (-piece, -finalRate, -carry) }

  mutating func shift(by ticks: Ticks) { origin += ticks }

  // MARK: Saving

  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try visitor.visit(&origin)
    try visitor.visit(&anchor)
    try visitor.visit(&delay)
    var overshoot = WideInt(carry)
    try visitor.visit(&overshoot)
    guard overshoot.magnitude <= Self.maxCarry.magnitude else { throw .invalidNumber }
    carry = Int32(overshoot)
    try piece.visitFields(&visitor)
    try visitor.visit(&begin)
    try visitor.visit(&hold)
    try visitor.visit(&exit)
    try visitor.visit(&finalRate)
    try visitor.visit(&isStill)
    try visitor.visit(&hasTurned)
  }

  /// Whether its numbers are those of a motion: for one that was read.
  var isSound: Bool {
    let longest = Ticks(1_000_000_000) << 65
    let highest = Rate.highest.magnitude
    let lengths = [delay, begin, hold, exit]
    return piece.start.magnitude <= highest && piece.end.magnitude <= highest
      && finalRate.magnitude <= highest && lengths.allSatisfy { $0 >= 0 && $0 <= longest }
      && (isSteady
        ? piece.start == finalRate && piece.end == finalRate && begin == 0 && hold + exit == 0
        : piece.length > begin && piece.length <= longest)
      && (!hasTurned || piece.turn > 0)
  }
}
