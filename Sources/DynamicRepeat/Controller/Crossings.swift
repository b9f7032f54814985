// SPDX-License-Identifier: Apache-2.0

/// The numbers of the crossings that a motion in one direction passes, in the order of passing.
///
/// A crossing is a cycle boundary, the end of the rest there, the turn in the middle of a cycle that
/// goes there and back, or a mark. Each cycle has `count` crossings; number 0 is the boundary at
/// position 0. For a backward motion the positions are mirrored, so that no rule needs a second
/// form.
struct Crossings {
  let direction: WideInt
  private let autoreverses: Bool
  private let hasRests: Bool
  private let marks: PhaseMarks
  /// The number of crossings in a cycle.
  private(set) var count = 1
  /// The mirrored positions of a cycle's crossings, in ascending order.
  private var offsets = InlineArray<7, Position>(repeating: 0)

  init(_ settings: RepeatSettings, hasRests: Bool, direction: WideInt) {
    (self.direction, self.hasRests, autoreverses, marks) =
      (direction, hasRests, settings.autoreverses, settings.marks)
    if hasRests { count = 2 }
    if autoreverses { insert(.halfCycle) }
    for index in 0..<marks.count { insert(offset(ofMark: index)) }
  }

  private func offset(ofMark index: Int) -> Position {
    (Position(cycles: marks[index]) * direction).fraction
  }

  /// Adds an offset, unless there is a crossing already.
  private mutating func insert(_ offset: Position) {
    var index = count
    while offsets[index - 1] > offset { index -= 1 }
    guard offsets[index - 1] != offset else { return }
    for later in stride(from: count, to: index, by: -1) { offsets[later] = offsets[later - 1] }
    offsets[index] = offset
    count += 1
  }

  // MARK: Numbers and positions

  /// The number of whole cycles before a crossing, and the crossing's index in its cycle.
  private func split(_ crossing: WideInt) -> (cycle: WideInt, index: Int) {
    let (cycle, index) = crossing.quotientAndRemainder(dividingBy: WideInt(count))
    return index < 0 ? (cycle - 1, Int(index) + count) : (cycle, Int(index))
  }

  func position(of crossing: WideInt) -> Position {
    let (cycle, index) = split(crossing)
    return (Position(cycle: cycle) + offsets[index]) * direction
  }

  /// The last crossing at or before a position, where the motion may still rest.
  func last(at position: Position, isResting: Bool) -> WideInt {
    let mirrored = position * direction
    let fraction = mirrored.fraction
    var index = isResting && fraction == 0 ? 0 : count - 1
    while offsets[index] > fraction { index -= 1 }
    return mirrored.cycle * WideInt(count) + WideInt(index)
  }

  /// The last crossing up to `crossing` that is a boundary.
  func boundary(upTo crossing: WideInt) -> WideInt { crossing - WideInt(split(crossing).index) }

  func isRestEnd(_ crossing: WideInt) -> Bool { hasRests && split(crossing).index == 1 }

  /// The cycle that contains what the motion passes next after a crossing.
  func cycle(of crossing: WideInt) -> WideInt {
    let cycle = split(crossing).cycle
    return direction > 0 ? cycle : -cycle - 1
  }

  /// Whether the value moves toward the alternate state after a crossing.
  ///
  /// While the motion rests at a boundary, the value still has the direction that led there.
  func isTowardAlternate(after crossing: WideInt) -> Bool {
    guard autoreverses else { return direction > 0 }
    let index = split(crossing).index
    return offsets[index] < .halfCycle && !(hasRests && index == 0)
  }

  // MARK: Events

  /// The number of events that all crossings from `first` to `last` have of one kind, and the last
  /// of these crossings.
  ///
  /// Kinds have numbers: 0 for cycles, 1 for ends of rests, 2 for turns, 3 to 6 for marks.
  func events(
    ofKind kind: UInt8, from first: WideInt, to last: WideInt
  ) -> (count: WideInt, last: WideInt) {
    func crossings(at index: Int) -> (count: WideInt, last: WideInt) {
      let (count, index) = (WideInt(count), WideInt(index))
      let (end, before) = (split(last - index).cycle, split(first - 1 - index).cycle)
      return (end - before, end * count + index)
    }
    switch kind {
    case 0: return crossings(at: 0)
    case 1: return hasRests ? crossings(at: 1) : (0, 0)
    case 2:
      guard autoreverses else { return (0, 0) }
      var turn = 1
      while offsets[turn] != .halfCycle { turn += 1 }
      let (back, there) = (crossings(at: turn), crossings(at: hasRests ? 1 : 0))
      let last =
        back.count == 0 ? there.last : there.count == 0 ? back.last : max(back.last, there.last)
      return (back.count + there.count, last)
    default:
      guard kind - 3 < marks.count else { return (0, 0) }
      let offset = offset(ofMark: Int(kind) - 3)
      var mark = 0
      while offsets[mark] != offset { mark += 1 }
      return crossings(at: mark)
    }
  }

  /// The number of kinds in ``events(ofKind:from:to:)``.
  static var kinds: UInt8 { 7 }
}
