// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The frame rate in the corner of each scene, measured on that scene's own frames.
///
/// The loop's statistics go back 600 frames: after a slow scene that is half a minute in which they
/// say little of the scene that shows.
struct FrameMeter {
  /// Seconds that the rate is a mean of.
  static let rateSeconds = 1.0
  /// Seconds between two new figures: what changes in every frame cannot be read.
  static let updateSeconds = 0.25

  private var scene: Int?
  /// The number of the first frame that showed the scene.
  private var opened = 0
  /// The time of the next figures.
  private var due = 0.0
  private var framesPerSecond = 0.0
  private var p99Interval = 0.0
  private var intervals: [Double] = []

  /// The figures to be shown in a frame.
  /// - Parameters:
  ///   - statistics: Those of the loop up to the frame before.
  ///   - scene: The open scene's index in the list.
  mutating func status(_ statistics: FrameStatistics, in frame: Frame, of scene: Int)
    -> FrameStatus
  {
    if scene != self.scene {
      self.scene = scene
      opened = frame.number
      due = frame.time + Self.updateSeconds
      (framesPerSecond, p99Interval) = (0, 0)
    }
    if frame.time >= due {
      due = frame.time + Self.updateSeconds
      // The newest step led to the frame before; the step to the scene's first frame is not its own.
      let isMeasured = measure(statistics.trail, steps: frame.number - opened - 1)
      // Where every frame takes as long as a stall there is no interval, and still a rate.
      if !isMeasured, frame.rawDelta > 0 {
        (framesPerSecond, p99Interval) = (1 / frame.rawDelta, frame.rawDelta)
      }
    }
    return FrameStatus(
      framesPerSecond: framesPerSecond, p99Interval: p99Interval, statistics: statistics)
  }

  /// - Returns: Whether there was an interval to measure.
  private mutating func measure(_ trail: FrameTrail, steps: Int) -> Bool {
    intervals.removeAll(keepingCapacity: true)
    var seconds = 0.0
    var recent = 0
    for age in 0..<max(0, min(steps, trail.count)) {
      guard let interval = trail.newest(age).interval else { continue }
      intervals.append(interval)
      if seconds < Self.rateSeconds {
        seconds += interval
        recent += 1
      }
    }
    guard seconds > 0 else { return false }
    framesPerSecond = Double(recent) / seconds
    intervals.sort()
    let rank = Int((0.99 * Double(intervals.count)).rounded(.up))
    p99Interval = intervals[max(rank - 1, 0)]
    return true
  }
}
