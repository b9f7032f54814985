// SPDX-License-Identifier: Apache-2.0

/// The last 600 durations of a kind, in order of size too: ten seconds at 60 Hz.
///
/// Recording and asking allocate nothing: all memory is taken at the start.
public struct SampleRing: Hashable, Sendable {
  /// How many are remembered: 600.
  public static let capacity = 600

  /// In the order in which they came; `next` is the oldest once the ring is full.
  private var ring = [Int64](repeating: 0, count: capacity)
  /// The same, the first `count` of them in order: percentiles then need no sorting.
  private var sorted = [Int64](repeating: 0, count: capacity)
  private var next = 0

  /// How many are remembered now; 0...600.
  public private(set) var count = 0

  /// A ring of nothing.
  public init() {}

  /// Adds one duration in nanoseconds; the oldest of 600 falls out.
  /// - Precondition: `nanoseconds` is not negative. `record(validating:)` throws instead.
  /// - Complexity: O(600), a move of at most 4.8 kB.
  public mutating func record(nanoseconds: Int64) {
    trapping { () throws(FramePacingError) in try record(validating: nanoseconds) }
  }

  /// Adds one duration in nanoseconds that comes from outside.
  /// - Throws: `FramePacingError.invalidValue` for a negative one.
  public mutating func record(validating nanoseconds: Int64) throws(FramePacingError) {
    try validate("a duration", nanoseconds, in: 0 ... .max, unit: " ns")
    var slot = count
    if count == Self.capacity {
      // The hole that the oldest leaves moves to where the new one belongs.
      slot = firstIndex(notBelow: ring[next])
      while slot + 1 < count, sorted[slot + 1] < nanoseconds {
        sorted[slot] = sorted[slot + 1]
        slot += 1
      }
    } else {
      count += 1
    }
    while slot > 0, sorted[slot - 1] > nanoseconds {
      sorted[slot] = sorted[slot - 1]
      slot -= 1
    }
    sorted[slot] = nanoseconds
    ring[next] = nanoseconds
    next = next + 1 == Self.capacity ? 0 : next + 1
  }

  /// Nanoseconds of all that are remembered together.
  var total: Double { ring[..<count].reduce(0) { $0 + Double($1) } }

  /// The longest, in seconds; 0 where there are none.
  public var longest: Double { count > 0 ? Double(sorted[count - 1]) / 1e9 : 0 }

  /// The duration in seconds that `fraction` of all are not longer than; 0 where there are none.
  ///
  /// The nearest rank: of n in order, number ceil(fraction · n), counted from 1.
  /// - Precondition: `fraction` is in 0...1. `percentile(validating:)` throws instead.
  public func percentile(_ fraction: Double) -> Double {
    trapping { () throws(FramePacingError) in try percentile(validating: fraction) }
  }

  /// The duration in seconds that a share from outside of all are not longer than.
  /// - Throws: `FramePacingError.invalidValue` unless `fraction` is in 0...1.
  public func percentile(validating fraction: Double) throws(FramePacingError) -> Double {
    try validate("a percentile", fraction, in: 0...1)
    guard count > 0 else { return 0 }
    let rank = Int((fraction * Double(count)).rounded(.up))
    return Double(sorted[max(rank - 1, 0)]) / 1e9
  }

  /// The duration in seconds added `age` additions before the newest: for drawing them.
  /// - Precondition: `age` is in 0..<count. `newest(validating:)` throws instead.
  public func newest(_ age: Int) -> Double {
    trapping { () throws(FramePacingError) in try newest(validating: age) }
  }

  /// The duration in seconds added `age` additions before the newest.
  /// - Throws: `FramePacingError.invalidValue` unless `age` is in 0..<count.
  public func newest(validating age: Int) throws(FramePacingError) -> Double {
    try Self.validateAge(age, of: count)
    return Double(ring[(next - 1 - age + 2 * Self.capacity) % Self.capacity]) / 1e9
  }

  /// How many of the remembered durations are shorter than `seconds`.
  public func count(below seconds: Double) -> Int {
    let limit = (seconds * 1e9).rounded(.up)
    guard limit > 0 else { return 0 }
    return limit < 9e18 ? firstIndex(notBelow: Int64(limit)) : count
  }

  /// Forgets all.
  public mutating func reset() {
    next = 0
    count = 0
  }

  static func validateAge(_ age: Int, of count: Int) throws(FramePacingError) {
    guard age < 0 || age >= count else { return }
    throw .invalidValue(name: "a sample's age", value: "\(age)", allowed: "in 0..<\(count)")
  }

  private func firstIndex(notBelow value: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
