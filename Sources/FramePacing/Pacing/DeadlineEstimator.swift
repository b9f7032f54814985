// SPDX-License-Identifier: Apache-2.0

/// What became of one picture: when it was committed, and at which refresh it was shown.
///
/// All times are nanoseconds of one clock.
package struct ShownPicture: Hashable, Sendable {
  /// When the picture was given to the display's side: presenting returned.
  package var committed: Int64
  /// The refresh at which it was shown.
  package var shown: Int64
  /// The refresh for which it was committed; nil where it was committed for none.
  package var aimed: Int64?
  /// The estimator's lead when the picture was planned; nil where it was committed for no refresh.
  package var lead: Int64?
  /// The refresh with which the picture before was shown, where presenting waited for it; otherwise
  /// nil.
  ///
  /// A compositor lets presenting go on when it composes the picture before: this one came too late
  /// for the same refresh.
  package var tooLateFor: Int64?
  /// The time between two refreshes.
  package var period: Int64

  /// A picture that was committed for a refresh.
  /// - Parameters:
  ///   - committed: Nanoseconds of the clock when presenting returned.
  ///   - shown: Nanoseconds at which it was shown.
  ///   - period: Nanoseconds between two refreshes; above 0.
  package init(committed: Int64, shown: Int64, period: Int64) {
    self.committed = committed
    self.shown = shown
    self.period = period
  }
}

/// Learns how long before a refresh a picture must be committed to be shown at it.
///
/// No display server reports that deadline. It shows in what became of each picture: one that was
/// committed for a refresh and shown at it left enough time, one that was shown later did not. The
/// `lead` is what a loop should leave. It comes down until a picture is late, goes up again, and
/// in the end comes down by so little that one picture in five hundred is late:
///
/// - At first the lead is three quarters of a period. Each picture that is on time lowers it, at
///   first by 64 µs, down to 0.25 ms above what is known to be too late (`ShownPicture.tooLateFor`,
///   the median of the last eight).
/// - A late picture raises the lead by 0.5 ms; from then on it falls by a quarter of what it fell
///   by, at least 1 µs a picture. If the next few are late too, they raise it by 1, 2, 4 and 8 ms,
///   and it falls as at first: the display has changed. One that was committed a quarter of a period
///   later than it should have been, or shown two periods late, shows a stop of the program, and
///   teaches nothing; nor does one that was planned before the lead was raised.
/// - After 500 pictures on time without a late one, the lead falls by twice as much, and so on up to
///   64 µs, and what was too late is forgotten: the display may have become faster.
///
/// Pure: pictures go in, in the order in which they were shown. Pictures of which nothing is heard
/// are left out.
package struct DeadlineEstimator: Hashable, Sendable {
  /// Nanoseconds before a refresh at which to commit its picture; nil before the first picture.
  package private(set) var lead: Int64?
  /// Pictures that were committed for a refresh, and shown.
  package private(set) var aimed = 0
  /// Those of them that were shown at a later one.
  package private(set) var late = 0

  /// A picture on time lowers the lead by 1 µs times two to the power of this.
  private var haste = fastest
  /// Pictures that were on time since the last late one.
  private var timely = 0
  /// Late pictures among the last few, for how much the next one raises the lead.
  private var run = 0
  /// Leads that were too short.
  private var tooShort = RecentSamples(capacity: 8)

  /// Nanoseconds that a late picture raises the lead by.
  static let rise: Int64 = 500_000
  /// Nanoseconds that a picture on time lowers it by, at least.
  static let slowestFall: Int64 = 1000
  /// The greatest `haste`: 64 µs.
  static let fastest: Int64 = 6
  /// The lead stays so much above those that were too short.
  static let margin: Int64 = 250_000
  /// After so many pictures on time the lead falls twice as fast.
  static let memory = 500

  /// An estimator that knows nothing.
  package init() {}

  /// Takes in what became of a picture.
  /// - Precondition: The picture's period is in 1...1e18 ns.
  package mutating func shown(_ picture: ShownPicture) {
    precondition(
      (1...1_000_000_000_000_000_000).contains(picture.period),
      "a refresh period is \(picture.period) ns; it must be in 1...1000000000000000000 ns")
    if let refresh = picture.tooLateFor { tooLate(refresh - picture.committed, picture.period) }
    guard var lead else {
      lead = max(picture.period * 3 / 4, leastLead)
      return
    }
    defer { self.lead = max(min(lead, 3 * picture.period), leastLead) }
    guard let aim = picture.aimed, let planned = picture.lead else { return }
    aimed += 1
    guard picture.shown - aim > picture.period / 4 else {
      timely += 1
      if timely >= 4 { run = 0 }
      if timely % Self.memory == 0 {
        haste = min(haste + 1, Self.fastest)
        tooShort = RecentSamples(capacity: tooShort.capacity)
      }
      lead -= min(Self.slowestFall << haste, max(lead - leastLead, 0))
      return
    }
    late += 1
    let wasStopped =
      planned - (aim - picture.committed) > picture.period / 4
      || picture.shown - aim > 2 * picture.period
    // Raised since: the new lead is not tried yet.
    let isOld = planned < lead - Self.rise / 2
    guard !wasStopped, !isOld else { return }
    // The third of a run has raised it by more than is known to be needed.
    haste = run < 2 ? max(haste - 2, 0) : Self.fastest
    timely = 0
    lead += Self.rise << Int64(min(run, 4))
    run += 1
  }

  /// Begins to learn again, from 2 ms above the present lead: another display may show the pictures.
  package mutating func relearn() {
    lead = lead.map { $0 + 4 * Self.rise }
    (haste, timely, run) = (Self.fastest, 0, 0)
    tooShort = RecentSamples(capacity: tooShort.capacity)
  }

  private mutating func tooLate(_ lead: Int64, _ period: Int64) {
    guard lead > 0, lead < 3 * period else { return }
    tooShort.add(lead)
  }

  /// What the lead does not fall below; 0 where nothing is known.
  private var leastLead: Int64 {
    guard tooShort.count >= 3, let median = tooShort.median else { return 0 }
    return median + Self.margin
  }
}
