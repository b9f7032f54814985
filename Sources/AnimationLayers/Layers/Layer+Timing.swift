// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Layer {
  /// All eight timing properties of the layer, in its superlayer's time.
  ///
  /// ```
  /// local   = (parent - beginTime) * speed + timeOffset
  /// content = local            if the duration is infinite, which is the default
  /// content = fold(local)      if it is finite, in the active interval 0 <= local < A
  /// ```
  /// Content time is the time of the layer's animations and sublayers. `A` is the length of the
  /// active interval, with all repeats. With a finite duration, content time runs from 0 to the
  /// duration, starts again with each repeat, and runs back if the layer autoreverses, like an
  /// animation's time within its cycle (`MediaTiming.sample(at:timing:inReversedTime:)`). Outside
  /// the active interval, content time is held at the first or last frame, and the layer is shown
  /// only if it fills. If the layer runs backwards, the interval is `0 < local <= A`.
  ///
  /// An animation inside a repeating layer, at any depth, reports its start once, in the first
  /// pass, and its stop once, in the last. An animation that has not ended when the active interval
  /// ends, or has not begun, stops then, with `finished` false. A filling layer keeps showing it.
  ///
  /// With an infinite duration the repeat count, the repeat duration, `autoreverses` and the fill
  /// mode have no effect. Conversions between layers (``convertTime(_:from:)``) use local time.
  ///
  /// Assigning a property may make local time jump, as in Core Animation: a new speed also applies
  /// to the time since the begin time. ``setSpeed(_:at:)``, pausing, resuming and reversing keep
  /// local and content time continuous. At speed 0 the local time is the time offset.
  /// - Precondition: Each number is in its range, and the duration is not negative.
  ///   `MediaTiming.validateForLayer()` checks this.
  /// Source: CAMediaTiming as adopted by CALayer; the effect of repeats on sublayers is our rule.
  public var timing: MediaTiming {
    get {
      var timing = repetition?.timing ?? LayerRepetition.defaults
      timing.beginTime = timeSpace.begin
      timing.speed = timeSpace.speed
      timing.timeOffset = timeSpace.offset
      return timing
    }
    set {
      trapping(newValue.validateForLayer)
      // The properties are assigned one by one, because setting the speed ends a pause, and setting
      // only the duration must not end a pause.
      if newValue.beginTime != timeSpace.begin { timeSpace.begin = newValue.beginTime }
      if newValue.speed != timeSpace.speed { timeSpace.speed = newValue.speed }
      if newValue.timeOffset != timeSpace.offset { timeSpace.offset = newValue.timeOffset }
      let repeated = LayerRepetition.timing(of: newValue)
      if repeated != repetition?.timing { repetition = repeated.map(LayerRepetition.init) }
    }
  }

  /// The properties of ``timing`` under their own names, as on animations.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MediaTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }
}

/// The five timing properties that make a layer repeat.
final class LayerRepetition {
  static let defaults = MediaTiming(duration: .infinity)

  /// The layer's timing with begin 0, speed 1 and offset 0: repeats run in the layer's local time,
  /// which already includes begin time, speed and offset.
  let timing: MediaTiming
  /// The number of the last leg (a run from start to end or back); the greatest number if endless.
  let lastLeg: Int
  @exclusivity(unchecked) private var prepared: PreparedTiming

  /// The value of ``timing`` for a layer; `nil` if all five properties have their defaults.
  static func timing(of layerTiming: MediaTiming) -> MediaTiming? {
    var timing = layerTiming
    timing.beginTime = 0
    timing.speed = 1
    timing.timeOffset = 0
    return timing == defaults ? nil : timing
  }

  init(_ timing: MediaTiming) {
    self.timing = timing
    prepared = PreparedTiming(timing)
    lastLeg = prepared.sample(at: .never, inReversedTime: false).leg
  }

  var duration: LayerTicks { prepared.leg }

  /// Whether the duration is finite; if it is infinite, content time is local time.
  var isFinite: Bool { timing.duration < .infinity }

  func sample(at local: LayerTicks, inReversedTime: Bool) -> MediaSample {
    prepared.sample(at: local, inReversedTime: inReversedTime)
  }
}
