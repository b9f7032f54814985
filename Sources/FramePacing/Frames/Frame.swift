// SPDX-License-Identifier: Apache-2.0

/// What a program needs to know of the frame that it draws now.
public struct Frame: Hashable, Sendable {
  /// Which frame this is, counted from 0.
  public let number: Int
  /// Seconds since the loop's first frame; 0 for that one, never decreasing.
  ///
  /// Rounded once, from integer nanoseconds: exact to the nanosecond for months.
  public let time: Double
  /// Seconds since the frame before; 0 for the first.
  public let delta: Double
  /// Seconds between two pictures of the display, or of the timer that stands in for it.
  public let refreshPeriod: Double
  /// Whole refresh periods that passed without a frame since the frame before.
  public let missed: Int

  /// A frame; loops make these, and tests.
  public init(number: Int, time: Double, delta: Double, refreshPeriod: Double, missed: Int = 0) {
    self.number = number
    self.time = time
    self.delta = delta
    self.refreshPeriod = refreshPeriod
    self.missed = missed
  }
}

/// Numbers the frames and gives each its time.
public struct FrameTimeline: Hashable, Sendable {
  private enum Source: Hashable, Sendable {
    /// Nanoseconds of a clock, less the pauses; nil before the first frame.
    case clock(start: Int64?)
    /// Frame n at exactly n / rate: no clock at all.
    case fixed(FrameRate)
  }

  private var source: Source
  private var number = 0
  private var last: Int64 = 0

  private init(source: Source) {
    self.source = source
  }

  /// Frames at the times of a clock: the first frame's time is 0.
  public static var followingClock: FrameTimeline { FrameTimeline(source: .clock(start: nil)) }

  /// Frame n at `Double(n) / rate.hertz` whatever the clock says: the same in every run.
  public static func fixed(_ rate: FrameRate) -> FrameTimeline {
    FrameTimeline(source: .fixed(rate))
  }

  /// The next frame.
  /// - Parameter now: The clock's nanoseconds; not less than at the frame before. Not looked at by
  ///   a fixed timeline.
  /// - Parameter refreshPeriod: Seconds; told to the program. A fixed timeline tells its own.
  /// - Parameter missed: Whole refresh periods without a frame; told to the program.
  public mutating func next(at now: Int64, refreshPeriod: Double, missed: Int = 0) -> Frame {
    defer { number += 1 }
    switch source {
    case .fixed(let rate):
      let time = Double(number) / rate.hertz
      let before = Double(max(number - 1, 0)) / rate.hertz
      return Frame(number: number, time: time, delta: time - before, refreshPeriod: rate.period)
    case .clock(let start):
      let origin = start ?? now
      source = .clock(start: origin)
      let elapsed = now - origin
      precondition(elapsed >= last, "the clock went back by \(last - elapsed) ns")
      defer { last = elapsed }
      return Frame(
        number: number, time: Double(elapsed) / 1e9, delta: Double(elapsed - last) / 1e9,
        refreshPeriod: refreshPeriod, missed: missed)
    }
  }

  /// Takes `nanoseconds` out of the time that passes: a pause in which nothing was drawn.
  ///
  /// The next frame's time is as if the pause had not been. Without effect before the first frame,
  /// and on a fixed timeline.
  /// - Precondition: `nanoseconds` is not negative, and not more than has passed since the last
  ///   frame.
  public mutating func skip(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a pause of \(nanoseconds) ns")
    if case .clock(let start?) = source {
      source = .clock(start: start + nanoseconds)
    }
  }
}
