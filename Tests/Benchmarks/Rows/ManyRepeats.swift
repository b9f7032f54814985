// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The repeats of all rows with many repeats: each has a phase and a rate, the same on every
/// machine.
struct ManyRepeats {
  /// The phases in cycles, in [0, 1).
  let phases: [Float]
  /// The rates in cycles per second.
  let rates: [Float]
  /// All indices in scattered order, like those of the repeats that a game changes.
  let shuffled: [Int32]
  /// New rates in the order of ``shuffled``, for even and for odd frames.
  let newRates: [[Float]]

  var count: Int { phases.count }

  init(count: Int) {
    var random = SeededRandom(seed: 6)
    // 24 bits, the precision of a Float below 1.
    phases = (0..<count).map { _ in Float(random.next() >> 40) * 0x1p-24 }
    rates = (0..<count).map { _ in Float(random.double(in: 0.25...1)) }
    // 7919 is a prime that divides none of the counts.
    shuffled = (0..<count).map { Int32($0 * 7919 % count) }
    newRates = [0.9, 1.1].map { [shuffled, rates] factor in
      shuffled.map { rates[Int($0)] * factor }
    }
  }

  /// The part of ``shuffled`` that a frame changes; default: one repeat in a hundred.
  func part(inFrame frame: Int, oneIn share: Int = 100) -> Range<Int> {
    let count = max(count / share, 1)
    let first = frame * count % (self.count - count + 1)
    return first..<first + count
  }
}

/// A count as in the rows' names: 1e3 and so on.
func label(_ count: Int) -> String {
  "\(count)".allSatisfy { "10".contains($0) } ? "1e\("\(count)".count - 1)" : "\(count)"
}

/// Sums the results of a number of repetitions.
@inline(__always)
func sum(_ count: Int, _ repetition: (Int) -> Double) -> Double {
  var sum = 0.0
  for number in 0..<count { sum += repetition(number) }
  return sum
}

/// Runs a body that must not throw.
func valid<Failure: Error>(_ body: () throws(Failure) -> Void) {
  do { try body() } catch { preconditionFailure("a valid call failed: \(error)") }
}
