// SPDX-License-Identifier: Apache-2.0

/// Counts the work of a run, and reports it now and then.
struct WorkCount {
  /// The work of one rate change, in frames: 0.8 microseconds measured, against 0.04 of a frame.
  static let change = 20

  /// Work between two reports: some hundredths of a second.
  private static let report = 1 << 20

  private var unreported = 0
  private let progress: (Int) -> Void

  init(_ progress: @escaping (Int) -> Void) { self.progress = progress }

  mutating func addChange() { unreported += Self.change }

  @inline(__always)
  mutating func addFrame() {
    unreported += 1
    if unreported >= Self.report { report() }
  }

  /// Reports what has not been reported yet.
  @inline(never)
  mutating func report() {
    progress(unreported)
    unreported = 0
  }
}

extension Comparison {
  /// The work of all strategies, in frames, as progress reports it: a rate change counts as 20
  /// frames.
  public var work: Double {
    let end = trace.end(length: schedule.length)
    let changes = schedule.changes.count { $0.time <= end }
    return (trace.frameCount(length: schedule.length) + Double(changes * WorkCount.change))
      * Double(strategies.count)
  }
}
