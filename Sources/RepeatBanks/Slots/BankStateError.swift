// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no saved state of a bank.
public enum BankStateError: Error, Hashable, Sendable {
  /// They do not begin as a saved state does.
  case notASavedState
  /// Another version of the format.
  case unknownVersion(UInt32)
  /// Fewer or more bytes than the state says it has, or a check that does not fit them.
  case damaged
  /// It was saved from a bank with another curve.
  case otherCurve
  /// More slots than the bank may hold.
  case tooMany(slots: Int, capacity: Int)
  /// No memory for as many repeats.
  case noMemory
  /// The content of a slot, or of the bank, is impossible.
  case impossible
}

extension BankStateError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .notASavedState: "these bytes are no saved state of a bank: one begins with \"DRBK\""
    case .unknownVersion(let version):
      "the saved state has version \(version), but must have \(RepeatBank.savedStateVersion)"
    case .damaged: "the saved state is damaged: its length or its check does not fit its bytes"
    case .otherCurve:
      "the state was saved from a bank with another curve: restore it with the same one"
    case .tooMany(let slots, let capacity):
      "the saved state has \(slots) slots, but the bank may hold \(capacity)"
    case .noMemory: "there is no memory for the saved repeats"
    case .impossible: "the saved state holds numbers that no bank has"
    }
  }
}
