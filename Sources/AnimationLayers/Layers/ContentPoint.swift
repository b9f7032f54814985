// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

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
    path().reduce(.media(time)) { $1.contentPoint(in: $0).point }
  }

  /// The time of the layer's animations and sublayers at a media time.
  ///
  /// Local time, folded where this layer or one that it is in has a finite duration; see
  /// ``timing``.
  /// - Parameter mediaTime: Seconds; finite; may lie in the past or the future.
  /// - Returns: Seconds; `nil` where the layer is not shown.
  /// - Complexity: O(depth).
  public func contentTime(at mediaTime: Double) -> Double? {
    precondition(mediaTime.isFinite, LayerError.timeNotFinite(mediaTime).description)
    let point = contentPoint(atMediaTime: mediaTime)
    return point.isShown ? point.time : nil
  }
}

/// What an update knows of a layer in whose time something repeats: one whose own duration is
/// finite, or that of a layer that it is in.
final class FoldedTime {
  var point = ContentPoint(time: 0)
  /// The content times between the last update and this one, ends of passes included.
  private(set) var passed = 0.0...0.0
  /// Whether content time came to an end of a pass since the last update: then ``passed`` is more
  /// than what lies between its ends.
  private(set) var hasTurned = false
  /// Whether no further pass will come, of this layer or of one that it is in.
  private(set) var isLastPass = true
  /// Whether all passes are over, in the direction of time.
  private(set) var isOver = false
  /// Whether the layer, or one that it is in, has not begun, in the direction of time.
  private(set) var isAhead = false
  private var lastLocal: Double?

  /// Takes the layer from its last update to this one.
  func move(_ layer: Layer, in outer: ContentPoint, _ outerFold: FoldedTime?) {
    let (point, local, sample) = layer.contentPoint(in: outer)
    self.point = point
    var passed = min(local, lastLocal ?? local)...max(local, lastLocal ?? local)
    let isFirst = lastLocal == nil
    lastLocal = local
    isLastPass = outerFold?.isLastPass ?? true
    isOver = outerFold?.isOver ?? false
    isAhead = outerFold?.isAhead ?? false
    hasTurned = outerFold?.hasTurned ?? false && !isFirst
    if hasTurned, let outerFold {
      let ends = [outerFold.passed.lowerBound, outerFold.passed.upperBound]
        .map { layer.timeSpace.local(at: $0) }
      passed = min(passed.lowerBound, ends[0], ends[1])...max(passed.upperBound, ends[0], ends[1])
    }
    guard let sample, let repetition = layer.repetition else {
      self.passed = passed
      return
    }
    let direction = outer.direction * layer.space.directionSign
    settle(sample, direction, lastLeg: repetition.lastLeg)
    fold(passed, repetition)
  }

  private func settle(_ sample: MediaSample, _ direction: Int, lastLeg: Int) {
    switch sample.stage {
    case .before:
      isAhead = isAhead || direction >= 0
      isOver = isOver || direction < 0
    case .after:
      isAhead = isAhead || direction < 0
      isOver = isOver || direction >= 0
    case .active: break
    }
    isLastPass = isOver || isLastPass && sample.leg == (direction < 0 ? 0 : lastLeg)
  }

  /// The content times in a range of local time.
  private func fold(_ locals: ClosedRange<Double>, _ repetition: LayerRepetition) {
    let first = repetition.sample(at: locals.lowerBound, inReversedTime: false)
    let last = repetition.sample(at: locals.upperBound, inReversedTime: true)
    var low = min(first.localTime, last.localTime)
    var high = max(first.localTime, last.localTime)
    let timing = repetition.timing
    let legs = last.leg - first.leg
    if legs > 0 {
      hasTurned = true
      // One turn of a there and back touches one end; all else touches both.
      let isOneTurn = timing.autoreverses && legs == 1
      if !isOneTurn || first.leg & 1 == 1 { low = 0 }
      if !isOneTurn || first.leg & 1 == 0 { high = timing.duration }
    }
    passed = low...high
  }
}
