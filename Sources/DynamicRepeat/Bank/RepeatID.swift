// SPDX-License-Identifier: Apache-2.0

/// Names one repeat in the bank that made it; 8 bytes.
///
/// A place that has been freed is given away again with another generation, so a name that has
/// outlived its repeat is known as stale.
public struct RepeatID: Hashable, Sendable {
  // The same bytes as an `rk_name`.
  @usableFromInline let place: UInt32
  /// Odd numbers of `PlaceState` are never seen here: only the count of uses.
  @usableFromInline let generation: UInt32

  /// The repeat's place: where its value stands among the bank's values.
  ///
  /// It never changes while the repeat is in the bank, so arrays of a program's own can go by it.
  public var index: Int { Int(place) }

  /// Both as one number, for programs that keep names in a plain integer.
  public var rawValue: UInt64 { UInt64(generation) << 32 | UInt64(place) }

  /// The name behind a number that ``rawValue`` gave; any other number is a stale name.
  public init(rawValue: UInt64) {
    place = UInt32(truncatingIfNeeded: rawValue)
    generation = UInt32(truncatingIfNeeded: rawValue >> 32)
  }

  init(index: Int, generation: UInt32) {
    place = UInt32(truncatingIfNeeded: index)
    self.generation = generation
  }
}

#if !hasFeature(Embedded)
  extension RepeatID: Codable {}
#endif
