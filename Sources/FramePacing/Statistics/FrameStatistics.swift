// SPDX-License-Identifier: Apache-2.0

/// How evenly frames come, and what they cost: one value, of the last 600 frames and of the run.
///
/// Recording and asking allocate nothing: all memory is taken at the start. A copy shares that
/// memory until one of the two changes.
public struct FrameStatistics: Hashable, Sendable {
  /// How many intervals are remembered: 600.
  package static let capacity = SampleRing.capacity

  /// From one presented picture to the next, without pauses and stalls.
  package private(set) var intervals = SampleRing()
  /// The same, of the whole run.
  package private(set) var histogram = LogHistogram()
  /// How far a frame's step in time was from the step that was seen.
  package var steps = SampleRing()
  /// How late waits for a deadline ended.
  package var wakeErrors = SampleRing()
  /// From a frame's begin to its last drawing.
  package var builds = SampleRing()
  /// Spent presenting; in the modes of the display mostly waiting.
  package var presents = SampleRing()
  /// From taking the input to the end of presenting the picture that shows it.
  package var inputAges = SampleRing()

  /// Each step from picture to picture, predicted and seen, pauses and stalls too.
  package var trail = FrameTrail()

  /// Frames of the run.
  public var frames = 0
  /// Refreshes without a new picture, of the run.
  public var missed = 0
  /// How often the loop stalled.
  public var stalls = 0
  /// How often the display was locked to again: all locks but the first.
  public var relocks = 0
  /// Events of input.
  public var inputEvents = 0
  /// The fixed steps that the program makes of its frames; nil where it makes none.
  ///
  /// No loop knows of them: who has them notes them in a copy before asking for the `report`.
  public var fixedStep: FixedStep?
  /// What was learned of how early a picture must be committed; nil where no display reports when
  /// pictures are shown, or the loop does not latch late.
  package var deadline: DeadlineEstimator?
  /// What holds the loop; nil before the first frame.
  public var mode: PacingMode?
  /// Refreshes a second, as measured; nil where nothing is.
  public var measuredHertz: Double?
  /// Refreshes a second, as the display reports; nil where it reports none.
  public var reportedHertz: Double?
  /// The share of one processor that the process used during the run; 0.01 is one per cent.
  public var processorShare = 0.0
  /// What shows the pictures: "x11", "wayland", "dummy".
  public var videoDriver = ""
  /// What draws them: "software", "opengl", "opengles2".
  public var renderer = ""

  /// Statistics of nothing.
  public init() {}

  /// How many intervals are remembered now; 0...600.
  package var count: Int { intervals.count }

  /// Adds one interval between two pictures, in nanoseconds; the oldest of 600 falls out.
  /// - Precondition: `nanoseconds` is not negative.
  /// - Complexity: O(600), a move of at most 4.8 kB.
  package mutating func record(nanoseconds: Int64) {
    intervals.record(nanoseconds: nanoseconds)
    histogram.record(nanoseconds: nanoseconds)
  }

  /// Frames per second: intervals through the time they took; 0 where there are none.
  public var framesPerSecond: Double {
    let total = intervals.total
    return total > 0 ? Double(count) * 1e9 / total : 0
  }

  /// How many of the remembered intervals are below half the median: frames that came in a burst.
  package var shortIntervals: Int { intervals.count(below: percentile(0.5) / 2) }

  /// The longest interval, in seconds; 0 where there are none.
  public var longest: Double { intervals.longest }

  /// The interval in seconds that `fraction` of all are not longer than; 0 where there are none.
  ///
  /// The nearest rank: of n intervals in order, number ceil(fraction · n), counted from 1.
  /// `percentile(0.5)` is the median, `percentile(0.99)` what one frame in a hundred exceeds.
  /// - Precondition: `fraction` is in 0...1.
  public func percentile(_ fraction: Double) -> Double { intervals.percentile(fraction) }

  /// Forgets everything, and keeps the memory.
  package mutating func reset() {
    intervals.reset()
    histogram.reset()
    steps.reset()
    wakeErrors.reset()
    builds.reset()
    presents.reset()
    inputAges.reset()
    trail.reset()
    fixedStep = nil
    (frames, missed, stalls, relocks, inputEvents) = (0, 0, 0, 0, 0)
    (mode, measuredHertz, reportedHertz, deadline) = (nil, nil, nil, nil)
    processorShare = 0
  }
}
