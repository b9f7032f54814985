// SPDX-License-Identifier: Apache-2.0

import CMath

extension Spring {
  /// The distance covered: 0 at the start, 1 at the target, above 1 if it overshoots.
  /// - Parameter seconds: Since the start. The value is 0 at 0, before the start, and for NaN; 1 at
  ///   infinity.
  public func value(seconds: Double) -> Double { 1 - remainder(seconds: seconds) }

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
    return fade * (1 + slope * reach(seconds: seconds))
  }

  /// `(1 - exp(-spread t)) / spread`.
  ///
  /// The difference of the two exponentials divided by the difference of their rates. It tends to t
  /// as the rates become equal, so critical damping needs no special case, and nothing overflows.
  private func reach(seconds: Double) -> Double {
    spread > 0 ? -expm1(-spread * seconds) / spread : seconds
  }
}
