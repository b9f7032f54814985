// SPDX-License-Identifier: Apache-2.0

extension RepeatController: Hashable {
  /// Whether both repeats continue equally.
  ///
  /// Values cached between frames are not compared.
  public static func == (a: RepeatController, b: RepeatController) -> Bool {
    a.savedBytes == b.savedBytes
  }

  /// Hashes the state that equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(savedState) }
}

/// An error in saved bytes: they are damaged, or not a saved repeat.
public enum SavedStateError: Error, Hashable, Sendable {
  /// The number of bytes is not that of a saved state.
  case wrongLength(Int)
  /// The bytes begin with another signature or version.
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
      "a saved repeat cannot have \(count) bytes: bytes are missing, or there are too many"
    case .wrongVersion: "the bytes are not those of a repeat saved by this version"
    case .wrongChecksum: "the bytes of the saved repeat were changed: their checksum differs"
    case .invalidNumber: "the saved repeat contains a number outside its range"
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

extension RepeatController {
  /// "DRP" and the version of the format.
  private static var mark: UInt64 { 0x0003_0050_5244 }

  /// The whole state as bytes, with a version and a checksum.
  public var savedState: [UInt8] { savedBytes.withBytes { [UInt8]($0) } }

  /// The whole state as bytes, without an allocation.
  package var savedBytes: SavedBytes {
    var copy = self
    var bytes = SavedBytes()
    bytes.append(UInt128(Self.mark), 8)
    // Writing never throws.
    try? copy.visitFields(&bytes)
    bytes.append(UInt128(bytes.withBytes(Self.checksum)), 8)
    return bytes
  }

  /// Restores a saved repeat, which continues as the original would have.
  /// - Throws: ``SavedStateError``. Every state that is accepted gives values in range and can be
  ///   saved again.
  public init(savedState bytes: [UInt8]) throws(SavedStateError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SavedStateError) in try RepeatController(savedBytes: bytes) }
    }
    self = try result.get()
  }

  /// Restores from bytes that a program in another language holds.
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
    try visitor.visit(&hasPendingRateChange)
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
