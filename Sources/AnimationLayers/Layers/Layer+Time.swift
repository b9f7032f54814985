// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension Layer {
  /// The superlayer's time at which local time is ``timeOffset``, in seconds; default 0.
  ///
  /// Assigned, local time jumps by the difference times ``speed``.
  /// - Precondition: finite; ``setBeginTime(validating:)`` throws instead.
  public var beginTime: Double {
    get { timeSpace.begin }
    set { trapping { () throws(LayerError) in try setBeginTime(validating: newValue) } }
  }

  /// Sets ``beginTime``, in seconds of the superlayer.
  /// - Throws: `LayerError.notFinite`; then nothing has changed.
  public func setBeginTime(validating beginTime: Double) throws(LayerError) {
    try Self.check(beginTime, "beginTime")
    timeSpace.begin = beginTime
  }

  /// Local seconds per second of the superlayer; default 1.
  ///
  /// 0 stops time, negative runs it backwards. Set as here, as in Core Animation, local time jumps:
  /// it is then as if the speed had been this since ``beginTime``. ``setSpeed(_:at:)`` does not
  /// jump.
  /// - Precondition: finite; ``setSpeed(validating:)`` throws instead.
  public var speed: Double {
    get { timeSpace.speed }
    set { trapping { () throws(LayerError) in try setSpeed(validating: newValue) } }
  }

  /// Sets ``speed``, which jumps.
  /// - Throws: `LayerError.notFinite`; then nothing has changed.
  public func setSpeed(validating speed: Double) throws(LayerError) {
    try Self.check(speed, "speed")
    timeSpace.speed = speed
  }

  /// The local time at ``beginTime``, in seconds; default 0.
  ///
  /// With ``speed`` 0, it is the local time: what a slider sets.
  /// - Precondition: finite; ``setTimeOffset(validating:)`` throws instead.
  public var timeOffset: Double {
    get { timeSpace.offset }
    set { trapping { () throws(LayerError) in try setTimeOffset(validating: newValue) } }
  }

  /// Sets ``timeOffset``, in seconds of local time.
  /// - Throws: `LayerError.notFinite`; then nothing has changed.
  public func setTimeOffset(validating timeOffset: Double) throws(LayerError) {
    try Self.check(timeOffset, "timeOffset")
    timeSpace.offset = timeOffset
  }

  /// A time of another layer, or media time, in this layer's time.
  ///
  /// Goes up to the nearest layer that both are in (or to media time), and down. Each layer's time
  /// is its local time, which a finite duration does not fold: it is defined before, after and at
  /// all repeats. ``contentTime(at:)`` is the folded one.
  /// - Parameters:
  ///   - time: Seconds.
  ///   - source: Where the time is from; `nil` is media time.
  /// - Returns: Seconds; `nil` where the way up leads through a layer of speed 0, in which no time,
  ///   or every time, is this one.
  public func localTime(of time: Double, from source: Layer?) -> Double? {
    Layer.convert(time, from: source, to: self)
  }

  /// The same as Core Animation's interface wants it: through speed 0, that layer's begin time.
  ///
  /// Source: `-[CALayer convertTime:fromLayer:]`; speed 0 is ours.
  public func convertTime(_ time: Double, from source: Layer?) -> Double {
    Layer.finiteConvert(time, from: source, to: self)
  }

  /// A time of this layer in another layer's, or in media time: always a number.
  ///
  /// Source: `-[CALayer convertTime:toLayer:]`; speed 0 is ours.
  public func convertTime(_ time: Double, to target: Layer?) -> Double {
    Layer.finiteConvert(time, from: self, to: target)
  }

  /// The time of the superlayer's content at a media time.
  func parentTime(atMediaTime time: Double) -> Double {
    precondition(time.isFinite, LayerError.timeNotFinite(time).description)
    return superlayer?.contentPoint(atMediaTime: time).time ?? time
  }
}

extension Layer: TimeSpaceNode {
  package var enclosingNode: Layer? { superlayer }
}

extension TimeSpace {
  /// 1 forwards, 0 still, -1 backwards.
  var directionSign: Int { speed > 0 ? 1 : (speed < 0 ? -1 : 0) }
}
