// SPDX-License-Identifier: Apache-2.0

/// The instructions that frames of a bank are evaluated with.
public enum KernelSet: Hashable, Sendable, CaseIterable {
  /// A plain loop in Swift, for every processor.
  case portable

  /// The fastest that the processor has.
  public static let best = available[available.count - 1]

  /// Those that the processor has, the fastest last.
  public static let available: [KernelSet] = [.portable]
}
