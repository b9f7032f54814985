// SPDX-License-Identifier: Apache-2.0

/// The refresh for which a picture is planned, in nanoseconds of the clock.
package struct RefreshPlan: Hashable, Sendable {
  package var refresh: Int64
  /// The `DeadlineEstimator.lead` with which the picture was planned; above 0.
  package var lead: Int64

  package init(refresh: Int64, lead: Int64) { (self.refresh, self.lead) = (refresh, lead) }
}

/// Learns how long before a refresh a picture must be committed to be shown at that refresh.
///
/// No display server reports this time; the estimator infers it from the outcome of each picture. A
/// picture shown at its planned refresh had enough time; one shown later did not. The `lead` is the
/// time before a refresh at which a loop should commit a picture. The lead falls until a picture is
/// late, rises, and falls again more slowly, until one picture in five hundred is late:
///
/// - The lead starts at three quarters of a period. Each picture on time lowers the lead, at first
///   by 64 µs.
/// - A late picture raises the lead by 0.5 ms and divides the later decrements by four. A decrement
///   is at least 1 µs per picture. If the next pictures are late too, they raise the lead by 1, 2,
///   4 and 8 ms. From the third late picture on, the decrement is 64 µs again, because the display
///   has probably changed. A picture committed a quarter of a period later than planned, or shown
///   two periods late, indicates a stall of the program. It counts as late, but does not change the
///   lead. The same is true of a late picture that was planned before the lead was last raised.
/// - After 500 consecutive pictures on time, the decrement doubles, up to 64 µs, because the
///   display may have become faster.
///
/// The estimator is pure. It takes pictures in the order in which they were shown. Omit pictures
/// without a report.
package struct DeadlineEstimator: Hashable, Sendable {
  /// Nanoseconds before a refresh at which to commit its picture; nil before the first report.
  package private(set) var lead: Int64?
  /// The number of shown pictures that were committed for a particular refresh.
  package private(set) var aimed = 0
  /// The number of the pictures in `aimed` that were shown at a later refresh than planned.
  package private(set) var late = 0

  /// The exponent of the decrement for a picture on time, which is 1 µs times two to this power.
  private var decrementExponent = greatestExponent
  /// The number of consecutive pictures on time.
  private var consecutiveOnTime = 0
  /// The number of late pictures in the current run; determines the next increment.
  private(set) var consecutiveLate = 0
  /// The increment for a late picture, in nanoseconds.
  static let rise: Int64 = 500_000
  /// The least decrement for a picture on time, in nanoseconds.
  static let slowestFall: Int64 = 1000
  /// The greatest `decrementExponent`, for 64 µs.
  static let greatestExponent: Int64 = 6
  /// The number of consecutive pictures on time after which the decrement doubles.
  static let onTimeBeforeFasterFall = 500

  /// An estimator without information.
  package init() {}

  /// Records the outcome of a picture; times are nanoseconds of one clock.
  /// - Parameters:
  ///   - shown: The refresh at which the picture was shown.
  ///   - committed: The time at which presenting returned and the display server had the picture.
  ///   - plan: The picture's plan; nil, the default, if it was for no particular refresh.
  ///   - period: Nanoseconds between two refreshes; 1...1e18.
  package mutating func shown(
    at shown: Int64, committed: Int64, plan: RefreshPlan? = nil, period: Int64
  ) {
    require("a refresh period", period, in: 1...1_000_000_000_000_000_000, unit: " ns")
    guard var lead else {
      lead = period * 3 / 4
      return
    }
    defer { self.lead = max(min(lead, 3 * period), 0) }
    guard let plan else { return }
    aimed += 1
    guard shown - plan.refresh > period / 4 else {
      consecutiveOnTime += 1
      if consecutiveOnTime >= 4 { consecutiveLate = 0 }
      if consecutiveOnTime % Self.onTimeBeforeFasterFall == 0 {
        decrementExponent = min(decrementExponent + 1, Self.greatestExponent)
      }
      lead -= Self.slowestFall << decrementExponent
      return
    }
    late += 1
    let wasStopped =
      plan.lead - (plan.refresh - committed) > period / 4 || shown - plan.refresh > 2 * period
    // This picture was planned before the lead was last raised.
    let isOld = plan.lead < lead - Self.rise / 2
    guard !wasStopped, !isOld else { return }
    // From the third late picture on, the lead rises in large steps and may become too long.
    // Therefore it falls quickly afterwards.
    decrementExponent = consecutiveLate < 2 ? max(decrementExponent - 2, 0) : Self.greatestExponent
    consecutiveOnTime = 0
    lead += Self.rise << Int64(min(consecutiveLate, 4))
    consecutiveLate += 1
  }

  /// Starts learning again from 2 ms above the current lead, for a different display.
  package mutating func relearn() {
    lead = lead.map { $0 + 4 * Self.rise }
    (decrementExponent, consecutiveOnTime, consecutiveLate) = (Self.greatestExponent, 0, 0)
  }
}
