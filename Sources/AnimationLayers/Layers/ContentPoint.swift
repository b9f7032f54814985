// SPDX-License-Identifier: Apache-2.0

/// The time state of a layer's content, that is, of its animations and sublayers.
struct ContentPoint {
  /// Content time.
  var time: LayerTicks
  /// The sign of content time's speed relative to media time.
  var direction = 1
  /// Whether active intervals exclude their start and include their end, as `0 < e <= A` in the
  /// terms of ``MediaTiming``.
  var isReversed = false
  /// Whether the layer or an ancestor has a finite duration, so that content time starts again with
  /// each repeat.
  var isFolded = false
  /// Whether the layer and all its ancestors are in their active intervals or fill.
  var isShown = true
  /// Whether content time is held at the beginning or the end of an active interval.
  var isHeld = false
}

extension Layer {
  /// The time state of the layer's content, given the state of the superlayer's content.
  /// - Returns: The content point, the layer's local time, and for a layer of finite duration the
  ///   sample at that local time.
  func contentPoint(
    in outer: ContentPoint
  ) -> (point: ContentPoint, local: LayerTicks, sample: MediaSample?) {
    let space = timeSpace
    let sign = space.directionSign
    let local = space.local(at: outer.time)
    var point = outer
    point.time = local
    point.direction = outer.direction * sign
    // Content that is held at an end keeps the direction in which it reached that end.
    point.isReversed =
      outer.isFolded ? sign != 0 && outer.isReversed != (sign < 0) : point.direction < 0
    guard let repetition, repetition.isFinite else { return (point, local, nil) }
    let sample = repetition.sample(at: local, inReversedTime: point.isReversed)
    point.time = sample.content
    point.isFolded = true
    point.isShown = outer.isShown && sample.isInEffect
    if sample.runsBackwards { point.direction = -point.direction }
    if sample.stage == .active {
      point.isReversed = point.isReversed != sample.runsBackwards
    } else {
      // Content held at an end shows the frame just inside that end, so the active intervals of the
      // content include that end.
      point.isHeld = true
      point.isReversed = sample.stage == .after && !sample.runsBackwards
    }
    return (point, local, sample)
  }

  /// The layer's content at a media time, without side effects.
  func contentPoint(atMediaTime time: Double) -> ContentPoint {
    path.reduce(ContentPoint(time: LayerTicks(seconds: time, "a media time"))) {
      $1.contentPoint(in: $0).point
    }
  }

  /// The time of the layer's animations and sublayers at a media time.
  ///
  /// Local time if neither this layer nor an ancestor has a finite duration; else see ``timing``.
  /// - Parameter mediaTime: Seconds, within ±1e12; may be in the past or the future.
  /// - Returns: Seconds; `nil` if the layer is not shown.
  /// - Complexity: O(depth).
  package func contentTime(at mediaTime: Double) -> Double? {
    let point = contentPoint(atMediaTime: mediaTime)
    return point.isShown ? point.time.seconds : nil
  }
}
