// SPDX-License-Identifier: Apache-2.0

/// An error in the saved state of a bank.
public enum BankStateError: Error, Hashable, Sendable {
  /// The bytes do not begin like a saved state.
  case notASavedState
  /// The format's version is unknown.
  case unknownVersion(UInt32)
  /// The bytes have a wrong length or a wrong checksum.
  case damaged
  /// The state was saved from a bank with another curve.
  case otherCurve
  /// More slots than the bank may hold.
  case tooMany(slots: Int, capacity: Int)
  /// There is no memory for the saved repeats.
  case noMemory
  /// The content of a slot, or of the bank, is impossible.
  case impossible
}

extension BankStateError: CustomStringConvertible {
  /// One sentence with the invalid and the valid input.
  public var description: String {
    switch self {
    case .notASavedState: "these bytes are not a bank's saved state, which begins with \"DRBK\""
    case .unknownVersion(let version):
      "the saved state has version \(version), but must have \(RepeatBank.savedStateVersion)"
    case .damaged: "the saved state is damaged: its length or its checksum is wrong"
    case .otherCurve:
      "the state was saved from a bank with another curve: restore it with the same one"
    case .tooMany(let slots, let capacity):
      "the saved state has \(slots) slots, but the bank may hold \(capacity)"
    case .noMemory: "there is no memory for the saved repeats"
    case .impossible: "the saved state holds numbers that no bank has"
    }
  }
}
