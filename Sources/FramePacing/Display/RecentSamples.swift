// SPDX-License-Identifier: Apache-2.0

/// Up to 16 recent samples, stored inline, without allocation.
struct RecentSamples: Hashable, Sendable {
  private var values = SIMD16<Int64>(repeating: 0)
  private var next = 0
  let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    precondition((1...16).contains(capacity), "a capacity is \(capacity); it must be in 1...16")
    self.capacity = capacity
  }

  /// Adds a sample; removes the oldest if the capacity is reached.
  mutating func add(_ value: Int64) {
    values[next] = value
    next = (next + 1) % capacity
    count = min(count + 1, capacity)
  }

  /// The value added `age` additions ago; 0 is the newest.
  func newest(_ age: Int) -> Int64 {
    precondition(age >= 0 && age < count, "sample \(age) of \(count)")
    return values[(next - 1 - age + 2 * capacity) % capacity]
  }

  /// The sample at `rank` in ascending order; rank 0 is the smallest.
  func ranked(_ rank: Int) -> Int64 {
    precondition(rank >= 0 && rank < count, "rank \(rank) of \(count)")
    var sorted = SIMD16<Int64>(repeating: .max)
    for age in 0..<count {
      let value = newest(age)
      var index = age
      while index > 0, sorted[index - 1] > value {
        sorted[index] = sorted[index - 1]
        index -= 1
      }
      sorted[index] = value
    }
    return sorted[rank]
  }

  /// The median, for an even count the upper of the two middle samples; nil if empty.
  var median: Int64? { count > 0 ? ranked(count / 2) : nil }

  /// The smallest sample; nil if empty.
  var least: Int64? { count > 0 ? ranked(0) : nil }

  /// The sum of the newest samples; by default, of all.
  func sum(ofNewest most: Int = 16) -> Int64 {
    (0..<min(most, count)).reduce(0) { $0 + newest($1) }
  }

  /// The number of samples that satisfy `isCounted`.
  func count(where isCounted: (Int64) -> Bool) -> Int {
    (0..<count).reduce(0) { $0 + (isCounted(newest($1)) ? 1 : 0) }
  }

  /// Adds `amount` to every sample.
  mutating func shift(by amount: Int64) { values &+= amount }

  /// Removes all but the newest `kept` samples.
  mutating func keepNewest(_ kept: Int) {
    var shortened = RecentSamples(capacity: capacity)
    for age in (0..<min(kept, count)).reversed() { shortened.add(newest(age)) }
    self = shortened
  }
}
