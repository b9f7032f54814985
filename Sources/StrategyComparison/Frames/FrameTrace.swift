// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import DynamicRepeat

/// The times at which frames are seen, computed one by one.
///
/// A month at 60 Hz has 155 million frames, so no times are stored. A trace yields the same times
/// on every pass, to the last bit.
package struct FrameTrace: Hashable, Sendable {
  /// The trace's name in tables.
  package let name: String

  /// The kinds of traces.
  enum Kind: Hashable, Sendable {
    /// Frame n at `n / hertz` seconds.
    case steady(hertz: Int)
    /// Frames at refreshes of 60 Hz, each late by 0 to `latest` seconds, uniformly distributed.
    case late(latest: Double, seed: UInt64)
    /// Frames at refreshes of 60 Hz. After one frame in `every` on average, some refreshes have no
    /// frame; their number is in the range `lost`.
    case gaps(every: Int, lost: ClosedRange<Int>, seed: UInt64)
    /// Recorded times, in seconds.
    case recorded([Double])
  }

  let kind: Kind

  init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Frame n at `n / hertz` seconds, rounded to the nearest `Double`, so that errors do not
  /// accumulate.
  /// - Precondition: `hertz` is 1 to 1000.
  package static func steady(hertz: Int, name: String? = nil) -> FrameTrace {
    precondition(
      (1...1000).contains(hertz), "frames must come at 1 to 1000 Hz, but hertz is \(hertz)")
    return FrameTrace(name: name ?? "\(hertz) Hz", kind: .steady(hertz: hertz))
  }

  /// A trace of recorded times, in seconds, each later than the previous time.
  /// - Throws: `ComparisonError` if there are no times, or for the first invalid one.
  /// - Complexity: O(n) for n times.
  package init(name: String, times: [Double]) throws(ComparisonError) {
    guard !times.isEmpty else { throw ComparisonError("a trace must have a frame, but has none") }
    var last: Double?
    for (index, time) in times.enumerated() {
      guard time > last ?? -.leastNonzeroMagnitude, time <= FrameTrace.latestTime else {
        throw ComparisonError(
          "the time of frame \(index) must be \(last.map { "after \($0)" } ?? "at least 0")"
            + " and at most 1e12 seconds, but is \(time)")
      }
      last = time
    }
    self.init(name: name, kind: .recorded(times))
  }

  /// The latest time of a frame in seconds: the limit of the controller.
  package static let latestTime = 1e12

  /// The frames up to and including `end` seconds.
  ///
  /// A recording yields all its frames, even those after `end`.
  package func times(through end: Double) -> FrameTimes { FrameTimes(kind, through: end) }

  /// The time of the last frame in seconds, for a schedule of `length` seconds.
  package func end(length: Double) -> Double {
    guard case .recorded(let times) = kind else { return length }
    return times[times.count - 1]
  }

  /// The mean and the longest time between frames, in seconds; `nil` unless at least two frames are
  /// recorded.
  package var frameLengths: (mean: Double, longest: Double)? {
    guard case .recorded(let times) = kind, let first = times.first, times.count > 1 else {
      return nil
    }
    let longest = zip(times, times.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
    return ((times[times.count - 1] - first) / Double(times.count - 1), longest)
  }

  /// The approximate number of frames in `length` seconds; exact for recorded times.
  package func frameCount(length: Double) -> Double {
    switch kind {
    case .steady(let hertz): (length * Double(hertz)).rounded(.down) + 1
    case .late, .gaps: (length * 60).rounded(.down) + 1
    case .recorded(let times): Double(times.count)
    }
  }

  /// The times of a trace, in rising order.
  package struct FrameTimes: Sequence, IteratorProtocol {
    private let kind: Kind
    private let end: Double
    /// The number of the next frame; with lost frames, the number of its refresh.
    private var index = 0
    private var numbers: SplitMix64

    /// The refresh rate in hertz of traces that are not steady; most displays have this rate.
    private static let grid = 60.0

    init(_ kind: Kind, through end: Double) {
      self.kind = kind
      self.end = end
      let seed: UInt64 =
        switch kind {
        case .steady, .recorded: 0
        case .late(_, let seed), .gaps(_, _, let seed): seed
        }
      numbers = SplitMix64(seed: seed)
    }

    /// The next time in seconds; `nil` after the last.
    package mutating func next() -> Double? {
      let time: Double
      switch kind {
      case .steady(let hertz): time = Double(index) / Double(hertz)
      case .late(let latest, _): time = Double(index) / Self.grid + latest * numbers.unit()
      case .gaps(let every, let lost, _):
        time = Double(index) / Self.grid
        if numbers.whole(in: 1...every) == 1 { index += numbers.whole(in: lost) }
      case .recorded(let times):
        guard index < times.count else { return nil }
        defer { index += 1 }
        return times[index]
      }
      index += 1
      return time <= end ? time : nil
    }
  }
}
