// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// Identifies one repeat in the bank that returned this ID; 8 bytes.
///
/// A freed slot is reused with a new generation, so the ID of a removed repeat is detected as
/// stale.
///
/// - `index`: the repeat's slot, which is its index in the bank's values. The index never changes
///   while the repeat is in the bank, so a program can use it for its own arrays.
/// - `rawValue`: slot and generation as one number, for programs that keep IDs in a plain integer.
///   `init(rawValue:)` converts it back; any other number gives a stale ID.
///
/// The type is the C structure of the bank's inner loops.
public typealias RepeatID = rk_name

// The C module belongs to this package, so no other module adds these conformances.
// swift-format-ignore: AvoidRetroactiveConformances
extension rk_name: @retroactive Hashable {
  /// The repeat's slot.
  public var index: Int { Int(rk_slot_of(self)) }

  /// Slot and generation as one number.
  public var rawValue: UInt64 { raw }

  /// Converts a `rawValue` back; any other number gives a stale ID.
  public init(rawValue: UInt64) { self.init(raw: rawValue) }

  init(index: Int, generation: UInt32) {
    self.init(raw: UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
  }

  /// The generation of the slot, plus the bank's `nameBase`.
  var generation: UInt32 { rk_generation_of(self) }

  /// Whether both identify the same repeat.
  public static func == (a: rk_name, b: rk_name) -> Bool { a.raw == b.raw }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
