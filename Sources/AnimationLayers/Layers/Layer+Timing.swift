// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Layer {
  /// When the layer runs, how often and which way, in its superlayer's time: all eight properties.
  ///
  /// ```
  /// local   = (parent - beginTime) * speed + timeOffset
  /// content = local                      while the duration is infinite, which is the default
  /// content = fold(local)                in the active interval 0 <= local < A, else
  /// ```
  /// Content time is the time of the layer's animations and sublayers. With a finite duration it
  /// runs from 0 to the duration, again for each repeat, and back where the layer autoreverses: as
  /// an animation's time does within its cycle (`MediaTiming.sample(at:timing:inReversedTime:)`).
  /// Outside the active interval it is that of the first frame or of the last, and the layer is
  /// shown only if it fills there: see ``Presentation/isShown``. Where the layer runs backwards,
  /// the interval is `0 < local <= A`.
  ///
  /// An animation in a layer that repeats, at any depth, reports its start once, in the first pass,
  /// and its stop once, in the last. One that ends exactly with a layer that fills stays in what
  /// shows.
  ///
  /// With an infinite duration the repeat count and duration, `autoreverses` and the fill mode have
  /// no effect. Conversions between layers (``convertTime(_:from:)``) are about local time.
  ///
  /// Assigned, local time may jump, as with ``speed``. What does not jump, ``setSpeed(_:at:)`` and
  /// its kin, keeps content time continuous as well.
  /// - Precondition: begin time, speed and time offset are finite; the duration is 0 or more, or
  ///   infinite; repeat count and duration are numbers: see `MediaTiming.validateForLayer()`.
  ///
  /// Source: CAMediaTiming as adopted by CALayer; what repeats do to sublayers is ours.
  public var timing: MediaTiming {
    get {
      var timing = repetition?.timing ?? LayerRepetition.defaults
      timing.beginTime = space.begin
      timing.speed = space.speed
      timing.timeOffset = space.offset
      return timing
    }
    set {
      trapping(newValue.validateForLayer)
      // Only what changes: a pause ends where the speed is set, and not with the duration.
      if newValue.beginTime != space.begin { timeSpace.begin = newValue.beginTime }
      if newValue.speed != space.speed { timeSpace.speed = newValue.speed }
      if newValue.timeOffset != space.offset { timeSpace.offset = newValue.timeOffset }
      repetition = LayerRepetition(newValue)
    }
  }

  /// The properties of ``timing`` under their own names, as an animation has them.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MediaTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }
}

extension MediaTiming {
  /// Checks numbers from a file or a person before they become ``Layer/timing``, which traps.
  /// - Throws: `LayerError` where begin time, speed or time offset is not finite, where the duration
  ///   is negative or not a number, and where repeat count or duration is not a number.
  public func validateForLayer() throws(LayerError) {
    for (property, value) in [
      ("beginTime", beginTime), ("speed", speed), ("timeOffset", timeOffset),
    ]
    where !value.isFinite { throw .notFinite(property: property, value: value) }
    guard duration >= 0 else { throw .layerDuration(duration) }
    if repeatCount.isNaN { throw .notANumber(property: "repeatCount") }
    if repeatDuration.isNaN { throw .notANumber(property: "repeatDuration") }
  }
}

/// The five of a layer's properties of timing that make it repeat.
final class LayerRepetition {
  static let defaults = MediaTiming(duration: .infinity)

  /// With begin 0, speed 1 and offset 0: it runs in the layer's local time.
  let timing: MediaTiming
  /// The number of the last leg; that of the greatest leg where there is none.
  let lastLeg: Int
  private let prepared: PreparedTiming

  /// `nil` where all five are at their defaults.
  init?(_ layerTiming: MediaTiming) {
    var timing = layerTiming
    timing.beginTime = 0
    timing.speed = 1
    timing.timeOffset = 0
    guard timing != Self.defaults else { return nil }
    self.timing = timing
    prepared = PreparedTiming(timing)
    lastLeg =
      prepared.sample(at: .greatestFiniteMagnitude, inReversedTime: false).leg
  }

  /// Whether it changes anything: with an infinite duration content time is local time.
  var isFinite: Bool { timing.duration < .infinity }

  func sample(at local: Double, inReversedTime: Bool) -> MediaSample {
    prepared.sample(at: local, inReversedTime: inReversedTime)
  }
}
