// SPDX-License-Identifier: Apache-2.0

/// A part of a motion: a steady rate, or a linear ramp, which may change direction. After `t`
/// ticks, it has covered this distance:
///
/// ```
/// distance(t) = start * t + (end - start) * t^2 / (2 * length)
/// ```
@usableFromInline
struct Piece: Hashable, Sendable, BitwiseCopyable {
  /// The rates at the start and at the end.
  @usableFromInline var start: Rate
  var end: Rate
  /// The duration in ticks; `never` for a steady rate.
  var length: Ticks

  /// A ramp whose rate changes its sign within the first tick starts at rate 0.
  init(start: Rate, end: Rate, length: Ticks) {
    (self.start, self.end, self.length) = (start, end, length)
    if turnsAtOnce { self.start = 0 }
  }

  /// Whether the sign of the rate changes within the first tick.
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

  /// The rate at `time`, in ticks from the start of the piece.
  @inline(never)
  func rate(at time: Ticks) -> Rate {
    if isSteady || time <= 0 { return start }
    return time >= length ? end : start + quotient(end - start, time, over: length)
  }

  /// The distance that the piece covers in its first `time` ticks.
  ///
  /// The distance is rounded so that a motion in `direction` is never ahead. A distance that can be
  /// represented is exact.
  func distance(until time: Ticks, _ direction: WideInt) -> Position {
    if isSteady || time <= 0 { return product(start, time, shift: 96) }
    if direction < 0 { return -(-self).distance(until: time, 1) }
    // `2 * start + change` is twice the mean rate, so the shift is one bit longer than at a steady
    // rate.
    let change =
      time >= length
      ? end - start : quotient(end - start, time, over: length, roundsUp: end < start)
    return product(2 * start + change, time, shift: 97, roundsDown: true)
  }

  /// The first tick, from `first` to `last`, at which a motion in `direction` has covered `distance`;
  /// `never` if the motion covers less.
  func time(of distance: Position, _ direction: WideInt, from first: Ticks, to last: Ticks) -> Ticks
  {
    let distance = distance * Position(direction)
    if isSteady {
      let time = max(first, quotient(distance, 1 << 96, over: abs(start), roundsUp: true))
      return time <= length ? time : .never
    }
    // Not inlined, because six inlined copies would take 2 KB.
    @inline(never)
    func progress(_ time: Ticks) -> Position {
      self.distance(until: time, direction) * Position(direction)
    }
    let covered = progress(first)
    if distance <= covered { return first }
    let missing = distance - progress(last)
    // A ramp to 0 may end exactly at the target. A rounding error must not prevent the arrival.
    if missing.magnitude <= 1 << 8 { return last }
    if missing > 0 { return .never }
    // Bisection alone would find the same tick. An estimate by the quadratic formula saves time.
    let sign = Double(direction)
    let rate = max(0, sign * self.rate(at: first).double(bits: 96))
    let slope = sign * (end - start).double(bits: 96) / length.double(bits: 64)
    let cycles = (distance - covered).double(bits: 64)
    let root = max(0, rate * rate + 2 * slope * cycles).squareRoot()
    let seconds = min(2 * cycles / (rate + root), (last - first).double(bits: 64))
    var estimate = min(max(first + Ticks(seconds, bits: 64), first + 1), last)
    if root > 0 {
      // One step of Newton's method with the exact distance comes within a few ticks.
      let missing = (distance - progress(estimate)).double(bits: 64)
      let step = min(max(missing / root, -seconds), seconds)
      estimate = min(max(estimate + Ticks(step, bits: 64), first + 1), last)
    }
    // Doubles a bracket around the estimate until the bracket contains the time.
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

  static prefix func - (piece: Piece) -> Piece {
    Piece(start: -piece.start, end: -piece.end, length: piece.length)
  }
}
