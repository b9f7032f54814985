// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The shape of a smooth curve at one keyframe; if all are 0, it is a Catmull-Rom spline.
///
/// Source: D. Kochanek, R. Bartels, "Interpolating splines with local tension, continuity, and bias
/// control", SIGGRAPH 1984; CAKeyframeAnimation's `tensionValues`, `continuityValues`,
/// `biasValues`.
public struct SplineParameters: Hashable, Sendable {
  /// Tightness of the curve: at 1 the motion stops at the keyframe, at -1 it swings wider; default
  /// 0.
  public var tension: Double
  /// Sharpness of the corner: at 0 the curve is smooth, at a negative number its corner points
  /// inwards, and at a positive number outwards; default 0.
  public var continuity: Double
  /// Position of the turn: after the keyframe if positive, before it if negative; default 0.
  public var bias: Double

  /// The parameters of a keyframe; by default those of a Catmull-Rom spline.
  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }

  fileprivate var isFinite: Bool { tension.isFinite && continuity.isFinite && bias.isFinite }
}

extension KeyframeTrack where Value: AdditiveValue {
  /// A smooth curve through all values: calculation mode "cubic".
  ///
  /// If all timing functions are linear, the velocity is continuous at every keyframe, even if the
  /// key times are uneven. Two values give a straight line.
  /// - Parameters:
  ///   - values: At least one.
  ///   - keyTimes: As for a linear track. Two equal key times make a jump, which interrupts the
  ///     curve.
  ///   - timingFunctions: As for a linear track.
  ///   - parameters: One for each value, or an empty array if all are 0.
  /// - Throws: `LayerError` for the first invalid argument.
  public static func cubic(
    _ values: [Value], keyTimes: [Double]? = nil, timingFunctions: [TimingFunction]? = nil,
    parameters: [SplineParameters] = []
  ) throws(LayerError) -> KeyframeTrack {
    let line = try KeyframeTrack(values, keyTimes: keyTimes, timingFunctions: timingFunctions)
    let controls = try controls(values, line.keyTimes, parameters)
    return try KeyframeTrack(
      values, line.keyTimes, timingFunctions, .curves(controls, pacing: []))
  }

  /// The inner control points of each segment.
  private static func controls(
    _ values: [Value], _ times: [Double], _ parameters: [SplineParameters]
  ) throws(LayerError) -> [(Value, Value)] {
    guard parameters.isEmpty || parameters.count == values.count else {
      throw .wrongCount(
        of: "spline parameters", found: parameters.count, needed: values.count)
    }
    if let index = parameters.firstIndex(where: { !$0.isFinite }) {
      throw .splineParameterNotFinite(index: index)
    }
    var tangents: [(incoming: Value, outgoing: Value)] = []
    for index in values.indices {
      let parameter = parameters.isEmpty ? SplineParameters() : parameters[index]
      tangents.append(tangent(at: index, of: values, times, parameter))
    }
    return values.indices.dropLast().map { index in
      (
        values[index].adding(tangents[index].outgoing.scaled(by: 1 / 3.0)),
        values[index + 1].subtracting(tangents[index + 1].incoming.scaled(by: 1 / 3.0))
      )
    }
  }

  /// The tangents at a keyframe: one for the segment before it and one for the segment after it,
  /// each scaled to the duration of its segment.
  private static func tangent(
    at index: Int, of values: [Value], _ times: [Double], _ parameter: SplineParameters
  ) -> (incoming: Value, outgoing: Value) {
    let before = index > 0 ? times[index] - times[index - 1] : 0
    let after = index + 1 < times.count ? times[index + 1] - times[index] : 0
    // A segment without a duration is a jump. The two values of a jump do not influence each
    // other's tangent.
    let arrival = before > 0 ? values[index].subtracting(values[index - 1]) : nil
    let departure = after > 0 ? values[index + 1].subtracting(values[index]) : nil
    guard let last = arrival ?? departure, let next = departure ?? arrival else {
      let still = values[index].scaled(by: 0)
      return (still, still)
    }
    let (tension, continuity, bias) = (parameter.tension, parameter.continuity, parameter.bias)
    func tangent(_ side: Double, scale: Double) -> Value {
      let lastWeight = (1 - tension) * (1 + side * continuity) * (1 + bias) / 2
      let nextWeight = (1 - tension) * (1 - side * continuity) * (1 - bias) / 2
      return last.scaled(by: lastWeight * scale).adding(next.scaled(by: nextWeight * scale))
    }
    // Scales the tangents so that the velocity is the same on both sides of the keyframe.
    let isInside = before > 0 && after > 0
    return (
      tangent(-1, scale: isInside ? 2 * before / (before + after) : 1),
      tangent(1, scale: isInside ? 2 * after / (before + after) : 1)
    )
  }
}

extension KeyframeTrack where Value: AdditiveValue & MeasurableValue {
  /// A smooth curve through all values at constant speed: calculation mode "cubicPaced".
  ///
  /// The length of each segment is measured along 64 chords. At the tightest bends, the speed is
  /// therefore wrong by a few thousandths.
  /// - Parameters:
  ///   - values: Points of the curve; at least one.
  ///   - parameters: One for each value, or an empty array if all are 0.
  /// - Throws: `LayerError` for the first invalid argument.
  public static func cubicPaced(
    _ values: [Value], parameters: [SplineParameters] = []
  ) throws(LayerError) -> KeyframeTrack {
    guard !values.isEmpty else { throw .noValues }
    let controls = try controls(values, evenTimes(values.count), parameters)
    let chords = controls.indices.map { index in
      chordLengths(values[index], controls[index], values[index + 1])
    }
    let pacing = chords.map { ArcLengths(shares: pacedTimes($0) ?? []) }
    return try KeyframeTrack(
      values, pacedTimes(chords.map { $0.reduce(0, +) }), nil, .curves(controls, pacing: pacing))
  }

  private static func chordLengths(
    _ from: Value, _ control: (Value, Value), _ to: Value
  ) -> [Double] {
    let count = 64
    let points = (0...count).map {
      curve(from, control, to, at: Double($0) / Double(count))
    }
    return zip(points, points.dropFirst()).map { Value.distance(from: $0, to: $1) }
  }
}
