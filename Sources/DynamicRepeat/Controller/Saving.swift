// SPDX-License-Identifier: Apache-2.0

extension RepeatController: Hashable {
  /// Whether both repeats will continue in the same way.
  ///
  /// Values cached between frames are not compared.
  public static func == (a: RepeatController, b: RepeatController) -> Bool {
    a.savedBytes == b.savedBytes
  }

  /// Hashes the state that equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(savedState) }
}

#if !hasFeature(Embedded)
  extension RepeatController: Codable {
    /// Reads ``savedState`` as a list of bytes.
    /// - Throws: `DecodingError` with the text of the ``RepeatError``.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let bytes = try container.decode([UInt8].self)
      do throws(RepeatError) {
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

extension RepeatController {
  /// "DRP" and the version of the format.
  private static var mark: Int64 { 0x0003_0050_5244 }

  /// The whole state as bytes, with a version and a checksum.
  public var savedState: [UInt8] { savedBytes.withBytes { [UInt8]($0) } }

  /// The whole state as bytes, without an allocation.
  package var savedBytes: SavedBytes {
    var (copy, bytes, mark) = (self, SavedBytes(), Self.mark)
    // Writing never throws.
    try? bytes.visit(&mark)
    try? copy.visitFields(&bytes)
    var sum = bytes.checksum()
    try? bytes.visit(&sum)
    return bytes
  }

  /// Restores a saved repeat, which continues as the original would have.
  /// - Throws: ``RepeatError/invalidSavedState``, or the error for an invalid number. Every state
  ///   that is accepted gives values in range and can be saved again.
  public init(savedState bytes: [UInt8]) throws(RepeatError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(RepeatError) in try RepeatController(savedBytes: bytes) }
    }
    self = try result.get()
  }

  /// Restores from bytes that a program in another language holds.
  package init(savedBytes: UnsafeRawBufferPointer) throws(RepeatError) {
    self.init()
    var bytes = try SavedBytes(reading: savedBytes)
    var (mark, sum): (Int64, Int64) = (0, 0)
    try bytes.visit(&mark)
    guard mark == Self.mark else { throw .invalidSavedState }
    try visitFields(&bytes)
    try bytes.visit(&sum)
    guard bytes.isReadToEnd, sum == bytes.checksum(leavingOut: 8) else { throw .invalidSavedState }
    try validateState()
    (goesBack, curve) = (settings.autoreverses, settings.pace.name)
    plan(at: Ticks(now, bits: 64))
    try validatePlan()
  }

  private mutating func visitFields(_ bytes: inout SavedBytes) throws(RepeatError) {
    try settings.visitFields(&bytes)
    try bytes.visit(&presentTime)
    try bytes.visit(&isOnTimeline)
    try bytes.visit(&state)
    try bytes.visit(&requestSign)
    try bytes.visit(&hasPendingRateChange)
    try bytes.visit(&waitingRate)
    try bytes.visit(&isHeld)
    try bytes.visit(&reversesNextRun)
    try bytes.visit(&lastDirection)
    try bytes.visit(&startPosition)
    try bytes.visit(&startTime)
    try bytes.visit(&lowerEnd)
    try bytes.visit(&upperEnd)
    try bytes.visit(&showsCycleEnd)
    try bytes.visit(&idlePosition)
    try bytes.visit(&idleFraction)
    try bytes.visit(&idleProgress)
    try bytes.visit(&lockState)
    try bytes.visit(&line.time)
    try bytes.visit(&line.position)
    try bytes.visit(&line.rate)
    try bytes.visit(&lastCrossing)
    try bytes.visit(&crossingDirection)
    try bytes.visit(&isTowardAlternate)
    try motion.visitFields(&bytes)
    try waiting.visitElements(&bytes) { (command, bytes) throws(RepeatError) in
      try bytes.visit(&command.command)
      try bytes.visit(&command.moment)
      try bytes.visit(&command.number)
      try bytes.visit(&command.isDue)
    }
    try pending.visitElements(&bytes) { (event, bytes) throws(RepeatError) in
      try bytes.visit(&event.kind)
      try bytes.visit(&event.jumpDirection)
      try bytes.visit(&event.first)
      try bytes.visit(&event.last)
    }
    try bytes.visit(&commandsGiven)
  }
}

extension RepeatSettings {
  fileprivate mutating func visitFields(_ bytes: inout SavedBytes) throws(RepeatError) {
    try bytes.visit(&rate)
    try bytes.visit(&policy)
    try bytes.visit(&autoreverses)
    try bytes.visit(&pace)
    var (hasReturnPace, other) = (returnPace != nil, returnPace ?? .linear)
    try bytes.visit(&hasReturnPace)
    try bytes.visit(&other)
    returnPace = hasReturnPace ? other : nil
    try bytes.visit(&repeatCount)
    try bytes.visit(&repeatDelay)
    try bytes.visit(&startPhase)
    try bytes.visit(&restState)
    try bytes.visit(&reporting)
    try bytes.visit(&maxFlashRate)
  }
}

extension FixedList {
  fileprivate mutating func visitElements(
    _ bytes: inout SavedBytes,
    _ visit: (inout Element, inout SavedBytes) throws(RepeatError) -> Void
  ) throws(RepeatError) {
    var number = count
    try bytes.visit(&number)
    guard (0...capacity).contains(number) else { throw .invalidSavedState }
    while count < number { append(.filler) }
    for index in 0..<number { try visit(&self[index], &bytes) }
  }
}
