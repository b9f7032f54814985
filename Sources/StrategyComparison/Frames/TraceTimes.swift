// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The times of a trace, one after the other, each later than the one before.
public struct TraceTimes: Sequence, IteratorProtocol {
  private let kind: FrameTrace.Kind
  private let end: Double
  /// The next frame: its number, or its index on the grid where frames are lost.
  private var index = 0
  private var numbers: SplitMix64

  /// Hertz of the traces that are not steady: the usual display.
  private static let grid = 60.0

  init(_ kind: FrameTrace.Kind, through end: Double) {
    self.kind = kind
    self.end = end
    let seed: UInt64 =
      switch kind {
      case .steady, .recorded: 0
      case .late(_, let seed), .gaps(_, _, _, let seed): seed
      }
    numbers = SplitMix64(seed: seed)
  }

  /// Seconds; `nil` after the last.
  public mutating func next() -> Double? {
    let time: Double
    switch kind {
    case .steady(let hertz): time = Double(index) / Double(hertz)
    case .late(let latest, _): time = Double(index) / Self.grid + latest * numbers.unit()
    case .gaps(let every, let shortest, let longest, _):
      time = Double(index) / Self.grid
      if numbers.whole(in: 1...every) == 1 { index += numbers.whole(in: shortest...longest) }
    case .recorded(let times):
      guard index < times.count else { return nil }
      defer { index += 1 }
      return times[index]
    }
    index += 1
    return time <= end ? time : nil
  }
}
