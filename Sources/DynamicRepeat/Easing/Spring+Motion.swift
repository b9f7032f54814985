// SPDX-License-Identifier: Apache-2.0

import CMath

extension Spring {
  /// The distance covered: 0 at the start, 1 at the target, above 1 where it overshoots.
  ///
  /// - Parameter seconds: Since the start. At 0, before it, and for NaN: 0. At infinity: 1.
  public func value(seconds: Double) -> Double { 1 - remainder(seconds: seconds) }

  /// The speed in whole distances per second; above 0 is towards the target.
  ///
  /// To send a moving thing to a new target, start the new spring with this, times the old
  /// distance over the new one.
  /// - Parameter seconds: Since the start. At 0, before it, and for NaN: the initial velocity. At
  ///   infinity: 0.
  public func velocity(seconds: Double) -> Double {
    guard seconds > 0 else { return initialVelocity }
    guard seconds < .infinity else { return 0 }
    let fade = exp(-decay * seconds)
    // Settled, far beyond any digit: the swing's angle may be infinite there.
    guard fade > 0 else { return 0 }
    if isUnderdamped {
      let pull = angularFrequency * angularFrequency - decay * initialVelocity
      return fade
        * (initialVelocity * cos(spread * seconds) + pull * sin(spread * seconds) / spread)
    }
    let (reach, fadeOfSpread) = reach(seconds: seconds)
    return fade * (decay + (decay - initialVelocity) * (decay * reach - fadeOfSpread))
  }

  /// The distance left, e: 1 at the start, 0 at the target.
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

  /// `(1 - exp(-spread t)) / spread` and the exponential in it.
  ///
  /// The difference of the two exponentials over that of their rates: it goes over into t where
  /// they meet, so critical damping needs no case of its own, and nothing overflows.
  private func reach(seconds: Double) -> (reach: Double, fade: Double) {
    let fade = exp(-spread * seconds)
    return (spread > 0 ? -expm1(-spread * seconds) / spread : seconds, fade)
  }
}
