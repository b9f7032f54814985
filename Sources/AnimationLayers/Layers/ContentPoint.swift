// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Where the content of a layer, its animations and sublayers, is in time.
struct ContentPoint {
  /// Media time: what a root layer is in.
  static func media(_ time: Double) -> ContentPoint { ContentPoint(time: time) }

  /// Seconds.
  var time: Double
  /// The sign of that time's speed against media time.
  var direction = 1
  /// Whether active intervals are half-open the other way: `0 < e <= A`.
  var isReversed = false
  /// Whether the layer, or one that it is in, has a finite duration.
  var isFolded = false
  /// Whether it is shown: everything around it is in its active interval, or fills.
  var isShown = true
  /// Whether time is still at the end of an active interval.
  var isHeld = false
}

extension Layer {
  /// Where the layer's content is, with its superlayer's content at `outer`.
  /// - Returns: Also, where the layer has a finite duration, the local time and its sample.
  func contentPoint(
    in outer: ContentPoint
  ) -> (point: ContentPoint, local: Double, sample: MediaSample?) {
    let space = space
    let local = space.local(at: outer.time)
    var point = outer
    point.time = local
    point.direction = outer.direction * space.directionSign
    // What is held keeps the side that it came from, whatever the direction since.
    point.isReversed =
      outer.isFolded
      ? space.speed != 0 && outer.isReversed != (space.speed < 0) : point.direction < 0
    guard let repetition, repetition.isFinite else { return (point, local, nil) }
    let sample = repetition.sample(at: local, inReversedTime: point.isReversed)
    point.time = sample.localTime
    point.isFolded = true
    point.isShown = outer.isShown && sample.isInEffect
    if sample.runsBackwards { point.direction = -point.direction }
    if sample.stage == .active {
      point.isReversed = point.isReversed != sample.runsBackwards
    } else {
      // The frame that leads to the end: intervals are closed on the side towards the inside.
      point.isHeld = true
      point.isReversed = sample.stage == .after && !sample.runsBackwards
    }
    return (point, local, sample)
  }

  /// Where the layer's content is at a media time: nothing is changed.
  func contentPoint(atMediaTime time: Double) -> ContentPoint {
    path.reduce(.media(time)) { $1.contentPoint(in: $0).point }
  }

  /// The time of the layer's animations and sublayers at a media time.
  ///
  /// Local time, folded where this layer or one that it is in has a finite duration: ``timing``.
  /// - Parameter mediaTime: Seconds; finite; may lie in the past or the future.
  /// - Returns: Seconds; `nil` where the layer is not shown.
  /// - Complexity: O(depth).
  public func contentTime(at mediaTime: Double) -> Double? {
    requireFinite(mediaTime: mediaTime)
    let point = contentPoint(atMediaTime: mediaTime)
    return point.isShown ? point.time : nil
  }
}
