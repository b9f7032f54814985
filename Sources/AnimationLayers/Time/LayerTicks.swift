// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A time or duration of a layer, in the core's unit of 2^-64 s.
///
/// Sums and whole multiples are exact. All conversions between `Double` and the core's integers are
/// in this file.
struct LayerTicks: Hashable, Sendable, BitwiseCopyable {
  var count: Int128

  @inline(__always)
  init(count: Int128) { self.count = count }

  /// The tick at or before a time.
  /// - Precondition: The time is within ±2^62 s.
  init(seconds: Double) { count = Int128(seconds, bits: 64) }

  /// A time from a caller.
  ///
  /// Traps if the time is beyond ±1e12 s or NaN; `name` is the subject of the message.
  init(seconds: Double, _ name: @autoclosure () -> String) {
    precondition(
      seconds.magnitude <= RepeatLimits.latestTime,
      "\(name()) must be within ±1e12 s, but is \(seconds)")
    self.init(seconds: seconds)
  }

  /// A duration; ``never`` if it is infinite, ``zero`` if it is negative.
  init(duration: Double) {
    self = duration < .infinity ? Self(seconds: max(0, duration)) : .never
  }

  /// The nearest `Double` in seconds; infinite for ``never``.
  var seconds: Double { self == .never ? .infinity : count.double(bits: 64) }

  @inline(__always) static var zero: Self { Self(count: 0) }
  /// The length of what never ends, beyond all times.
  @inline(__always) static var never: Self { Self(count: 1 << 126) }

  /// The time itself; beyond ±1e12 s, the limit of its sign.
  @inline(__always) var limited: Self {
    let limit = 1_000_000_000_000 << 64 as Int128
    return Self(count: min(max(count, -limit), limit))
  }

  /// The time divided by 2^`bits` ticks; for times within ±2^(63 + `bits`) ticks.
  @inline(__always)
  func double(inUnitsOf bits: Int128) -> Double {
    Double(Int64(truncatingIfNeeded: count &>> bits))
  }
}

extension LayerTicks: Comparable {
  @inline(__always)
  static func < (a: Self, b: Self) -> Bool { a.count < b.count }
  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(count: a.count &+ b.count) }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(count: a.count &- b.count) }
  @inline(__always)
  static func * (a: Self, whole: Int64) -> Self { Self(count: a.count &* Int128(whole)) }
  static prefix func - (a: Self) -> Self { Self(count: -a.count) }

  /// `count` times this duration, rounded down; ``never`` from 2^62 s on.
  func times(_ count: Double) -> Self {
    guard count * seconds < 0x1p62 else { return .never }
    let whole = count.rounded(.down)
    let part = product(self.count, Int128(count - whole, bits: 96), shift: 96)
    return min(Self(count: self.count * Int128(whole) + part), .never)
  }

  /// The product with a progress, which may be any number; limited to ±2^61 s.
  func scaled(by progress: Double) -> Self {
    Self(seconds: max(-0x1p61, min(seconds * progress, 0x1p61)))
  }

  /// The quotient rounded down, and the remainder in 0..<`divisor`.
  func dividedDown(by divisor: Self) -> (quotient: Int128, remainder: Self) {
    let (quotient, remainder) = count.quotientAndRemainder(dividingBy: divisor.count)
    return remainder < 0
      ? (quotient - 1, Self(count: remainder + divisor.count))
      : (quotient, Self(count: remainder))
  }
}

/// A speed in the core's unit of rates, 2^-96; exact from 2^-43 on.
struct LayerSpeed: Hashable, Sendable, BitwiseCopyable {
  private let rate: Int128

  /// The largest magnitude; its product with 2e12 s, the longest interval, is below ``never``.
  static var limit: Double { RepeatLimits.highestRate }

  /// Traps if the speed is beyond ±1e6 or NaN.
  init(_ speed: Double) {
    precondition(speed.magnitude <= Self.limit, "a speed must be within ±1e6, but is \(speed)")
    let size = Int128(speed.magnitude, bits: 96)
    rate = speed < 0 ? -size : size
  }

  @inline(__always) var isOne: Bool { rate == 1 << 96 }

  /// 1 for forwards, 0 for stopped, -1 for backwards.
  @inline(__always) var sign: Int { rate > 0 ? 1 : (rate < 0 ? -1 : 0) }

  /// Rounded towards 0.
  @inline(__always)
  static func * (ticks: LayerTicks, speed: Self) -> LayerTicks {
    speed.isOne ? ticks : LayerTicks(count: product(ticks.count, speed.rate, shift: 96))
  }

  /// The time in which `ticks` pass at this speed, rounded towards 0; at most ``never``.
  /// - Precondition: The speed is not 0.
  func duration(of ticks: LayerTicks) -> LayerTicks {
    let size = quotient(ticks.count, 1 << 96, over: abs(rate))
    return LayerTicks(count: rate < 0 ? -size : size)
  }
}
