// SPDX-License-Identifier: Apache-2.0

/// The outcome of one picture: the time of its commit, and the refresh at which it was shown.
///
/// All times are nanoseconds of one clock.
package struct ShownPicture: Hashable, Sendable {
  /// The time of the commit, at which presenting returned and the display server had the picture.
  package var committed: Int64
  /// The refresh at which the picture was shown.
  package var shown: Int64
  /// The refresh for which the picture was committed; nil if it was for no particular refresh.
  package var aimed: Int64?
  /// The `DeadlineEstimator.lead` with which the picture was planned; nil if `aimed` is nil.
  package var lead: Int64?
  /// The time between two refreshes.
  package var period: Int64

  /// A shown picture that was committed for no refresh in particular.
  /// - Parameters:
  ///   - committed: Nanoseconds of the clock when presenting returned.
  ///   - shown: Nanoseconds at which the picture was shown.
  ///   - period: Nanoseconds between two refreshes; above 0.
  package init(committed: Int64, shown: Int64, period: Int64) {
    self.committed = committed
    self.shown = shown
    self.period = period
  }
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
  private var consecutiveLate = 0
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

  /// Records the outcome of a picture.
  /// - Precondition: The picture's period is in 1...1e18 ns.
  package mutating func shown(_ picture: ShownPicture) {
    precondition(
      (1...1_000_000_000_000_000_000).contains(picture.period),
      "a refresh period is \(picture.period) ns; it must be in 1...1000000000000000000 ns")
    guard var lead else {
      lead = picture.period * 3 / 4
      return
    }
    defer { self.lead = max(min(lead, 3 * picture.period), 0) }
    guard let aim = picture.aimed, let planned = picture.lead else { return }
    aimed += 1
    guard picture.shown - aim > picture.period / 4 else {
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
      planned - (aim - picture.committed) > picture.period / 4
      || picture.shown - aim > 2 * picture.period
    // This picture was planned before the lead was last raised.
    let isOld = planned < lead - Self.rise / 2
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
