// SPDX-License-Identifier: Apache-2.0

/// The shape of a cycle, of every repeat in a bank.
public enum BankMode: Hashable, Sendable, CaseIterable {
  /// There and back: the way back retraces the way out.
  case autoreverse
  /// One way, then a jump back.
  case sawtooth
}

/// What a repeat in a bank is doing.
public enum BankState: Hashable, Sendable {
  /// Stopped.
  case idle
  /// Repeating.
  case running
  /// Repeating until the present cycle ends.
  case stopping
  /// Still, to go on from there.
  case paused
}

#if !hasFeature(Embedded)
  extension BankMode: Codable {}
  extension BankState: Codable {}
#endif
