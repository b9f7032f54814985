// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import SDLDriver

/// A still picture of an animation's timing: a strip of its progress over time.
///
/// It goes from the alarm colour at progress 0 to the calm one at progress 1; where the animation is
/// not in effect there is none.
/// Source: the figures of D. Rönnqvist, "Controlling Animation Timing" (2013).
struct TimingStrip: Sendable {
  /// When the animation runs; a begin time of 0 is the picture's left edge.
  let timing: MediaTiming
  /// The timing of the layer that the animation is in; by default it has no end.
  var layerTiming = MediaTiming(duration: .infinity)
  /// How much time the picture shows, from 0 on, in seconds: above 0, at most 1000.
  let seconds: Double
  /// Its settings, in words.
  let label: String

  /// The animation's sample at a time of its layer.
  /// - Parameter time: Seconds from the left edge.
  func sample(at time: Double) -> MediaSample {
    guard layerTiming.duration < .infinity else { return timing.sample(at: time) }
    let outer = layerTiming.sample(at: time)
    // An animation in a layer that is not shown is not in effect, as long before or after.
    let inner =
      outer.isInEffect ? outer.localTime : (outer.stage == .before ? -.infinity : .infinity)
    return timing.sample(at: inner, inReversedTime: outer.runsBackwards)
  }

  /// The strip's colour at a time; `nil` while the animation is not in effect.
  /// - Parameter time: Seconds from the left edge.
  func color(at time: Double) -> Color? {
    let sample = sample(at: time)
    guard sample.isInEffect else { return nil }
    return .interpolate(from: Palette.alarm, to: Palette.calm, progress: sample.progress)
  }
}

// MARK: - Segments

extension TimingStrip {
  /// A part of the strip in one colour.
  struct Segment: Hashable, Sendable {
    /// The columns that it covers, counted from the left edge; not empty.
    let columns: Range<Int>
    /// Its colour.
    let color: RGBA8
  }

  /// The strip cut into columns, each of the colour at its middle, neighbours of the same colour joined.
  ///
  /// From the left; where the animation is not in effect there is none.
  /// - Parameter width: Columns of the whole strip; at least 1.
  /// - Complexity: O(width).
  func segments(width: Int) -> [Segment] {
    var segments: [Segment] = []
    var start = 0
    var color = color(ofColumn: 0, width: width)
    for column in 1...width {
      let next = column < width ? self.color(ofColumn: column, width: width) : nil
      if column < width, next == color { continue }
      if let color { segments.append(Segment(columns: start..<column, color: color)) }
      (start, color) = (column, next)
    }
    return segments
  }

  private func color(ofColumn column: Int, width: Int) -> RGBA8? {
    color(at: (Double(column) + 0.5) * seconds / Double(width)).map { Palette.bytes(of: $0) }
  }
}
