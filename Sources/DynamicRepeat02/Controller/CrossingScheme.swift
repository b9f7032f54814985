// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Where the crossings are that a repeat reports: the boundaries of its cycles, and the turns.
///
/// A value of one byte: what is computed with it need not hold the controller, which would be copied.
struct CrossingScheme {
  /// With it, every crossing is a turn, and every even one is a boundary as well.
  let autoreverses: Bool

  var perCycle: WideInt { autoreverses ? 2 : 1 }

  func isBoundary(_ crossing: WideInt) -> Bool { !autoreverses || crossing & 1 == 0 }

  /// The last crossing at or before `position`, seen in this direction.
  @inline(never)
  func last(at position: PrecisePosition, direction: WideInt) -> WideInt {
    direction > 0
      ? position.lastCrossing(perCycle: perCycle) : position.nextCrossing(perCycle: perCycle)
  }

  func isAt(_ crossing: WideInt, _ position: PrecisePosition) -> Bool {
    self.position(of: crossing) == position
  }

  func position(of crossing: WideInt) -> PrecisePosition {
    PrecisePosition(crossing: crossing, crossingsPerCycle: perCycle)
  }

  /// How many of so many crossings are boundaries.
  func boundaries(amongCrossingsFrom first: WideInt, number: WideInt) -> WideInt {
    guard autoreverses else { return number }
    return first & 1 == 0 ? (number + 1) / 2 : number / 2
  }

  /// The cycle that is entered at a crossing.
  func cycle(at crossing: WideInt, direction: WideInt) -> WideInt {
    let cycle = autoreverses ? crossing >> 1 : crossing
    return direction < 0 && isBoundary(crossing) ? cycle - 1 : cycle
  }

  /// Which way the value moves after a crossing: away from the state that it has reached.
  func valueDirection(at crossing: WideInt, direction: WideInt) -> RepeatDirection {
    guard autoreverses else { return direction > 0 ? .towardAlternate : .towardDefault }
    return crossing & 1 == 0 ? .towardAlternate : .towardDefault
  }

  /// Which way it moves from `position`.
  func valueDirection(from position: PrecisePosition, direction: WideInt) -> RepeatDirection {
    valueDirection(at: last(at: position, direction: direction), direction: direction)
  }
}

extension Motion {
  /// When a crossing was passed that a frame at `time` has seen: its first `Double`.
  ///
  /// Rounding may put the arrival beyond that frame.
  func timeOfArrival(at position: PrecisePosition, by time: DoubleDouble) -> Double {
    min(arrival(at: position) ?? time, time).roundedUp
  }
}
