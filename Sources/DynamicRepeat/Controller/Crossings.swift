// SPDX-License-Identifier: Apache-2.0

/// The numbers of the crossings that a motion in one direction passes, in the order of passing.
///
/// A crossing is a cycle boundary, the end of the rest there, the turn in the middle of a cycle that
/// goes there and back, or a mark. Each cycle has `countPerCycle` crossings; number 0 is the boundary at
/// position 0. For a backward motion the positions are mirrored, so that no rule needs a second
/// form.
struct Crossings {
  /// Kinds of events at crossings, as bits in the order in which the events are reported; each mark
  /// has a bit.
  struct Kinds: OptionSet, Hashable, Sendable, BitwiseCopyable {
    var rawValue: UInt8 = 0

    static var cycle: Kinds { Kinds(rawValue: 1) }
    static var restEnd: Kinds { Kinds(rawValue: 2) }
    static var turn: Kinds { Kinds(rawValue: 4) }
    static func mark(_ index: Int) -> Kinds { Kinds(rawValue: 8 << UInt8(index)) }

    /// The kind that is reported first.
    var first: Kinds { Kinds(rawValue: rawValue & (~rawValue &+ 1)) }
    /// The index of the mark, if this is the kind of a mark.
    var mark: Int { max(0, rawValue.trailingZeroBitCount - 3) }
  }

  let direction: WideInt
  private let autoreverses: Bool
  private let hasRests: Bool
  private let hasMarks: Bool
  private let marks: PhaseMarks
  /// The number of crossings in a cycle.
  let countPerCycle: Int

  @inline(never)
  init(autoreverses: Bool, marks: PhaseMarks, hasRests: Bool, direction: WideInt) {
    (self.direction, self.hasRests, self.autoreverses, self.marks) =
      (direction, hasRests, autoreverses, marks)
    hasMarks = !marks.isEmpty
    let most = (hasRests ? 2 : 1) + (autoreverses ? 1 : 0)
    countPerCycle = hasMarks ? most + marks.countOther(autoreverses: autoreverses) : most
  }

  // MARK: Crossings of a cycle

  /// The distance of a cycle's crossing from the boundary, in the direction of the motion.
  private func offset(_ index: Int) -> Position {
    if hasMarks { return markedOffset(index) }
    return autoreverses && index == countPerCycle - 1 ? .halfCycle : 0
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

  /// The kinds of events that a cycle's crossing has.
  private func kinds(at index: Int) -> Kinds {
    let (offset, isRestEnd) = (offset(index), hasRests && index == 1)
    var kinds: Kinds = index == 0 ? .cycle : isRestEnd ? .restEnd : []
    if autoreverses, offset == .halfCycle || index == (hasRests ? 1 : 0) { kinds.insert(.turn) }
    guard hasMarks, !isRestEnd else { return kinds }
    for mark in 0..<marks.count where self.offset(ofMark: mark) == offset {
      kinds.insert(.mark(mark))
    }
    return kinds
  }

  // MARK: Numbers and positions

  /// The number of whole cycles before a crossing, and the crossing's index in its cycle.
  @inline(never)
  private func split(_ crossing: WideInt) -> (cycle: WideInt, index: Int) {
    if countPerCycle == 1 { return (crossing, 0) }
    if countPerCycle == 2 { return (crossing >> 1, Int(crossing & 1)) }
    let (cycle, index) = crossing.quotientAndRemainder(dividingBy: WideInt(countPerCycle))
    return index < 0 ? (cycle - 1, Int(index) + countPerCycle) : (cycle, Int(index))
  }

  func position(of crossing: WideInt) -> Position {
    let (cycle, index) = split(crossing)
    let mirrored = Position(cycle: cycle) + offset(index)
    return direction < 0 ? -mirrored : mirrored
  }

  /// The crossing or the next one, if a position differs from it only by rounding; otherwise the
  /// position.
  func snapped(_ position: Position, near crossing: WideInt) -> Position {
    for crossing in crossing...crossing + 1 {
      let near = self.position(of: crossing)
      if near.meets(position) { return near }
    }
    return position
  }

  /// The last crossing at or before a position, where the motion may still rest.
  func last(at position: Position, isResting: Bool) -> WideInt {
    let mirrored = direction < 0 ? -position : position
    let fraction = mirrored.fraction
    var index = isResting && fraction == 0 ? 0 : countPerCycle - 1
    while index > 0, offset(index) > fraction { index -= 1 }
    return mirrored.cycle * WideInt(countPerCycle) + WideInt(index)
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

  /// The kinds of events that the crossings from `first` to `last` have.
  func kinds(from first: WideInt, to last: WideInt) -> Kinds {
    var (kinds, index) = (Kinds(), split(first).index)
    for _ in 0...min(last - first, WideInt(countPerCycle) - 1) {
      kinds.formUnion(self.kinds(at: index))
      index = index == countPerCycle - 1 ? 0 : index + 1
    }
    return kinds
  }

  /// The number of events that the crossings from `first` to `last` have of one kind, and the last
  /// of these crossings.
  @inline(never)
  func events(
    of kind: Kinds, from first: WideInt, to last: WideInt
  ) -> (count: WideInt, last: WideInt) {
    let (start, end) = (split(first - 1), split(last))
    var (sum, latest) = (0 as WideInt, first)
    for index in 0..<countPerCycle where kinds(at: index).contains(kind) {
      // The cycle of the last crossing with this index up to `last`, and before `first`.
      let lastCycle = end.cycle - (index > end.index ? 1 : 0)
      let cycleBefore = start.cycle - (index > start.index ? 1 : 0)
      sum += lastCycle - cycleBefore
      latest = max(latest, lastCycle * WideInt(countPerCycle) + WideInt(index))
    }
    return (sum, latest)
  }
}

// MARK: - Marks

/// Up to four phases of a cycle, at which a repeat reports ``RepeatEvent/Kind/mark``.
///
/// ```
/// settings.marks = [0.2, 0.7]     // the two footsteps of a walk
/// ```
/// The phases are in [0, 1) and in ascending order; a repeat with other marks throws
/// ``RepeatError/invalidMarks``.
public struct PhaseMarks: Hashable, Sendable, BitwiseCopyable, ExpressibleByArrayLiteral {
  /// The phases; the last is NaN if there were more than four.
  private var phases = FixedList<4, Double>()

  /// No marks.
  @usableFromInline package init() {}

  /// Marks at phases of a cycle.
  public init(_ phases: some Sequence<Double>) {
    for phase in phases { append(phase) }
  }

  /// Marks at phases of a cycle.
  public init(arrayLiteral phases: Double...) { self.init(phases) }

  package mutating func append(_ phase: Double) {
    if phases.isFull { phases[3] = .nan } else { phases.append(phase.isFiller ? .nan : phase) }
  }

  var isEmpty: Bool { phases.isEmpty }

  /// The number of marks.
  @inline(never)
  public var count: Int { phases.count }

  /// The phase of a mark; marks are counted from 0.
  /// - Precondition: `index` is at least 0 and below ``count``.
  public internal(set) subscript(index: Int) -> Double {
    @inline(never) get { phases[index] }
    set { phases[index] = newValue }
  }

  func validate() throws(RepeatError) {
    for index in 0..<count {
      let phase = self[index]
      guard phase >= 0, phase < 1, index == 0 || self[index - 1] < phase else {
        throw .invalidMarks
      }
    }
    for index in count..<4 where !self[index].isFiller { throw .invalidMarks }
  }

  mutating func visitFields(_ fields: inout SavedFields) throws(RepeatError) {
    for index in 0..<4 { try fields.visit(&self[index]) }
  }

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

extension Double: FixedListElement {
  static var filler: Double { .infinity }
  var isFiller: Bool { self == .infinity }
}

#if !hasFeature(Embedded)
  extension PhaseMarks: Codable {
    /// Reads a list of phases.
    public init(from decoder: any Decoder) throws {
      self.init(try [Double](from: decoder))
    }

    /// Writes a list of phases.
    public func encode(to encoder: any Encoder) throws {
      try (0..<count).map { self[$0] }.encode(to: encoder)
    }
  }
#endif
