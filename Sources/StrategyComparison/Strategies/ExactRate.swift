// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A rate in 106 bits, and the position that it leads to.
struct ExactRate {
  /// The rate as it was requested.
  let rate: SignedRate
  /// Cycles per second, negative backwards.
  private let precise: DoubleDouble

  init(_ rate: SignedRate) {
    self.rate = rate
    precise = rate.precise
  }

  /// `rate * elapsed`, on the exact side of every boundary.
  /// - Parameter elapsed: Seconds, not negative.
  @inline(__always)
  func position(after elapsed: DoubleDouble) -> FramePosition {
    let position = PrecisePosition(cycle: 0, fraction: precise * elapsed)
    let phase = position.fraction.high
    // A reciprocal is rounded in its last bits: 1e-18 cycle is far above that, far below a
    // `Double`'s.
    if phase > 1e-18 && phase < 1 { return FramePosition(position) }
    return FramePosition(settle(position, after: elapsed))
  }

  /// Decides by the time of the boundary next to `position`, whose product with a duration is
  /// exact.
  @inline(never)
  private func settle(_ position: PrecisePosition, after elapsed: DoubleDouble) -> PrecisePosition {
    guard case .cycleDuration(let seconds) = rate.requested else { return position }
    let cycle = position.fraction.high == 1 ? position.cycle + 1 : position.cycle
    let boundary = PrecisePosition(cycle: cycle, fraction: .zero)
    guard boundary.distance(from: position).magnitude.high < 1e-18 else { return position }
    let arrival = DoubleDouble(product: Double(cycle.magnitude), seconds)
    if arrival == elapsed { return boundary }
    let isAbove = (arrival < elapsed) == (rate.direction > 0)
    if isAbove == (position > boundary) && position != boundary { return position }
    return boundary.advanced(by: DoubleDouble(isAbove ? 0x1p-100 : -0x1p-100))
  }
}

extension SignedRate {
  /// Cycles per second in 106 bits.
  var precise: DoubleDouble {
    switch requested {
    case .hertz(let hertz): return DoubleDouble(hertz)
    case .cycleDuration(let seconds):
      let rate = DoubleDouble(reciprocalOf: seconds)
      return hertz < 0 ? -rate : rate
    }
  }
}
