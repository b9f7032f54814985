// SPDX-License-Identifier: Apache-2.0

/// The polynomial `constant + linear u + quadratic u² + cubic u³`, solved on an interval in which
/// it does not decrease.
struct MonotoneCubic {
  let constant: Double
  let linear: Double
  let quadratic: Double
  let cubic: Double

  /// After this number of steps the search only bisects; 40 bisections of an interval of length 1/2
  /// leave an error below 1e-12.
  private static let freeSteps = 16

  /// The u in `lower...upper` at which the polynomial equals `target`; about two steps find it.
  ///
  /// Uses Halley's method (Newton's with curvature) inside a shrinking bracket. Instead of a step
  /// that leaves the bracket or is NaN, the search takes the bracket's midpoint. The search ends
  /// for every target.
  #if hasFeature(Embedded)
    @inline(never)
    @_optimize(speed)
  #endif
  func solve(
    for target: Double, near guess: Double, from lower: Double, to upper: Double
  ) -> Double {
    var low = lower
    var high = upper
    var u = guess >= lower && guess <= upper ? guess : lower + (upper - lower) / 2
    for step in 1...(Self.freeSteps + 40) {
      let miss = (constant - target) + u * (linear + u * (quadratic + u * cubic))
      if miss == 0 { break }
      // Without a branch: in the last step rounding decides the sign, so a branch would be
      // mispredicted half the time.
      let isBelow = UInt64(bitPattern: Int64(bitPattern: miss.bitPattern) >> 63)
      low = Double(bitPattern: u.bitPattern & isBelow | low.bitPattern & ~isBelow)
      high = Double(bitPattern: high.bitPattern & isBelow | u.bitPattern & ~isBelow)
      let slope = linear + u * (2 * quadratic + 3 * u * cubic)
      let halfCurvature = quadratic + 3 * u * cubic
      var next = u - miss * slope / (slope * slope - miss * halfCurvature)
      let halves = step > Self.freeSteps || !(next >= low && next <= high)
      if halves { next = low + (high - low) / 2 }
      let moved = abs(next - u)
      u = next
      // The remaining error is about the cube of the step: after a step of 1e-5 of u it is below
      // rounding.
      if moved <= 1e-13 || (!halves && moved <= 1e-5 * abs(u)) { break }
    }
    return u
  }
}
