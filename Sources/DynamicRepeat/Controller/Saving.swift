// SPDX-License-Identifier: Apache-2.0

extension RepeatController: Hashable {
  /// Whether both go on equally; what is only remembered from frame to frame does not count.
  public static func == (a: RepeatController, b: RepeatController) -> Bool {
    a.savedBytes == b.savedBytes
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(savedState) }
}

/// Goes through the fields of a repeat in one order, to write them or to read them.
///
/// Each number takes its own bytes, the lowest first, so that the same state gives the same bytes on
/// every processor.
protocol FieldVisitor {
  mutating func visit(_ number: inout Int128) throws(SavedStateError)
  mutating func visit(_ number: inout UInt64) throws(SavedStateError)
}

/// Damage of saved bytes, or bytes of something else.
public enum SavedStateError: Error, Hashable, Sendable {
  /// The bytes are not as many as a saved state has.
  case wrongLength(Int)
  /// They begin with another mark or version.
  case wrongVersion
  /// The checksum differs: a byte was changed.
  case wrongChecksum
  /// A number is out of its range.
  case invalidNumber
}

extension SavedStateError: CustomStringConvertible {
  /// The problem, in one sentence.
  public var description: String {
    switch self {
    case .wrongLength(let count):
      "a saved repeat cannot have \(count) bytes: some are missing, or too many"
    case .wrongVersion: "the bytes are not those of a repeat saved by this version"
    case .wrongChecksum: "the bytes of the saved repeat were changed: their checksum differs"
    case .invalidNumber: "the saved repeat holds a number that is out of its range"
    }
  }
}

#if !hasFeature(Embedded)
  extension RepeatController: Codable {
    /// Reads ``savedState`` as a list of bytes.
    /// - Throws: `DecodingError` with the text of the ``SavedStateError``.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let bytes = try container.decode([UInt8].self)
      do throws(SavedStateError) {
        try self.init(savedState: bytes)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
      }
    }

    /// Writes ``savedState`` as a list of bytes.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(savedState)
    }
  }
#endif

extension FieldVisitor {
  mutating func visit(_ number: inout WideInt) throws(SavedStateError) {
    var bits = UInt64(bitPattern: Int64(number))
    try visit(&bits)
    number = WideInt(Int64(bitPattern: bits))
  }

  mutating func visit(_ number: inout Double) throws(SavedStateError) {
    var bits = number.bitPattern
    try visit(&bits)
    number = Double(bitPattern: bits)
    guard !number.isNaN else { throw .invalidNumber }
  }

  mutating func visit(_ flag: inout Bool) throws(SavedStateError) {
    var bits: UInt64 = flag ? 1 : 0
    try visit(&bits)
    guard bits <= 1 else { throw .invalidNumber }
    flag = bits == 1
  }

  mutating func visit(_ number: inout Int8) throws(SavedStateError) {
    var wide = WideInt(number)
    try visit(&wide)
    guard (-1...1).contains(wide) else { throw .invalidNumber }
    number = Int8(wide)
  }

  mutating func visit<Choice: RawRepresentable<UInt8>>(_ choice: inout Choice)
    throws(SavedStateError)
  {
    var bits = UInt64(choice.rawValue)
    try visit(&bits)
    guard let read = UInt8(exactly: bits).flatMap(Choice.init) else { throw .invalidNumber }
    choice = read
  }
}

/// The bytes of a saved state, inside the value: saving allocates nothing.
package struct SavedBytes: FieldVisitor, Equatable {
  package private(set) var count = 0
  /// More than the state with the most commands and events that wait takes.
  private var storage = InlineArray<2048, UInt8>(repeating: 0)

  mutating func visit(_ number: inout Int128) { append(UInt128(bitPattern: number), 16) }
  mutating func visit(_ number: inout UInt64) { append(UInt128(number), 8) }

  mutating func append(_ number: UInt128, _ size: Int) {
    for index in 0..<size {
      storage[count + index] = UInt8(truncatingIfNeeded: number >> UInt128(8 * index))
    }
    count += size
  }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  package static func == (a: SavedBytes, b: SavedBytes) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.storage[index] != b.storage[index] { return false }
    return true
  }
}

private struct FieldReader: FieldVisitor {
  let bytes: UnsafeRawBufferPointer
  var offset = 0
  var rest: Int { bytes.count - offset }

  mutating func visit(_ number: inout Int128) throws(SavedStateError) {
    number = Int128(bitPattern: try take(16))
  }
  mutating func visit(_ number: inout UInt64) throws(SavedStateError) {
    number = UInt64(try take(8))
  }
  private mutating func take(_ size: Int) throws(SavedStateError) -> UInt128 {
    guard rest >= size else { throw .wrongLength(bytes.count) }
    var number: UInt128 = 0
    for index in (offset..<offset + size).reversed() {
      number = number << 8 | UInt128(bytes[index])
    }
    offset += size
    return number
  }
}

extension RepeatController {
  /// "DRP" and the version of the format.
  private static var mark: UInt64 { 0x0003_0050_5244 }

  /// The whole state as bytes, with a version and a checksum.
  public var savedState: [UInt8] { savedBytes.withBytes { [UInt8]($0) } }

  /// The same without an allocation.
  package var savedBytes: SavedBytes {
    var copy = self
    var bytes = SavedBytes()
    bytes.append(UInt128(Self.mark), 8)
    // Writing throws nothing.
    try? copy.visitFields(&bytes)
    bytes.append(UInt128(bytes.withBytes(Self.checksum)), 8)
    return bytes
  }

  /// The repeat that was saved; it goes on as that one would have.
  /// - Throws: ``SavedStateError``; whatever is accepted gives values in range and saves again.
  public init(savedState bytes: [UInt8]) throws(SavedStateError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SavedStateError) in try RepeatController(savedBytes: bytes) }
    }
    self = try result.get()
  }

  /// The same for bytes of another language.
  package init(savedBytes bytes: UnsafeRawBufferPointer) throws(SavedStateError) {
    self.init()
    guard bytes.count > 16 else { throw .wrongLength(bytes.count) }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(8))
    var reader = FieldReader(bytes: content)
    var (mark, sum): (UInt64, UInt64) = (0, 0)
    var end = FieldReader(bytes: bytes, offset: content.count)
    try reader.visit(&mark)
    guard mark == Self.mark else { throw .wrongVersion }
    try end.visit(&sum)
    guard sum == Self.checksum(content) else { throw .wrongChecksum }
    try visitFields(&reader)
    guard reader.rest == 0 else { throw .wrongLength(bytes.count) }
    try validateState()
    (goesBack, curve) = (settings.autoreverses, settings.pace.name)
    plan(at: Ticks(now, bits: 64))
    try validatePlan()
  }

  /// FNV-1a of 64 bits, by Fowler, Noll and Vo.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try settings.visitFields(&visitor)
    try visitor.visit(&presentTime)
    try visitor.visit(&isOnTimeline)
    try visitor.visit(&state)
    try visitor.visit(&requestSign)
    try visitor.visit(&hasWaitingRate)
    try visitor.visit(&waitingRate)
    try visitor.visit(&isHeld)
    try visitor.visit(&reversesNextRun)
    try visitor.visit(&lastDirection)
    try visitor.visit(&startPosition)
    try visitor.visit(&startTime)
    try visitor.visit(&lowerEnd)
    try visitor.visit(&upperEnd)
    try visitor.visit(&showsCycleEnd)
    try visitor.visit(&idlePosition)
    try visitor.visit(&idleFraction)
    try visitor.visit(&idleProgress)
    try visitor.visit(&lockState)
    try line.visitFields(&visitor)
    try visitor.visit(&lastCrossing)
    try visitor.visit(&crossingDirection)
    try visitor.visit(&isTowardAlternate)
    try motion.visitFields(&visitor)
    var (waitingCount, pendingCount) = (WideInt(waiting.count), WideInt(pending.count))
    try visitor.visit(&waitingCount)
    try visitor.visit(&pendingCount)
    guard (0...WideInt(RepeatLimits.waitingCommands)).contains(waitingCount),
      (0...WideInt(RepeatLimits.waitingEvents)).contains(pendingCount)
    else { throw .invalidNumber }
    while waiting.count < waitingCount { waiting.append(.filler) }
    for index in 0..<waiting.count { try waiting[index].visitFields(&visitor) }
    while pending.count < pendingCount { pending.append(.filler) }
    for index in 0..<pending.count { try pending[index].visitFields(&visitor) }
    var given = UInt64(commandsGiven)
    try visitor.visit(&given)
    commandsGiven = UInt32(truncatingIfNeeded: given)
  }
}

// MARK: - The fields of each part

extension RepeatSettings {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    try rate.visitFields(&visitor)
    try policy.visitFields(&visitor)
    try visitor.visit(&autoreverses)
    try pace.visitFields(&visitor)
    var (hasReturnPace, other) = (returnPace != nil, returnPace ?? .linear)
    try visitor.visit(&hasReturnPace)
    try other.visitFields(&visitor)
    returnPace = hasReturnPace ? other : nil
    try visitor.visit(&repeatCount)
    try visitor.visit(&repeatDelay)
    try visitor.visit(&startPhase)
    try visitor.visit(&restState)
    try visitor.visit(&reporting)
    try visitor.visit(&maxFlashRate)
  }
}

extension Pace {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    var (code, count, jump): (WideInt, WideInt, WideInt) = (0, 0, 0)
    var points = (0.0, 0.0, 0.0, 0.0)
    switch self {
    case .linear: code = 0
    case .easeIn: code = 1
    case .easeOut: code = 2
    case .easeInEaseOut: code = 3
    case .default: code = 4
    case .cubicBezier(let x1, let y1, let x2, let y2): (code, points) = (5, (x1, y1, x2, y2))
    case .steps(let steps, let place):
      (code, count) = (6, WideInt(steps))
      jump = WideInt(StepJump.allCases.firstIndex(of: place) ?? 0)
    }
    try visitor.visit(&code)
    try visitor.visit(&count)
    try visitor.visit(&jump)
    try visitor.visit(&points.0)
    try visitor.visit(&points.1)
    try visitor.visit(&points.2)
    try visitor.visit(&points.3)
    guard (0..<4).contains(jump), let steps = Int(exactly: count) else { throw .invalidNumber }
    switch code {
    case 0: self = .linear
    case 1: self = .easeIn
    case 2: self = .easeOut
    case 3: self = .easeInEaseOut
    case 4: self = .default
    case 5: self = .cubicBezier(points.0, points.1, points.2, points.3)
    case 6: self = .steps(steps, StepJump.allCases[Int(jump)])
    default: throw .invalidNumber
    }
  }
}

extension RepeatRate {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    var (isDuration, number) = (false, 0.0)
    switch self {
    case .hertz(let hertz): number = hertz
    case .cycleDuration(let seconds): (isDuration, number) = (true, seconds)
    }
    try visitor.visit(&isDuration)
    try visitor.visit(&number)
    self = isDuration ? .cycleDuration(number) : .hertz(number)
  }
}

extension RatePolicy {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    var (restarts, ramp) = (true, 0.0)
    if case .phaseMatched(let seconds) = self { (restarts, ramp) = (false, seconds) }
    try visitor.visit(&restarts)
    try visitor.visit(&ramp)
    self = restarts ? .restartPerCycle : .phaseMatched(ramp: ramp)
  }
}

extension RepeatLine {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    var (time, position, rate) = (time, position, rate)
    try visitor.visit(&time)
    try visitor.visit(&position)
    try visitor.visit(&rate)
    self = RepeatLine(time: time, position: position, rate: rate)
  }
}

extension Piece {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try visitor.visit(&start)
    try visitor.visit(&end)
    try visitor.visit(&length)
  }
}

extension WaitingCommand {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    try command.visitFields(&visitor)
    try moment.visitFields(&visitor)
    var given = UInt64(number)
    try visitor.visit(&given)
    number = UInt32(truncatingIfNeeded: given)
    try visitor.visit(&isDue)
  }
}

extension PendingEvent {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    try visitor.visit(&kind)
    try visitor.visit(&jumpDirection)
    try visitor.visit(&first)
    try visitor.visit(&last)
    guard max(first.magnitude, last.magnitude) < 1 << 62,
      jumpDirection == 0 || (last - first) * WideInt(jumpDirection) >= 0
    else { throw .invalidNumber }
  }
}

extension RepeatMoment {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    var (code, cycle, number): (WideInt, WideInt, Double) = (0, 0, 0)
    switch self {
    case .nextCycle: code = 0
    case .cycle(let value): (code, cycle) = (1, value)
    case .phase(let value): (code, number) = (2, value)
    case .time(let value): (code, number) = (3, value)
    }
    try visitor.visit(&code)
    try visitor.visit(&cycle)
    try visitor.visit(&number)
    switch code {
    case 0: self = .nextCycle
    case 1: self = .cycle(cycle)
    case 2: self = .phase(number)
    case 3: self = .time(number)
    default: throw .invalidNumber
    }
  }
}

extension RepeatCommand {
  fileprivate mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError)
  {
    var (code, cycle, number, flag): (WideInt, WideInt, Double, Bool) = (0, 0, 0, false)
    var (rate, policy, mode) = (
      RepeatRate.hertz(0), RatePolicy.restartPerCycle, StopMode.atCycleEnd
    )
    switch self {
    case .start: code = 0
    case .stop(let value): (code, mode) = (1, value)
    case .pause: code = 2
    case .resume: code = 3
    case .reverse: code = 4
    case .hold: code = 5
    case .rate(let value): (code, rate) = (6, value)
    case .ramp(let value, let seconds): (code, rate, number) = (7, value, seconds)
    case .seek(let position, let isSilent):
      (code, cycle, number, flag) = (8, position.cycle, position.phase, isSilent)
    case .policy(let value): (code, policy) = (9, value)
    case .repeatCount(let value): (code, number) = (10, value)
    }
    try visitor.visit(&code)
    try visitor.visit(&cycle)
    try visitor.visit(&number)
    try visitor.visit(&flag)
    try visitor.visit(&mode)
    try rate.visitFields(&visitor)
    try policy.visitFields(&visitor)
    switch code {
    case 0: self = .start
    case 1: self = .stop(mode)
    case 2: self = .pause
    case 3: self = .resume
    case 4: self = .reverse
    case 5: self = .hold
    case 6: self = .rate(rate)
    case 7: self = .ramp(to: rate, over: number)
    case 8:
      guard number >= 0, number < 1 else { throw .invalidNumber }
      self = .seek(to: CyclePosition(uncheckedCycle: cycle, phase: number), isSilent: flag)
    case 9: self = .policy(policy)
    case 10: self = .repeatCount(number)
    default: throw .invalidNumber
    }
  }
}
