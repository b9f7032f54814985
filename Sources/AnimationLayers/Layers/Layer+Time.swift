// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Layer {
  /// The superlayer's time at which local time is ``timeOffset``, in seconds; default 0.
  ///
  /// Assigned, local time jumps by the difference times ``speed``.
  /// - Precondition: finite.
  public var beginTime: Double {
    get { timeSpace.begin }
    set {
      requireFinite(newValue, "beginTime")
      timeSpace.begin = newValue
    }
  }

  /// Local seconds per second of the superlayer; default 1.
  ///
  /// 0 stops time, negative runs it backwards. Set as here, as in Core Animation, local time jumps:
  /// it is then as if the speed had been this since ``beginTime``. ``setSpeed(_:at:)`` does not
  /// jump.
  /// - Precondition: finite.
  public var speed: Double {
    get { timeSpace.speed }
    set {
      requireFinite(newValue, "speed")
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
      requireFinite(newValue, "timeOffset")
      timeSpace.offset = newValue
    }
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

  /// The time of the superlayer's content at a media time.
  func parentTime(atMediaTime time: Double) -> Double {
    requireFinite(mediaTime: time)
    return superlayer?.contentPoint(atMediaTime: time).time ?? time
  }
}

extension Layer {
  /// The layers from the root, or the outermost one, to this.
  var path: [Layer] {
    var path = [self]
    while let outer = path[path.count - 1].superlayer { path.append(outer) }
    return path.reversed()
  }

  /// A time of one layer in the time of another, up to the nearest layer that both are in, and down.
  /// - Parameter up: The way out of one space; `nil` where there is none.
  /// - Complexity: O(depth).
  private static func convert(
    _ time: Double, from source: Layer?, to target: Layer?, up: (TimeSpace, Double) -> Double?
  ) -> Double? {
    let (sourcePath, targetPath) = (source?.path ?? [], target?.path ?? [])
    let shared = zip(sourcePath, targetPath).prefix { $0 === $1 }.count
    var time = time
    for layer in sourcePath[shared...].reversed() {
      guard let outer = up(layer.space, time) else { return nil }
      time = outer
    }
    return targetPath[shared...].reduce(time) { $1.space.local(at: $0) }
  }
}

extension TimeSpace {
  /// 1 forwards, 0 still, -1 backwards.
  var directionSign: Int { speed > 0 ? 1 : (speed < 0 ? -1 : 0) }
}

/// Stops the program where a layer's number is infinite or not a number.
private func requireFinite(_ value: Double, _ property: String) {
  precondition(value.isFinite, LayerError.notFinite(property: property, value: value).description)
}
