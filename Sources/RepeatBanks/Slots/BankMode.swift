// SPDX-License-Identifier: Apache-2.0

/// The shape of a cycle, of every repeat in a bank.
public enum BankMode: Hashable, Sendable, CaseIterable {
  /// There and back: the way back retraces the way out.
  case autoreverse
  /// One way, then a jump back.
  case sawtooth
}

#if !hasFeature(Embedded)
  extension BankMode: Codable {}
#endif
