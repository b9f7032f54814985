// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension Layer {
  /// The superlayer's time at which local time is ``timeOffset``, in seconds; default 0.
  /// - Precondition: finite.
  public var beginTime: Double {
    get { timeSpace.begin }
    set {
      precondition(newValue.isFinite, "a layer's beginTime must be finite, but is \(newValue)")
      timeSpace.begin = newValue
    }
  }

  /// Local seconds per second of the superlayer; default 1.
  ///
  /// 0 stands still, negative runs backwards. Set as here, as in Core Animation, local time jumps:
  /// it is then as if the speed had been this since ``beginTime``. ``setSpeed(_:at:)`` does not jump.
  /// - Precondition: finite.
  public var speed: Double {
    get { timeSpace.speed }
    set {
      precondition(newValue.isFinite, "a layer's speed must be finite, but is \(newValue)")
      timeSpace.speed = newValue
    }
  }

  /// The local time at ``beginTime``, in seconds; default 0.
  ///
  /// With ``speed`` 0, it is the local time: what a slider sets.
  /// - Precondition: finite.
  public var timeOffset: Double {
    get { timeSpace.offset }
    set {
      precondition(newValue.isFinite, "a layer's timeOffset must be finite, but is \(newValue)")
      timeSpace.offset = newValue
    }
  }

  /// A time of another layer, or media time, in this layer's time.
  ///
  /// Goes up to the nearest layer that both are in (or to media time), and down.
  /// - Parameters:
  ///   - time: Seconds.
  ///   - source: Where the time is from; `nil` is media time.
  /// - Returns: Seconds; `nil` where the way up leads through a layer of speed 0, in which no time,
  ///   or every time, is this one.
  public func localTime(of time: Double, from source: Layer?) -> Double? {
    Layer.convert(time, from: source, to: self) { $0.parent(at: $1) }
  }

  /// The same as Core Animation's interface wants it: through speed 0, that layer's begin time.
  ///
  /// Source: `-[CALayer convertTime:fromLayer:]`; speed 0 is ours.
  public func convertTime(_ time: Double, from source: Layer?) -> Double {
    Layer.convert(time, from: source, to: self) { $0.finiteParent(at: $1) } ?? time
  }

  /// A time of this layer in another layer's, or in media time: always a number.
  ///
  /// Source: `-[CALayer convertTime:toLayer:]`; speed 0 is ours.
  public func convertTime(_ time: Double, to target: Layer?) -> Double {
    Layer.convert(time, from: self, to: target) { $0.finiteParent(at: $1) } ?? time
  }

  private static func convert(
    _ time: Double, from source: Layer?, to target: Layer?,
    up: (TimeSpace, Double) -> Double?
  ) -> Double? {
    let sources = source?.path ?? []
    let targets = target?.path ?? []
    let common = zip(sources, targets).prefix { $0 === $1 }.count
    var time = time
    for layer in sources.dropFirst(common).reversed() {
      guard let parent = up(layer.timeSpace, time) else { return nil }
      time = parent
    }
    return targets.dropFirst(common).reduce(time) { $1.timeSpace.local(at: $0) }
  }

  /// From the outermost layer to this one.
  private var path: [Layer] {
    var path: [Layer] = []
    var next: Layer? = self
    while let layer = next {
      path.append(layer)
      next = layer.superlayer
    }
    return path.reversed()
  }

  /// Local time at a media time, and the sign of the speed against it.
  func timeAndDirection(atMediaTime time: Double) -> (local: Double, direction: Int) {
    let (parent, direction) = superlayer?.timeAndDirection(atMediaTime: time) ?? (time, 1)
    return (timeSpace.local(at: parent), direction * timeSpace.directionSign)
  }

  /// The superlayer's time at a media time.
  func parentTime(atMediaTime time: Double) -> Double {
    precondition(time.isFinite, "a media time must be finite, but is \(time)")
    return superlayer?.timeAndDirection(atMediaTime: time).local ?? time
  }
}

extension TimeSpace {
  /// 1 forwards, 0 standing still, -1 backwards.
  var directionSign: Int { speed > 0 ? 1 : (speed < 0 ? -1 : 0) }
}
