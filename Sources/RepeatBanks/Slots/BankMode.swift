// SPDX-License-Identifier: Apache-2.0

/// The shape of a cycle, shared by all repeats in a bank.
public enum BankMode: Hashable, Sendable, CaseIterable {
  /// There and back; the return retraces the outward leg.
  case autoreverse
  /// One way, then a jump back.
  case sawtooth
}
