// SPDX-License-Identifier: Apache-2.0

/// The bytes of a saved state, stored inline, so that saving allocates nothing.
///
/// The same calls of `visit` write and read the fields, in the same order. Each number has bytes of
/// its own, the lowest first, so that equal states have equal bytes on every processor.
package struct SavedBytes: Equatable {
  package private(set) var count = 0
  /// The capacity exceeds the size of the largest state, with all waiting commands and events.
  private var storage = InlineArray<2048, UInt8>(repeating: 0)
  /// The offset of the next byte to read; `nil` while writing.
  private var offset: Int?

  init() {}

  init(reading bytes: UnsafeRawBufferPointer) throws(RepeatError) {
    guard bytes.count <= storage.count else { throw .invalidSavedState }
    (count, offset) = (bytes.count, 0)
    for index in 0..<count { storage[index] = bytes[index] }
  }

  var isReadToEnd: Bool { offset == count }

  /// The 64-bit FNV-1a checksum (Fowler, Noll and Vo) of all bytes but the last `rest`.
  func checksum(leavingOut rest: Int = 0) -> Int64 {
    withBytes { bytes in
      let sum = bytes.dropLast(rest).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      return Int64(bitPattern: sum)
    }
  }

  /// Writes or reads eight bytes.
  private mutating func visit(word: inout UInt64) throws(RepeatError) {
    guard let start = offset else {
      for index in 0..<8 { storage[count + index] = UInt8(truncatingIfNeeded: word >> (8 * index)) }
      count += 8
      return
    }
    guard count - start >= 8 else { throw .invalidSavedState }
    word = 0
    for index in 0..<8 { word |= UInt64(storage[start + index]) << (8 * index) }
    offset = start + 8
  }

  mutating func visit(_ number: inout Int128) throws(RepeatError) {
    var (low, high) = (UInt64(truncatingIfNeeded: number), UInt64(truncatingIfNeeded: number >> 64))
    try visit(word: &low)
    try visit(word: &high)
    number = Int128(truncatingIfNeeded: high) << 64 | Int128(low)
  }

  /// Writes or reads an integer of at most 64 bits.
  mutating func visit<Number: FixedWidthInteger>(_ number: inout Number) throws(RepeatError) {
    var bits = UInt64(truncatingIfNeeded: number)
    try visit(word: &bits)
    guard let valid = Number(exactly: Int64(bitPattern: bits)) else { throw .invalidSavedState }
    number = valid
  }

  mutating func visit(_ number: inout Double) throws(RepeatError) {
    var bits = number.bitPattern
    try visit(word: &bits)
    number = Double(bitPattern: bits)
    guard !number.isNaN else { throw .invalidSavedState }
  }

  mutating func visit(_ flag: inout Bool) throws(RepeatError) {
    var bits = flag ? 1 : 0
    try visit(&bits)
    guard bits == 0 || bits == 1 else { throw .invalidSavedState }
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

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  package static func == (a: SavedBytes, b: SavedBytes) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.storage[index] != b.storage[index] { return false }
    return true
  }
}

// MARK: - Fields with several numbers

extension SavedBytes {
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
    if case .phaseMatched(let seconds) = policy { ramp = seconds }
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
    case .hold: code = 5
    case .rate(let value): (code, rate) = (6, value)
    case .ramp(let value, let seconds): (code, rate, number) = (7, value, seconds)
    case .seek(let position, let isSilent):
      (code, cycle, number, flag) = (8, position.cycle, position.phase, isSilent)
    case .policy(let value): (code, policy) = (9, value)
    case .repeatCount(let value): (code, number) = (10, value)
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
    case 5: command = .hold
    case 6: command = .rate(rate)
    case 7: command = .ramp(to: rate, over: number)
    case 8:
      command = .seek(
        to: try CyclePosition(validatingCycle: cycle, phase: number), isSilent: flag)
    case 9: command = .policy(policy)
    case 10: command = .repeatCount(number)
    default: throw .invalidSavedState
    }
  }
}
