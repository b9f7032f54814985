// SPDX-License-Identifier: Apache-2.0

/// The times at which frames are seen, as a rule that yields them one by one.
///
/// A month at 60 Hz is 155 million times, so each is computed when it is needed and none is kept.
/// The same trace always yields the same times, to the last bit.
public struct FrameTrace: Hashable, Sendable {
  /// Its name in tables.
  public let name: String

  /// The kinds of traces.
  enum Kind: Hashable, Sendable {
    /// Frame n at `n / hertz` seconds.
    case steady(hertz: Int)
    /// On the grid of 60 Hz, each frame seen up to `latest` seconds late, the same chance for each.
    case late(latest: Double, seed: UInt64)
    /// On the grid of 60 Hz; after one frame in `every` on average, up to `longest` refreshes are
    /// lost.
    case gaps(every: Int, shortest: Int, longest: Int, seed: UInt64)
    /// Times that were recorded.
    case recorded([Double])
  }

  let kind: Kind

  init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Frame n at `n / hertz` seconds, each the nearest `Double`: nothing adds up.
  /// - Precondition: `hertz` is 1 to 1000.
  public static func steady(hertz: Int, name: String? = nil) -> FrameTrace {
    precondition(
      (1...1000).contains(hertz), "frames must come at 1 to 1000 Hz, but hertz is \(hertz)")
    return FrameTrace(name: name ?? "\(hertz) Hz", kind: .steady(hertz: hertz))
  }

  /// Times that were recorded.
  /// - Throws: the ``FrameTraceError`` that names the first wrong time.
  /// - Complexity: O(n) for n times.
  public init(name: String, times: [Double]) throws(FrameTraceError) {
    guard !times.isEmpty else { throw .empty }
    var last = -Double.leastNonzeroMagnitude
    for (index, time) in times.enumerated() {
      guard time > last, time <= FrameTrace.latestTime else {
        throw .invalidTime(index: index, time, after: index == 0 ? nil : last)
      }
      last = time
    }
    self.init(name: name, kind: .recorded(times))
  }

  /// The last time that a frame may have, in seconds: the controller's own limit.
  public static let latestTime = 1e12

  /// The frames up to and at `end` seconds; of recorded times all, whatever `end` is.
  public func times(through end: Double) -> TraceTimes { TraceTimes(kind, through: end) }

  /// The end of the frames in seconds, where a schedule asks for `length` seconds.
  public func end(length: Double) -> Double {
    guard case .recorded(let times) = kind else { return length }
    return times[times.count - 1]
  }

  /// About how many frames there are in `length` seconds: exact for recorded times.
  public func frameCount(length: Double) -> Double {
    switch kind {
    case .steady(let hertz): (length * Double(hertz)).rounded(.down) + 1
    case .late, .gaps: (length * 60).rounded(.down) + 1
    case .recorded(let times): Double(times.count)
    }
  }
}

/// Why recorded times are not a trace.
public enum FrameTraceError: Error, Hashable, Sendable {
  /// There are none.
  case empty
  /// Time `index` is negative, not later than the one before, beyond ``FrameTrace/latestTime`` or
  /// NaN.
  case invalidTime(index: Int, Double, after: Double?)
}

extension FrameTraceError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .empty: "a trace must have a frame, but has none"
    case .invalidTime(let index, let value, let last):
      "the time of frame \(index) must be \(last.map { "after \($0)" } ?? "at least 0")"
        + " and at most 1e12 seconds, but is \(value)"
    }
  }
}
