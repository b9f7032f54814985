// SPDX-License-Identifier: Apache-2.0

/// A part of a motion: a steady rate, or a linear ramp, which may change direction. After `t`
/// ticks, it has covered this distance:
///
/// ```
/// distance(t) = start * t + (end - start) * t^2 / (2 * length)
/// ```
@usableFromInline
package struct Piece: Hashable, Sendable, BitwiseCopyable {
  /// The rates at the start and at the end.
  @usableFromInline package internal(set) var start: Rate
  package internal(set) var end: Rate
  /// The duration in ticks; `never` for a steady rate.
  package internal(set) var length: Ticks

  /// A ramp whose rate changes its sign within the first tick starts at rate 0.
  package init(start: Rate, end: Rate, length: Ticks) {
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
  @inline(__always)
  var turn: Ticks {
    (start.units ^ end.units) >= 0 || start == 0 || end == 0 ? 0 : turnOfOppositeRates
  }

  @inline(never)
  private var turnOfOppositeRates: Ticks {
    length.scaled(by: start.magnitude, over: (end - start).magnitude)
  }

  /// The rate at `time`, in ticks from the start of the piece.
  @inline(never)
  package func rate(at time: Ticks) -> Rate {
    if isSteady || time <= 0 { return start }
    return time >= length ? end : start + (end - start).scaled(by: time, over: length)
  }

  /// The distance that the piece covers in its first `time` ticks.
  ///
  /// The distance is rounded so that a motion in `direction` is never ahead. A distance that can be
  /// represented is exact.
  package func distance(until time: Ticks, _ direction: WideInt) -> Position {
    if isSteady || time <= 0 { return start * time }
    if direction < 0 { return -(-self).distance(until: time, 1) }
    let rate =
      time >= length
      ? end : start + (end - start).scaled(by: time, over: length, roundsUp: end < start)
    return Rate.distance(from: start, to: rate, in: time)
  }

  /// The first tick, from `first` to `last`, at which a motion in `direction` has covered `distance`;
  /// `never` if the motion covers less.
  package func time(
    of distance: Position, _ direction: WideInt, from first: Ticks, to last: Ticks
  ) -> Ticks {
    let distance = distance * direction
    if isSteady {
      let time = max(first, distance.duration(at: start.magnitude))
      return time <= length ? time : .never
    }
    // Not inlined, because several inlined copies would take 2 KB.
    @inline(never)
    func progress(_ time: Ticks) -> Position {
      self.distance(until: time, direction) * direction
    }
    let covered = progress(first)
    if distance <= covered { return first }
    let end = progress(last)
    // A ramp to 0 may end exactly at the target. A rounding error must not prevent the arrival.
    if distance.meets(end) { return last }
    if distance > end { return .never }
    // The quadratic formula gives an estimate. One step of Newton's method with the exact distance
    // brings the estimate within a few ticks.
    let sign = Double(direction)
    let rate = max(0, sign * self.rate(at: first).hertz)
    let slope = sign * (self.end - start).hertz / length.nearestSeconds
    let cycles = (distance - covered).cycles
    let root = max(0, rate * rate + 2 * slope * cycles).squareRoot()
    let seconds = min(2 * cycles / (rate + root), (last - first).nearestSeconds)
    var estimate = min(max(first + Ticks(seconds: seconds), first + 1), last)
    if root > 0 {
      let step = (distance - progress(estimate)).cycles / root
      estimate += Ticks(seconds: min(max(step, -seconds), seconds))
    }
    let ticks = leastNumber(
      in: (first + 1).units...last.units, near: estimate.units
    ) { progress(Ticks(units: $0)) >= distance }
    return Ticks(units: ticks)
  }

  static prefix func - (piece: Piece) -> Piece {
    Piece(start: -piece.start, end: -piece.end, length: piece.length)
  }
}
