// SPDX-License-Identifier: Apache-2.0

import CMath

extension RateCurve {
  /// The first time, in seconds from the ramp's start on, at which the integral has reached
  /// `cycles`.
  ///
  /// The inverse of ``cycles(at:)``. A curve that turns round may pass a position twice: this is
  /// the first passage. The position at time 0 is reached at 0.
  /// - Parameter cycles: Cycles from the start, either sign; finite.
  /// - Returns: Seconds, at least 0; `nil` where the position is never reached (the rate is 0,
  ///   points the other way, or turns round before), or only after more seconds than a `Double`
  ///   holds.
  public func time(reaching cycles: Double) -> Double? {
    time(reaching: DoubleDouble(cycles), after: .zero)?.high
  }

  /// When inside the ramp the rate passes through 0, if its ends differ in sign.
  package var turningTime: DoubleDouble? {
    guard !isConstant, startRate.sign * endRate.sign < 0 else { return nil }
    let height = startRate / (startRate - endRate)
    switch shape {
    case .linear:
      return height * rampDuration
    case .smooth:
      // 3s² - 2s³ = h has one root in [0, 1]: s = 1/2 - sin(asin(1 - 2h) / 3).
      return DoubleDouble((0.5 - sin(asin(1 - 2 * height.high) / 3)) * rampDuration)
    }
  }

  /// The direction just after `time`: -1, 0 or 1.
  package func direction(after time: DoubleDouble) -> WideInt {
    if isConstant || time.high >= rampDuration { return endRate.sign }
    if let turn = turningTime { return time < turn ? startRate.sign : endRate.sign }
    return startRate.sign != 0 ? startRate.sign : endRate.sign
  }

  /// The end of the monotone piece that `time` lies in or begins: a turn, or the ramp's end.
  package func pieceEnd(after time: DoubleDouble) -> DoubleDouble? {
    if isConstant || time.high >= rampDuration { return nil }
    if let turn = turningTime, time < turn { return turn }
    return DoubleDouble(rampDuration)
  }

  /// The first time at or after `start` at which `distance` cycles have been run since `start`.
  package func time(reaching distance: DoubleDouble, after start: DoubleDouble) -> DoubleDouble? {
    if distance == .zero { return start }
    if isConstant { return start.advanced(byRunning: distance, at: endRate) }
    let target = cycles(at: start) + distance
    var pieceStart = start
    while let pieceEnd = pieceEnd(after: pieceStart) {
      let sign = direction(after: pieceStart)
      let reached = cycles(at: pieceEnd)
      let isInside =
        sign > 0
        ? target <= reached && target >= cycles(at: pieceStart)
        : target >= reached && target <= cycles(at: pieceStart)
      if isInside { return solve(target, from: pieceStart, to: pieceEnd, direction: sign) }
      pieceStart = pieceEnd
    }
    return pieceStart.advanced(byRunning: target - cycles(at: pieceStart), at: endRate)
  }

  /// The root of `cycles(at: t) = target` in a piece on which the integral is monotone.
  ///
  /// Newton steps on 106 bits, kept inside a bracket that every step narrows; a step that leaves
  /// the bracket is replaced by halving it. Each shape's root has a closed form (of degree 2 and
  /// 4), but they lose half of their digits where the rate is small: this does not.
  private func solve(
    _ target: DoubleDouble, from start: DoubleDouble, to end: DoubleDouble, direction: WideInt
  ) -> DoubleDouble {
    var low = start
    var high = end
    var time = (start + end) * 0.5
    // 106 halvings exhaust the precision; Newton ends after a handful.
    for _ in 0..<110 {
      let error = cycles(at: time) - target
      if error == .zero { return time }
      if (error.sign > 0) == (direction > 0) { high = time } else { low = time }
      let slope = rate(at: time)
      var next = slope == .zero ? low : time - error / slope
      if !next.isFinite || next <= low || next >= high { next = (low + high) * 0.5 }
      let step = (next - time).magnitude
      time = next
      if step.high <= 1e-31 * max(time.magnitude.high, 1e-300) { break }
    }
    return time
  }
}

extension DoubleDouble {
  /// The time at which `distance` has been run at a steady `rate`; `nil` where it never is.
  fileprivate func advanced(byRunning distance: DoubleDouble, at rate: DoubleDouble)
    -> DoubleDouble?
  {
    if distance == .zero { return self }
    guard rate.sign != 0, rate.sign == distance.sign else { return nil }
    let time = self + distance / rate
    return time.isFinite ? time : nil
  }
}
