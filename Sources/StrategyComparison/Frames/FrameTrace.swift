// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

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
    /// On the grid of 60 Hz; after one frame in `every` on average, some refreshes are lost.
    case gaps(every: Int, lost: ClosedRange<Int>, seed: UInt64)
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

  /// Times that were recorded, in seconds, each later than the one before.
  /// - Throws: There are none, or the first wrong one.
  /// - Complexity: O(n) for n times.
  public init(name: String, times: [Double]) throws(ComparisonError) {
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

  /// The last time that a frame may have, in seconds: the controller's own limit.
  public static let latestTime = 1e12

  /// The frames up to and at `end` seconds; of recorded times all, whatever `end` is.
  public func times(through end: Double) -> FrameTimes { FrameTimes(kind, through: end) }

  /// The end of the frames in seconds, if a schedule asks for `length` seconds.
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

  /// The times of a trace, one after the other, each later than the one before.
  public struct FrameTimes: Sequence, IteratorProtocol {
    private let kind: Kind
    private let end: Double
    /// The next frame: its number, or its index on the grid where frames are lost.
    private var index = 0
    private var numbers: SplitMix64

    /// Hertz of the traces that are not steady: the usual display.
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

    /// Seconds; `nil` after the last.
    public mutating func next() -> Double? {
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
