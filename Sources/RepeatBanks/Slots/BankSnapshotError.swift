// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no snapshot of a bank.
public enum BankSnapshotError: Error, Hashable, Sendable {
  /// They do not begin as a snapshot does.
  case notASnapshot
  /// Another version of the format.
  case unknownVersion(UInt32)
  /// Fewer or more bytes than the snapshot says it has.
  case wrongLength(given: Int, needed: Int)
  /// The check at the end does not fit what is before it.
  case damaged
  /// It was taken of a bank with another curve.
  case otherCurve
  /// More repeats than the bank may hold.
  case tooMany(slots: Int, capacity: Int)
  /// No memory for as many repeats.
  case noMemory
  /// The bank's present is no time, or beyond ±``RepeatBank/latestTime``.
  case impossibleTime(Double)
  /// What a slot holds cannot be.
  case impossible(slot: Int)
}

extension BankSnapshotError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .notASnapshot: "these bytes are no snapshot of a bank: one begins with \"DRBK\""
    case .unknownVersion(let version):
      "the snapshot has version \(version), but must have \(RepeatBank.snapshotVersion)"
    case .wrongLength(let given, let needed):
      "the snapshot must have \(needed) bytes, but has \(given)"
    case .damaged: "the snapshot is damaged: its check does not fit its bytes"
    case .otherCurve: "the snapshot is of a bank with another curve: restore it with the same one"
    case .tooMany(let slots, let capacity):
      "the snapshot has \(slots) slots, but the bank may hold \(capacity)"
    case .noMemory: "there is no memory for the snapshot's repeats"
    case .impossibleTime(let time):
      "the present of the snapshot's bank must be within ±9e9 seconds, but is \(time)"
    case .impossible(let slot): "the snapshot has a repeat at slot \(slot) that cannot be"
    }
  }
}
