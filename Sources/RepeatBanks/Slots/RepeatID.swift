// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// Names one repeat in the bank that made it; 8 bytes.
///
/// A slot that has been freed is reused with a new generation, so a name that has
/// outlived its repeat is known as stale.
///
/// - `index`: the repeat's slot, where its value is among the bank's values. It never changes while
///   the repeat is in the bank, so arrays of a program's own can go by it.
/// - `rawValue`: slot and generation as one number, for programs that keep names in a plain
///   integer; `init(rawValue:)` gives the name back, and from any other number a stale name.
///
/// It is the C structure that the bank's inner loops take.
public typealias RepeatID = rk_name

// The C module is the package's own: nobody else gives the structure these conformances.
// swift-format-ignore: AvoidRetroactiveConformances
extension rk_name: @retroactive Hashable {
  /// The repeat's slot.
  public var index: Int { Int(rk_slot_of(self)) }

  /// Slot and generation as one number.
  public var rawValue: UInt64 { raw }

  /// The name behind a number that `rawValue` gave; any other number is a stale name.
  public init(rawValue: UInt64) { self.init(raw: rawValue) }

  init(index: Int, generation: UInt32) {
    self.init(raw: UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
  }

  /// The slot's uses, above the bank's base of names.
  var generation: UInt32 { rk_generation_of(self) }

  /// Whether both name the same repeat.
  public static func == (a: rk_name, b: rk_name) -> Bool { a.raw == b.raw }

  /// By the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

#if !hasFeature(Embedded)
  // swift-format-ignore: AvoidRetroactiveConformances
  extension rk_name: @retroactive Codable {
    private enum CodingKeys: String, CodingKey {
      case slot
      case generation
    }

    /// Reads slot and generation.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        index: Int(try container.decode(UInt32.self, forKey: .slot)),
        generation: try container.decode(UInt32.self, forKey: .generation))
    }

    /// Writes slot and generation.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(rk_slot_of(self), forKey: .slot)
      try container.encode(generation, forKey: .generation)
    }
  }
#endif
