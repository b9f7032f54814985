// SPDX-License-Identifier: Apache-2.0

/// The evenness and cost of frames, over the last 600 frames and over the run.
///
/// Recording and reading allocate nothing; all memory is allocated at the start. A copy shares that
/// memory until the copy or the original changes.
public struct FrameStatistics: Hashable, Sendable {
  /// Intervals between presented pictures, without pauses and stalls.
  package var intervals = SampleRing()
  /// Differences between the predicted and the actual time from one picture to the next.
  package var steps = SampleRing()
  /// Durations by which the waits for frames ended too late.
  package var wakeErrors = SampleRing()
  /// Durations from the start of a frame to the end of drawing.
  package var builds = SampleRing()
  /// Durations of presenting; mostly waiting, if presenting waits for the display.
  package var presents = SampleRing()
  /// Durations from taking the input to the end of presenting its picture.
  package var inputAges = SampleRing()

  /// The last steps between pictures, including pauses and stalls.
  package var trail = FrameTrail()

  /// The number of frames in the run.
  public var frames = 0
  /// The number of refreshes without a new picture in the run.
  public var missed = 0
  /// The number of stalls in the run: gaps in which the process did not run.
  public var stalls = 0
  /// The number of times that the loop locked to the display again, after the first lock.
  public var relocks = 0
  /// The number of input events.
  public var inputEvents = 0
  /// The program's fixed steps; nil if it has none.
  ///
  /// Loops do not know fixed steps; set this property in a copy before reading the `report`.
  public var fixedStep: FixedStep?
  /// The estimator of the time before a refresh at which a picture must be presented; nil without
  /// `latchesLate`, or if the display does not report shown pictures.
  package var deadline: DeadlineEstimator?
  /// The source of the loop's rate; nil before the first frame.
  public var mode: PacingMode?
  /// Measured refreshes per second; nil if nothing is measured.
  public var measuredHertz: Double?
  /// Refreshes per second reported by the display; nil if it reports none.
  public var reportedHertz: Double?
  /// The process's use of one processor during the run, as a share; 0.01 is one per cent.
  public var processorShare = 0.0
  /// The video driver: "x11", "wayland", "dummy".
  public var videoDriver = ""
  /// The renderer: "software", "opengl", "opengles2".
  public var renderer = ""

  /// Empty statistics.
  public init() {}

  /// The current number of stored intervals; 0...600.
  package var count: Int { intervals.count }

  /// Frames per second over the stored intervals; 0 if there are none.
  public var framesPerSecond: Double {
    let total = intervals.total
    return total > 0 ? Double(count) * 1e9 / total : 0
  }

  /// The number of stored intervals below half the median; frames in a burst have such intervals.
  package var shortIntervals: Int { intervals.count(below: percentile(0.5) / 2) }

  /// The longest stored interval in seconds; 0 if there are none.
  public var longest: Double { intervals.longest }

  /// A percentile of the stored intervals, in seconds; 0 if there are none.
  ///
  /// Of n intervals in ascending order, the result is number ceil(fraction · n), counted from 1
  /// (nearest rank). `percentile(0.5)` is the median; one frame in a hundred exceeds
  /// `percentile(0.99)`.
  /// - Precondition: `fraction` is in 0...1.
  public func percentile(_ fraction: Double) -> Double { intervals.percentile(fraction) }
}
