// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// An initial rate and the rate changes that follow.
package struct RateSchedule: Hashable, Sendable {
  /// The schedule's name in tables.
  package let name: String

  /// The rate from time 0 on; not negative.
  package let initialRate: RepeatRate

  /// The rate changes, each later than the previous one.
  package let changes: [RateChange]

  /// Seconds from the start to the end of the comparison, unless the frames end earlier.
  package let length: Double

  /// A validated schedule.
  /// - Parameters:
  ///   - name: The schedule's name in tables.
  ///   - initialRate: The rate from time 0 on; not negative.
  ///   - changes: The rate changes in order of time. The first is after time 0, and each is later
  ///     than the previous one.
  ///   - length: Seconds; above 0, at most `RepeatLimits.latestTime`.
  /// - Throws: `ComparisonError` for the first invalid number.
  /// - Complexity: O(n) for n rate changes.
  package init(name: String, initialRate: RepeatRate, changes: [RateChange], length: Double)
    throws(ComparisonError)
  {
    guard length > 0, length <= RepeatLimits.latestTime else {
      throw ComparisonError(
        "a schedule's length must be above 0 and at most 1e12 seconds, but is \(length)")
    }
    do throws(RepeatError) {
      try RateChange.validate(initialRate)
    } catch {
      throw ComparisonError("the rate at the start: \(error)")
    }
    if case .hertz(let hertz) = initialRate, hertz < 0 {
      throw ComparisonError("the rate at the start must not be negative, but is \(hertz) Hz")
    }
    var last = 0.0
    for (index, change) in changes.enumerated() {
      guard change.time > last, change.time <= RepeatLimits.latestTime else {
        throw ComparisonError(
          "the time of rate change \(index) must be after \(last) and at most 1e12 seconds,"
            + " but is \(change.time)")
      }
      last = change.time
      do throws(RepeatError) {
        try change.validateRate()
      } catch {
        throw ComparisonError("rate change \(index): \(error)")
      }
    }
    self.name = name
    self.initialRate = initialRate
    self.changes = changes
    self.length = length
  }
}
