// SPDX-License-Identifier: Apache-2.0

/// The numbers of the crossings that a motion in one direction passes, in the order of passing.
///
/// A crossing is a cycle boundary, the end of the rest there, the turn in the middle of a cycle that
/// goes there and back, or a mark. Each cycle has `count` crossings; number 0 is the boundary at
/// position 0. For a backward motion the positions are mirrored, so that no rule needs a second
/// form.
struct Crossings {
  /// The kinds of events at a crossing, in the order in which they are reported; the marks follow.
  enum Kind {
    static var cycle: UInt8 { 0 }
    static var restEnd: UInt8 { 1 }
    static var turn: UInt8 { 2 }
    static var firstMark: UInt8 { 3 }
    static var last: UInt8 { 6 }
  }

  let direction: WideInt
  private let autoreverses: Bool
  private let hasRests: Bool
  private let hasMarks: Bool
  private let marks: PhaseMarks
  /// The number of crossings in a cycle.
  private let count: Int

  init(autoreverses: Bool, marks: PhaseMarks, hasRests: Bool, direction: WideInt) {
    (self.direction, self.hasRests, self.autoreverses, self.marks) =
      (direction, hasRests, autoreverses, marks)
    hasMarks = !marks.isEmpty
    let most = (hasRests ? 2 : 1) + (autoreverses ? 1 : 0)
    count = hasMarks ? most + marks.countOther(autoreverses: autoreverses) : most
  }

  // MARK: Crossings of a cycle

  /// The distance of a cycle's crossing from the boundary, in the direction of the motion.
  private func offset(_ index: Int) -> Position {
    if hasMarks { return markedOffset(index) }
    return autoreverses && index == count - 1 ? .halfCycle : 0
  }

  /// The offset where there are marks: those of the turn and the marks, in ascending order.
  @inline(never)
  private func markedOffset(_ index: Int) -> Position {
    var place = hasRests ? 1 : 0
    var offset: Position = 0
    while place < index {
      // The least offset above the last one.
      var next: Position = autoreverses && offset < .halfCycle ? .halfCycle : .oneCycle
      for mark in 0..<marks.count {
        let other = self.offset(ofMark: mark)
        if other > offset { next = min(next, other) }
      }
      (offset, place) = (next, place + 1)
    }
    return offset
  }

  private func offset(ofMark mark: Int) -> Position {
    (Position(cycles: marks[mark]) * direction).fraction
  }

  /// The crossing's index in its cycle at which a kind of event happens, and for turns a second one;
  /// -1 if there is none.
  private func indices(ofKind kind: UInt8) -> (Int, Int) {
    switch kind {
    case Kind.cycle: return (0, -1)
    case Kind.restEnd: return (hasRests ? 1 : -1, -1)
    case Kind.turn: return autoreverses ? (hasRests ? 1 : 0, index(of: .halfCycle)) : (-1, -1)
    default:
      let mark = Int(kind - Kind.firstMark)
      guard hasMarks, mark < marks.count else { return (-1, -1) }
      let offset = offset(ofMark: mark)
      return (offset == 0 ? 0 : index(of: offset), -1)
    }
  }

  private func index(of wanted: Position) -> Int {
    if !hasMarks { return count - 1 }
    var index = 1
    while markedOffset(index) != wanted { index += 1 }
    return index
  }

  // MARK: Numbers and positions

  /// The number of whole cycles before a crossing, and the crossing's index in its cycle.
  @inline(never)
  private func split(_ crossing: WideInt) -> (cycle: WideInt, index: Int) {
    if count == 1 { return (crossing, 0) }
    if count == 2 { return (crossing >> 1, Int(crossing & 1)) }
    let (cycle, index) = crossing.quotientAndRemainder(dividingBy: WideInt(count))
    return index < 0 ? (cycle - 1, Int(index) + count) : (cycle, Int(index))
  }

  func position(of crossing: WideInt) -> Position {
    let (cycle, index) = split(crossing)
    let mirrored = Position(cycle: cycle) + offset(index)
    return direction < 0 ? -mirrored : mirrored
  }

  /// The last crossing at or before a position, where the motion may still rest.
  func last(at position: Position, isResting: Bool) -> WideInt {
    let mirrored = direction < 0 ? -position : position
    let fraction = mirrored.fraction
    var index = isResting && fraction == 0 ? 0 : count - 1
    while index > 0, offset(index) > fraction { index -= 1 }
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
    return offset(index) < .halfCycle && !(hasRests && index == 0)
  }

  // MARK: Events

  /// The first kind of event, from `kind` on, that a crossing from `first` to `last` has; `nil` if
  /// there is none.
  func nextKind(from kind: UInt8, _ first: WideInt, to last: WideInt) -> UInt8? {
    var kind = kind
    while kind <= (hasMarks ? Kind.last : Kind.turn) {
      if events(ofKind: kind, from: first, to: last).count > 0 { return kind }
      kind += 1
    }
    return nil
  }

  /// The number of events that all crossings from `first` to `last` have of one kind, and the last
  /// of these crossings.
  @inline(never)
  func events(
    ofKind kind: UInt8, from first: WideInt, to last: WideInt
  ) -> (count: WideInt, last: WideInt) {
    let (one, other) = indices(ofKind: kind)
    if one < 0 { return (0, 0) }
    let (count, end) = passes(of: one, first, last)
    if other < 0 { return (count, end) }
    let (otherCount, otherEnd) = passes(of: other, first, last)
    return (count + otherCount, count == 0 ? otherEnd : otherCount == 0 ? end : max(end, otherEnd))
  }

  /// How often a crossing of the cycle is passed from `first` to `last`, and its last number.
  private func passes(
    of index: Int, _ first: WideInt, _ last: WideInt
  ) -> (count: WideInt, last: WideInt) {
    let (index, count) = (WideInt(index), WideInt(count))
    let (end, before) = (split(last - index).cycle, split(first - 1 - index).cycle)
    return (end - before, end * count + index)
  }
}

extension PhaseMarks {
  /// The number of crossings that the marks add: marks that are neither on the boundary nor, in a
  /// cycle that goes there and back, on the turn, without those that are at the same position.
  @inline(never)
  fileprivate func countOther(autoreverses: Bool) -> Int {
    (0..<count).count { index in
      let position = Position(cycles: self[index])
      return position != 0 && !(autoreverses && position == .halfCycle)
        && (index == 0 || position != Position(cycles: self[index - 1]))
    }
  }
}
