// SPDX-License-Identifier: Apache-2.0

extension Layer {
  /// Converts a time of another layer, or media time, to this layer's local time.
  ///
  /// The conversion goes up to the nearest common ancestor (or to media time) and down again. In a
  /// repeating layer, local time counts on through all repeats, unlike content time; see ``timing``.
  /// - Parameters:
  ///   - time: Seconds, within ±1e12.
  ///   - source: The layer of `time`; `nil` for media time.
  /// - Returns: Seconds; `nil` if a layer on the way up has speed 0, because the time of that
  ///   layer's superlayer is undefined, or if that time is beyond ±1e12 s.
  public func localTime(of time: Double, from source: Layer?) -> Double? {
    Layer.convert(time, from: source, to: self) { $0.parent(at: $1) }
  }

  /// Converts like ``localTime(of:from:)``, but where that has no superlayer's time, it is the
  /// layer's begin time, because Core Animation's interface requires a number.
  ///
  /// Source: `-[CALayer convertTime:fromLayer:]`; the result at speed 0 is our rule.
  public func convertTime(_ time: Double, from source: Layer?) -> Double {
    Layer.convert(time, from: source, to: self) {
      $0.parent(at: $1) ?? $0.beginTicks
    } ?? time
  }

  /// Converts a time of this layer to another layer's local time, or to media time; always a
  /// number.
  ///
  /// Source: `-[CALayer convertTime:toLayer:]`; the result at speed 0 is our rule.
  public func convertTime(_ time: Double, to target: Layer?) -> Double {
    Layer.convert(time, from: self, to: target) {
      $0.parent(at: $1) ?? $0.beginTicks
    } ?? time
  }

  /// The time of the superlayer's content at a media time.
  func parentTime(atMediaTime time: Double) -> LayerTicks {
    superlayer?.contentPoint(atMediaTime: time).time ?? LayerTicks(seconds: time, "a media time")
  }
}

extension Layer {
  /// The layers from the root or outermost ancestor down to this one.
  var path: [Layer] {
    var path = [self]
    while let outer = path[path.count - 1].superlayer { path.append(outer) }
    return path.reversed()
  }

  /// Converts a time up to the nearest common ancestor and down again.
  /// - Parameter up: Converts a local time to its parent's time; `nil` if the parent's time is
  ///   undefined.
  /// - Complexity: O(depth).
  private static func convert(
    _ time: Double, from source: Layer?, to target: Layer?,
    up: (TimeSpace, LayerTicks) -> LayerTicks?
  ) -> Double? {
    let (sourcePath, targetPath) = (source?.path ?? [], target?.path ?? [])
    let shared = zip(sourcePath, targetPath).prefix { $0 === $1 }.count
    var time = LayerTicks(seconds: time, "a time")
    for layer in sourcePath[shared...].reversed() {
      guard let outer = up(layer.timeSpace, time) else { return nil }
      time = outer
    }
    return targetPath[shared...].reduce(time) { $1.timeSpace.local(at: $0) }.seconds
  }
}
