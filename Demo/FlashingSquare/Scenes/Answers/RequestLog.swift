// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// The requests so far, which can be changed afterwards: the lanes are computed from them.
struct RequestLog: Sendable {
  /// The seconds per cycle before the first request.
  private(set) var first: Double
  /// The requests in order of time, each at another time.
  private(set) var changes: [RateChange] = []

  /// The requests of a drag follow each other more closely than this, in seconds; they count as
  /// one.
  static let dragSeconds = 0.35
  /// The least number of seconds between two requests after one of them was moved.
  static let spacing = 0.02
  /// The largest number of requests; an hour of continuous drags makes more.
  static let capacity = 100_000

  init(first: Double) { self.first = first }

  mutating func add(_ change: RateChange) {
    if changes.count == Self.capacity { first = changes[0].rate.cycleDuration }
    changes.append(change, keeping: Self.capacity)
  }

  /// The last request up to a time.
  func last(at time: Double) -> RateChange? { changes.last { $0.time <= time } }

  /// The requests since a time, as ranges of indices; the requests of a drag are one range.
  func groups(since time: Double) -> [Range<Int>] {
    let start = changes.firstIndex { $0.time >= time } ?? changes.count
    var groups: [Range<Int>] = []
    for index in start..<changes.count {
      let isSame =
        index > start && changes[index].time - changes[index - 1].time < Self.dragSeconds
      if isSame, let last = groups.popLast() {
        groups.append(last.lowerBound..<index + 1)
      } else {
        groups.append(index..<index + 1)
      }
    }
    return groups
  }

  /// The log with some requests moved in time, between the neighbours and within the given times.
  func moving(_ group: Range<Int>, by seconds: Double, in times: ClosedRange<Double>) -> RequestLog
  {
    let low = max(
      times.lowerBound,
      group.lowerBound > 0 ? changes[group.lowerBound - 1].time + Self.spacing : -.infinity)
    let high = min(
      times.upperBound,
      group.upperBound < changes.count ? changes[group.upperBound].time - Self.spacing : .infinity)
    let least = low - changes[group.lowerBound].time
    let most = high - changes[group.upperBound - 1].time
    guard least <= most else { return self }
    var log = self
    for index in group { log.changes[index].time += min(max(seconds, least), most) }
    return log
  }

  /// The log with another number of seconds per cycle in a request.
  func asking(_ seconds: Double, at index: Int) -> RequestLog {
    var log = self
    log.changes[index].rate = .cycleDuration(seconds)
    return log
  }

  /// The requests as a file of `--play`; times count from `start`.
  func file(from start: Double) -> String {
    "time,cycle_duration\n0,\(first)\n"
      + changes.filter { $0.time > start }
      .map { "\($0.time - start),\($0.rate.cycleDuration)\n" }.joined()
  }
}
