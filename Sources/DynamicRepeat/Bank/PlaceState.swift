// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// What a place of a bank holds, in 32 bits: flags, and how often it has been used.
struct PlaceState: Hashable {
  var bits: UInt32 = 0

  /// A repeat is here.
  static let live = UInt32(RK_LIVE)
  /// The master's phase is where it stands, now and later; its rate waits.
  ///
  /// Paused, idle, or moved by an entry of the side table.
  static let still = UInt32(RK_STILL)
  /// An entry of the side table moves it; the master's rate word is the entry's index.
  static let aside: UInt32 = 4
  /// At rest after a stop.
  static let idle: UInt32 = 8
  /// Its direction is backwards; kept up only at rate 0, where the rate has none.
  static let backwards: UInt32 = 16
  /// Its direction is not that of the requested rate.
  ///
  /// It was reversed, or a duration was requested while it ran backwards. The next run goes as
  /// requested, unless it was reversed while idle.
  static let turned = UInt32(RK_TURNED)

  static let generationShift = UInt32(RK_GENERATION_SHIFT)
  /// The last generation; a place that has reached it is not given away again.
  static let lastGeneration: UInt32 = UInt32.max >> generationShift

  var generation: UInt32 { bits >> Self.generationShift }
  var isLive: Bool { bits & Self.live != 0 }
  var isStill: Bool { bits & Self.still != 0 }
  var isAside: Bool { bits & Self.aside != 0 }
  var isIdle: Bool { bits & Self.idle != 0 }
  var isTurned: Bool { bits & Self.turned != 0 }
  /// -1 or 1, where its rate is 0.
  var directionAtZero: Int { bits & Self.backwards != 0 ? -1 : 1 }
  /// Whether a new rate is a matter of the master alone.
  var isPlain: Bool { bits & (Self.live | Self.still | Self.turned) == Self.live }
  var isUsedUp: Bool { generation == Self.lastGeneration }

  mutating func set(_ flag: UInt32, _ isSet: Bool) {
    if isSet { bits |= flag } else { bits &= ~flag }
  }

  /// A repeat moves in.
  mutating func occupy() { bits = Self.bits(generation: generation + 1) | Self.live }

  /// Nothing is left here but the count of uses.
  mutating func vacate() { bits = Self.bits(generation: generation) }

  private static func bits(generation: UInt32) -> UInt32 { generation << generationShift }
}
