// SPDX-License-Identifier: Apache-2.0

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
  private static var signature: Int64 { 0x0004_0050_5244 }

  /// The whole state as bytes, with a version and a checksum.
  public var savedState: [UInt8] {
    let size = savedSize
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      save(to: UnsafeMutableRawPointer(buffer.baseAddress!))
      count = size
    }
  }

  /// The number of bytes of the saved state.
  package var savedSize: Int {
    var (copy, fields) = (self, SavedFields())
    // Counting and writing never throw.
    try? copy.visitFields(&fields)
    return fields.offset + 16
  }

  /// Writes the saved state to ``savedSize`` bytes.
  package func save(to bytes: UnsafeMutableRawPointer) {
    var (copy, fields, signature) = (self, SavedFields(writingTo: bytes), Self.signature)
    try? fields.visit(&signature)
    try? copy.visitFields(&fields)
    var sum = SavedFields.checksum(UnsafeRawBufferPointer(start: bytes, count: fields.offset))
    try? fields.visit(&sum)
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
  package init(savedBytes bytes: UnsafeRawBufferPointer) throws(RepeatError) {
    self.init()
    var fields = SavedFields(reading: bytes)
    var (signature, sum): (Int64, Int64) = (0, 0)
    try fields.visit(&signature)
    guard signature == Self.signature else { throw .invalidSavedState }
    try visitFields(&fields)
    let end = fields.offset
    try fields.visit(&sum)
    guard fields.offset == bytes.count,
      sum == SavedFields.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    else { throw .invalidSavedState }
    try validateState()
    preparePlan()
    makePlan(at: presentTick)
    try validatePlan()
  }

  /// The state's fields, in the order of the saved bytes, with the range of each.
  private mutating func visitFields(_ fields: inout SavedFields) throws(RepeatError) {
    try settings.visitFields(&fields)
    try fields.visit(&presentTime)
    try fields.visit(&presentRounding, in: 0...(1 << 62))
    try fields.visit(&isOnTimeline)
    try fields.visit(&state)
    try fields.visit(&hasPendingRateChange)
    try fields.visit(&waitingRate, within: .highestInEffect)
    try fields.visit(&isReversed)
    try fields.visit(&direction, in: -1...1)
    try fields.visit(&leavingDirection, in: -1...1)
    try fields.visit(&runStart.position, within: .farthest)
    try fields.visit(&runStart.time, within: .farthest)
    try fields.visit(&lowerEnd, within: .farthest)
    try fields.visit(&upperEnd, within: .farthest)
    try fields.visit(&earliestStart)
    try fields.visit(&idlePosition, within: .farthest)
    try fields.visit(&idleAppearance)
    try fields.visit(&lockState)
    try fields.visit(&line.time, within: .farthest)
    try fields.visit(&line.position, within: .farthest)
    try fields.visit(&lastCrossing)
    try fields.visit(&isTowardAlternate)
    try motion.visitFields(&fields)
    try fields.visit(&metPosition, within: .never)
    try fields.visit(&waiting) { (command, fields) throws(RepeatError) in
      try fields.visit(&command.command)
      try fields.visit(&command.moment)
      try fields.visit(&command.number)
      command.isFiller = false
      try fields.visit(&command.isDue)
      try fields.visit(&command.skipsPosition)
    }
    try fields.visit(&pending) { (event, fields) throws(RepeatError) in
      try fields.visit(&event.kind)
      try fields.visit(&event.direction, in: -1...1)
      event.isFiller = false
      try fields.visit(&event.kinds.rawValue)
      try fields.visit(&event.isSeek)
      try fields.visit(&event.first)
      try fields.visit(&event.last)
    }
    try fields.visit(&commandsGiven)
  }
}

extension RepeatSettings {
  fileprivate mutating func visitFields(_ fields: inout SavedFields) throws(RepeatError) {
    try fields.visit(&rate)
    try fields.visit(&policy)
    try fields.visit(&autoreverses)
    try fields.visit(&pace)
    var (hasReturnPace, other) = (returnPace != nil, returnPace ?? .linear)
    try fields.visit(&hasReturnPace)
    try fields.visit(&other)
    returnPace = hasReturnPace ? other : nil
    try fields.visit(&repeatCount)
    try fields.visit(&repeatDelay)
    try fields.visit(&startPhase)
    try fields.visit(&restState)
    try fields.visit(&reporting)
    try marks.visitFields(&fields)
    try fields.visit(&maxFlashRate)
  }
}
