// SPDX-License-Identifier: Apache-2.0

/// Counts, writes or reads the fields of a saved state.
///
/// The same calls of `visit`, in the same order, do all three. Reading also checks each field's range.
/// Each number has bytes of its own, the lowest first, so that equal states have equal bytes on
/// every processor.
package struct SavedFields {
  /// The number of bytes counted, written or read so far.
  package private(set) var offset = 0
  /// The bytes to write to; `nil` while counting and reading.
  private var target: UnsafeMutableRawPointer?
  /// The bytes to read; `nil` while counting and writing.
  private var source: UnsafeRawBufferPointer?

  /// Counts.
  package init() {}

  package init(writingTo bytes: UnsafeMutableRawPointer) { target = bytes }

  package init(reading bytes: UnsafeRawBufferPointer) { source = bytes }

  /// The 64-bit FNV-1a checksum (Fowler, Noll and Vo) of bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int64(bitPattern: sum)
  }

  private mutating func visit(word: inout UInt64) throws(RepeatError) {
    if let source {
      guard source.count - offset >= 8 else { throw .invalidSavedState }
      word = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    } else {
      target?.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
    offset += 8
  }

  /// Throws if a condition does not hold for what was read.
  private func check(_ isValid: Bool) throws(RepeatError) {
    guard source == nil || isValid else { throw .invalidSavedState }
  }

  /// Visits a number; a number that is read must be within ±`limit`.
  mutating func visit<Number: ExactNumber>(
    _ number: inout Number, within limit: Number = .never
  ) throws(RepeatError) {
    var low = UInt64(truncatingIfNeeded: number.units)
    var high = UInt64(truncatingIfNeeded: number.units >> 64)
    try visit(word: &low)
    try visit(word: &high)
    number.units = Int128(truncatingIfNeeded: high) << 64 | Int128(low)
    try check(number.units > .min && number.magnitude <= limit)
  }

  /// Visits a number; a number that is read must be in `range`.
  mutating func visit<Number: ExactNumber>(
    _ number: inout Number, in range: ClosedRange<Number>
  ) throws(RepeatError) {
    try visit(&number)
    try check(range.contains(number))
  }

  /// Visits an integer of at most 64 bits.
  mutating func visit<Number: FixedWidthInteger>(_ number: inout Number) throws(RepeatError) {
    var bits = UInt64(truncatingIfNeeded: number)
    try visit(word: &bits)
    guard let valid = Number(exactly: Int64(bitPattern: bits)) else { throw .invalidSavedState }
    number = valid
  }

  /// Visits an integer; an integer that is read must be in `range`.
  mutating func visit<Number: FixedWidthInteger>(
    _ number: inout Number, in range: ClosedRange<Number>
  ) throws(RepeatError) {
    try visit(&number)
    try check(range.contains(number))
  }

  mutating func visit(_ number: inout Double) throws(RepeatError) {
    // -0 equals 0, and equal states have equal bytes.
    var bits = number == 0 ? 0 : number.bitPattern
    try visit(word: &bits)
    number = Double(bitPattern: bits)
    try check(!number.isNaN)
  }

  mutating func visit(_ flag: inout Bool) throws(RepeatError) {
    var bits = flag ? 1 : 0
    try visit(&bits, in: 0...1)
    flag = bits == 1
  }

  mutating func visit<Choice: RawRepresentable<UInt8>>(_ choice: inout Choice)
    throws(RepeatError)
  {
    var bits = choice.rawValue
    try visit(&bits)
    guard let valid = Choice(rawValue: bits) else { throw .invalidSavedState }
    choice = valid
  }

  /// Visits the elements of a list.
  mutating func visit<let capacity: Int, Element>(
    _ list: inout FixedList<capacity, Element>,
    _ visit: (inout Element, inout SavedFields) throws(RepeatError) -> Void
  ) throws(RepeatError) {
    var number = list.count
    try self.visit(&number)
    guard (0...capacity).contains(number) else { throw .invalidSavedState }
    for index in 0..<number {
      var element = list[index]
      try visit(&element, &self)
      guard !element.isFiller else { throw .invalidSavedState }
      list[index] = element
    }
  }
}

// MARK: - Fields with several numbers

extension SavedFields {
  mutating func visit(_ rate: inout RepeatRate) throws(RepeatError) {
    var (isDuration, number) = (false, 0.0)
    switch rate {
    case .hertz(let hertz): number = hertz
    case .cycleDuration(let seconds): (isDuration, number) = (true, seconds)
    }
    try visit(&isDuration)
    try visit(&number)
    rate = isDuration ? .cycleDuration(number) : .hertz(number)
  }

  mutating func visit(_ policy: inout RatePolicy) throws(RepeatError) {
    var ramp = -1.0
    if case .phaseMatchedOver(let seconds) = policy { ramp = seconds }
    try visit(&ramp)
    policy = ramp == -1 ? .restartPerCycle : .phaseMatched(ramp: ramp)
  }

  mutating func visit(_ pace: inout Pace) throws(RepeatError) {
    var (code, count, jump): (UInt8, Int, StepJump) = (0, 0, .end)
    var points = (0.0, 0.0, 0.0, 0.0)
    switch pace {
    case .linear: code = 0
    case .easeIn: code = 1
    case .easeOut: code = 2
    case .easeInEaseOut: code = 3
    case .default: code = 4
    case .cubicBezier(let x1, let y1, let x2, let y2): (code, points) = (5, (x1, y1, x2, y2))
    case .steps(let steps, let place): (code, count, jump) = (6, steps, place)
    }
    try visit(&code)
    try visit(&count)
    try visit(&jump)
    try visit(&points.0)
    try visit(&points.1)
    try visit(&points.2)
    try visit(&points.3)
    switch code {
    case 0: pace = .linear
    case 1: pace = .easeIn
    case 2: pace = .easeOut
    case 3: pace = .easeInEaseOut
    case 4: pace = .default
    case 5: pace = .cubicBezier(points.0, points.1, points.2, points.3)
    case 6: pace = .steps(count, jump)
    default: throw .invalidSavedState
    }
  }

  mutating func visit(_ moment: inout RepeatMoment) throws(RepeatError) {
    var (code, cycle, number): (UInt8, WideInt, Double) = (0, 0, 0)
    switch moment {
    case .nextCycle: code = 0
    case .cycle(let value): (code, cycle) = (1, value)
    case .phase(let value): (code, number) = (2, value)
    case .time(let value): (code, number) = (3, value)
    }
    try visit(&code)
    try visit(&cycle)
    try visit(&number)
    switch code {
    case 0: moment = .nextCycle
    case 1: moment = .cycle(cycle)
    case 2: moment = .phase(number)
    case 3: moment = .time(number)
    default: throw .invalidSavedState
    }
  }

  mutating func visit(_ command: inout RepeatCommand) throws(RepeatError) {
    var (code, cycle, number, flag): (UInt8, WideInt, Double, Bool) = (0, 0, 0, false)
    var (rate, policy, mode) = (RepeatRate.hertz(0), RatePolicy.restartPerCycle, StopMode.freeze)
    switch command {
    case .start: code = 0
    case .stop(let value): (code, mode) = (1, value)
    case .pause: code = 2
    case .resume: code = 3
    case .reverse: code = 4
    case .rate(let value): (code, rate) = (5, value)
    case .ramp(let value, let seconds): (code, rate, number) = (6, value, seconds)
    case .seek(let position, let isSilent):
      (code, cycle, number, flag) = (7, position.cycle, position.phase, isSilent)
    case .policy(let value): (code, policy) = (8, value)
    case .repeatCount(let value): (code, number) = (9, value)
    }
    try visit(&code)
    try visit(&cycle)
    try visit(&number)
    try visit(&flag)
    try visit(&mode)
    try visit(&rate)
    try visit(&policy)
    switch code {
    case 0: command = .start
    case 1: command = .stop(mode)
    case 2: command = .pause
    case 3: command = .resume
    case 4: command = .reverse
    case 5: command = .rate(rate)
    case 6: command = .ramp(to: rate, over: number)
    case 7:
      command = .seek(
        to: try CyclePosition(validatingCycle: cycle, phase: number), isSilent: flag)
    case 8: command = .policy(policy)
    case 9: command = .repeatCount(number)
    default: throw .invalidSavedState
    }
  }
}
