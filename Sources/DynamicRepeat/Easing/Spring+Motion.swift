// SPDX-License-Identifier: Apache-2.0

import CMath

extension Spring {
  /// The distance covered: 0 at the start, 1 at the target, above 1 if it overshoots.
  ///
  /// - Parameter seconds: Since the start. The value is 0 at 0, before the start, and for NaN; 1 at
  ///   infinity.
  public func value(seconds: Double) -> Double { 1 - remainder(seconds: seconds) }

  /// The speed in whole distances per second; positive towards the target.
  ///
  /// To send a moving object to a new target, start the new spring with this speed, times the old
  /// distance divided by the new one.
  /// - Parameter seconds: Since the start. The result is the initial velocity at 0, before the
  ///   start, and for NaN; 0 at infinity.
  package func velocity(seconds: Double) -> Double {
    guard seconds > 0 else { return initialVelocity }
    guard seconds < .infinity else { return 0 }
    let fade = exp(-decay * seconds)
    // The spring has settled beyond the last digit, and the oscillation's angle may be infinite.
    guard fade > 0 else { return 0 }
    if isUnderdamped {
      let pull = angularFrequency * angularFrequency - decay * initialVelocity
      return fade
        * (initialVelocity * cos(spread * seconds) + pull * sin(spread * seconds) / spread)
    }
    let (reach, fadeOfSpread) = reach(seconds: seconds)
    return fade * (decay + (decay - initialVelocity) * (decay * reach - fadeOfSpread))
  }

  /// The remaining distance, e: 1 at the start, 0 at the target.
  func remainder(seconds: Double) -> Double {
    guard seconds > 0 else { return 1 }
    guard seconds < .infinity else { return 0 }
    let fade = exp(-decay * seconds)
    guard fade > 0 else { return 0 }
    let slope = decay - initialVelocity
    if isUnderdamped {
      return fade * (cos(spread * seconds) + slope * sin(spread * seconds) / spread)
    }
    return fade * (1 + slope * reach(seconds: seconds).reach)
  }

  /// `(1 - exp(-spread t)) / spread`, and its exponential.
  ///
  /// The difference of the two exponentials divided by the difference of their rates. It tends to t
  /// as the rates become equal, so critical damping needs no special case, and nothing overflows.
  private func reach(seconds: Double) -> (reach: Double, fade: Double) {
    let fade = exp(-spread * seconds)
    return (spread > 0 ? -expm1(-spread * seconds) / spread : seconds, fade)
  }
}
