// SPDX-License-Identifier: Apache-2.0

/// A part of a motion: a steady rate, or a linear ramp, which may change direction.
///
/// ```
/// cycles(t) = start * t + (end - start) * t^2 / (2 * length)
/// ```
@usableFromInline
struct Piece: Hashable, Sendable, BitwiseCopyable {
  /// The rates at the start and at the end.
  @usableFromInline var start: Rate
  var end: Rate
  /// The duration in ticks; `never` for a steady rate.
  var length: Ticks

  /// A ramp that changes its sign within the first tick starts at rate 0.
  init(start: Rate, end: Rate, length: Ticks) {
    (self.start, self.end, self.length) = (start, end, length)
    if turnsAtOnce { self.start = 0 }
  }

  /// Whether the sign changes within the first tick.
  ///
  /// Such a piece has the sign of its end rate throughout.
  var turnsAtOnce: Bool { start.sign * end.sign < 0 && turn == 0 }

  static func steady(_ rate: Rate, for length: Ticks = .never) -> Piece {
    Piece(start: rate, end: rate, length: length)
  }

  var isSteady: Bool { start == end }

  /// The ticks until the rate reaches 0 and changes its sign; 0 if the sign does not change.
  var turn: Ticks {
    guard start.sign * end.sign < 0 else { return 0 }
    return quotient(length, abs(start), over: abs(end - start))
  }

  /// The rate `time` ticks after the start.
  @inline(never)
  func rate(at time: Ticks) -> Rate {
    if isSteady || time <= 0 { return start }
    return time >= length ? end : start + quotient(end - start, time, over: length)
  }

  /// The distance covered `time` ticks after the start.
  ///
  /// The distance is rounded so that a motion in `direction` is never ahead. A distance that can be
  /// represented is exact.
  func distance(until time: Ticks, _ direction: WideInt) -> Position {
    if isSteady || time <= 0 { return product(start, time, shift: 96) }
    if direction < 0 { return -(-self).distance(until: time, 1) }
    // Twice the mean rate: the shift below therefore is one bit longer.
    let change =
      time >= length
      ? end - start : quotient(end - start, time, over: length, roundsUp: end < start)
    return product(2 * start + change, time, shift: 97, roundsDown: true)
  }

  static prefix func - (piece: Piece) -> Piece {
    Piece(start: -piece.start, end: -piece.end, length: piece.length)
  }
}
