// SPDX-License-Identifier: Apache-2.0

/// How a rate gets from one value to another.
public enum RampShape: Hashable, Sendable, CaseIterable {
  /// At a steady slope: the rate is continuous, its slope has a corner at both ends.
  case linear
  /// Along `3s² - 2s³`: the slope of the rate is continuous too (C1), for motion that the eye
  /// follows.
  case smooth
}

/// A rate in cycles per second as a function of time, with its exact integral and the integral's
/// inverse.
///
/// ```
/// linear:  rate(t) = r0 + (r1 - r0) s             cycles(t) = r0 t + (r1 - r0) T s² / 2
/// smooth:  rate(t) = r0 + (r1 - r0) (3s² - 2s³)   cycles(t) = r0 t + (r1 - r0) T (s³ - s⁴ / 2)
/// ```
/// with `s = t / T` inside the ramp. Before it the rate is r0, after it r1, for ever. A ramp is one
/// curve, not a sequence of steps: its integral does not depend on how often it is evaluated.
///
/// Rates may be zero or negative. Inside, rates and integrals carry 106 bits.
public struct RateCurve: Hashable, Sendable {
  package let startRate: DoubleDouble
  @usableFromInline package let endRate: DoubleDouble

  /// Seconds that the ramp takes; 0 for a constant rate.
  public let rampDuration: Double

  /// The way of the ramp.
  public let shape: RampShape

  /// A rate that stays.
  /// - Parameter hertz: Cycles per second; finite; 0 stops time, negative runs it backwards.
  /// - Precondition: `hertz` is finite.
  public static func constant(hertz: Double) -> RateCurve {
    precondition(hertz.isFinite, "a rate must be finite, but is \(hertz) Hz")
    return RateCurve(constant: DoubleDouble(hertz))
  }

  /// The rate of one cycle in `cycleDuration` seconds, exact where its reciprocal is no `Double`.
  /// - Precondition: `cycleDuration` is finite and not 0, and its reciprocal finite.
  public static func constant(cycleDuration: Double) -> RateCurve {
    precondition(
      cycleDuration.isFinite && (1 / cycleDuration).isFinite,
      "a cycle duration must be finite and not 0, but is \(cycleDuration) s")
    return RateCurve(constant: DoubleDouble(reciprocalOf: cycleDuration))
  }

  /// A rate that moves from `start` to `end` and stays there.
  /// - Parameters:
  ///   - start: Cycles per second at time 0; finite.
  ///   - end: Cycles per second from `duration` on; finite.
  ///   - duration: Seconds; finite, at least 0; 0 is the constant rate `end`.
  ///   - shape: The way between the two.
  /// - Precondition: the numbers are as said.
  public static func ramp(
    from start: Double, to end: Double, over duration: Double, shape: RampShape = .linear
  ) -> RateCurve {
    precondition(
      start.isFinite && end.isFinite, "rates must be finite, but are \(start) Hz and \(end) Hz")
    precondition(
      duration.isFinite && duration >= 0,
      "a ramp's duration must be finite and not negative, but is \(duration) s")
    return RateCurve(
      from: DoubleDouble(start), to: DoubleDouble(end), over: duration, shape: shape)
  }

  package init(constant rate: DoubleDouble) {
    startRate = rate
    endRate = rate
    rampDuration = 0
    shape = .linear
  }

  package init(
    from start: DoubleDouble, to end: DoubleDouble, over duration: Double, shape: RampShape
  ) {
    // A ramp between equal rates, or in no time, is the constant rate: one representation for each.
    let isRamp = duration > 0 && start != end
    startRate = isRamp ? start : end
    endRate = end
    rampDuration = isRamp ? duration : 0
    self.shape = isRamp ? shape : .linear
  }

  /// Whether the rate never changes.
  public var isConstant: Bool { rampDuration == 0 }

  /// The same way with every rate's sign turned round.
  package var negated: RateCurve {
    RateCurve(from: -startRate, to: -endRate, over: rampDuration, shape: shape)
  }

  /// Cycles per second at `time` seconds after the ramp's start; negative times have the first
  /// rate.
  public func hertz(at time: Double) -> Double { rate(at: DoubleDouble(time)).high }

  /// Cycles run from time 0 to `time` seconds: the integral of the rate; negative for negative
  /// times of a positive rate.
  public func cycles(at time: Double) -> Double { cycles(at: DoubleDouble(time)).high }

  @inline(never)
  package func rate(at time: DoubleDouble) -> DoubleDouble {
    if isConstant || time.high >= rampDuration { return endRate }
    if time.high <= 0 { return startRate }
    let s = time / DoubleDouble(rampDuration)
    return startRate + (endRate - startRate) * easedRate(s)
  }

  @inline(never)
  package func cycles(at time: DoubleDouble) -> DoubleDouble {
    if isConstant { return endRate * time }
    if time.high <= 0 { return startRate * time }
    let change = endRate - startRate
    let duration = DoubleDouble(rampDuration)
    if time >= duration {
      // Both shapes are symmetric: on average, a ramp runs at the mean of its ends.
      return (startRate + endRate) * (rampDuration / 2) + endRate * (time - duration)
    }
    let s = time / duration
    return startRate * time + change * duration * integratedEase(s)
  }

  private func easedRate(_ s: DoubleDouble) -> DoubleDouble {
    switch shape {
    case .linear: s
    case .smooth: s * s * (DoubleDouble(3) - s * 2)
    }
  }

  private func integratedEase(_ s: DoubleDouble) -> DoubleDouble {
    switch shape {
    case .linear: s * s * 0.5
    case .smooth: s * s * s * (DoubleDouble.one - s * 0.5)
    }
  }
}

#if !hasFeature(Embedded)
  extension RampShape: Codable {}
  extension RateCurve: Codable {
    /// Reads a saved curve.
    /// - Throws: `DecodingError` where the ramp's duration is negative or not finite.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let duration = try container.decode(Double.self, forKey: .rampDuration)
      try container.require(
        duration >= 0 && duration.isFinite, .rampDuration,
        "a ramp's duration must be finite and not negative, but is \(duration)")
      self.init(
        from: try container.decode(DoubleDouble.self, forKey: .startRate),
        to: try container.decode(DoubleDouble.self, forKey: .endRate), over: duration,
        shape: try container.decode(RampShape.self, forKey: .shape))
    }
  }
#endif
