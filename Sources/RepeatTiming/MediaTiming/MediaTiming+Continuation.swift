// SPDX-License-Identifier: Apache-2.0

extension MediaTiming {
  /// The same properties, begun such that they go on from where `old` is at a parent time.
  ///
  /// The phase is kept, in cycles: half-way through its second cycle it stays half-way through the
  /// second.
  /// ```
  /// x  = speed < 0 ? A - e : e                  from the first cycle's start, of the old properties
  /// x' = x * c' / c                             the same cycles of the new ones
  /// beginTime' = parent - (speed' < 0 ? A' - x' : x') / |speed'|
  /// ```
  /// A time offset that is the same in both is taken as a share of the cycle. What is over stays
  /// over, at the same end. What has not begun keeps its begin time. Speed 0 holds the phase by the
  /// time offset, and so counts its cycles anew afterwards.
  package func continuing(_ old: MediaTiming, at parent: Double) -> MediaTiming {
    var new = self
    let stage = old.sample(at: parent).stage
    let ratio = cycleDuration / old.cycleDuration
    let scale = ratio.isFinite && ratio > 0 ? ratio : 1
    if timeOffset == old.timeOffset, scale != 1 { new.timeOffset = timeOffset * scale }
    switch stage {
    case .before: break
    case .after where new.endTime.isFinite:
      new.beginTime = old.endTime - new.activeDuration / new.effectiveSpeed.magnitude
    case .active, .after:
      new.goOn(at: old.seconds(at: parent) * scale, parent: parent)
    }
    return new
  }

  /// `x`: seconds from the start of the first cycle, in its own time and direction.
  private func seconds(at parent: Double) -> Double {
    let elapsed = min((parent - begin) * effectiveSpeed.magnitude, activeDuration)
    guard effectiveSpeed < 0 else { return elapsed }
    return activeDuration.isFinite ? activeDuration - elapsed : -elapsed
  }

  private mutating func goOn(at seconds: Double, parent: Double) {
    guard effectiveSpeed != 0 else {
      timeOffset += seconds
      beginTime = parent
      return
    }
    var elapsed = seconds
    if effectiveSpeed < 0 {
      elapsed = activeDuration.isFinite ? activeDuration - seconds : -seconds
    }
    // Towards an end that never comes, or from one, only the point in the cycle is known.
    if elapsed < 0, cycleDuration > 0, cycleDuration.isFinite {
      elapsed += (-elapsed / cycleDuration).rounded(.up) * cycleDuration
    }
    beginTime = parent - max(0, elapsed) / effectiveSpeed.magnitude
  }
}
