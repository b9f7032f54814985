// SPDX-License-Identifier: Apache-2.0

/// The pictures that the display may still report as shown, and the planned refresh of the next
/// one.
///
/// Stored inline, without allocation.
struct RecentPictures: Hashable, Sendable {
  /// A presented picture; stored while the display reports when each picture was shown.
  struct Picture: Hashable, Sendable {
    var number: Int
    /// The time at which presenting returned.
    var committed: Int64
    /// Whether presenting waited for the previous picture.
    var hasWaited: Bool
    /// The plan with which the picture was committed; nil if there was no plan.
    var plan: RefreshPlan?
    /// The time at which the picture was predicted to be seen.
    var predicted: Int64
    /// The reported time at which the picture was shown; nil before the report.
    var shown: Int64?
  }

  /// The number of pictures without a report after which reports are considered to have stopped.
  static let longestSilence = 16

  /// Whether the display reports when each picture was shown.
  private(set) var areReported = false
  /// Whether the refresh times are known from a report; false again after a pause.
  private(set) var gridIsKnown = false
  /// The plan of the next frame; nil if it is planned for no particular refresh.
  var plan: RefreshPlan?
  /// The time at which the last picture is expected to be shown; nil if unknown.
  private(set) var lastExpected: Int64?
  /// Whether the picture before the last is probably late, though not reported yet: the last
  /// picture had to wait for it longer than planned.
  var seemsLate = false
  /// Whether presenting returns when the picture itself is shown, so that reports add no
  /// information.
  var areIgnored = false
  /// The last picture with a report.
  private var lastShown: Picture?

  private var silence = 0
  /// The number of the picture that was planned when the last late picture was found.
  private var plannedBeforeReport: Int64?
  private var numbers = RecentSamples(capacity: longestSilence)
  private var commits = RecentSamples(capacity: longestSilence)
  private var waits = RecentSamples(capacity: longestSilence)
  private var refreshes = RecentSamples(capacity: longestSilence)
  private var leads = RecentSamples(capacity: longestSilence)
  private var predictions = RecentSamples(capacity: longestSilence)

  /// Discards the phase of the refreshes after a pause.
  mutating func restart() {
    (gridIsKnown, plan, lastExpected, seemsLate) = (false, nil, nil, false)
  }

  /// Adds a picture, unless the display reports nothing.
  /// - Parameter expected: The best estimate of the time at which it will be shown.
  mutating func add(_ picture: Picture, expected: Int64?) {
    guard areReported else { return }
    silence += 1
    guard silence <= Self.longestSilence else {
      self = RecentPictures()
      return
    }
    lastExpected = expected
    numbers.add(Int64(picture.number))
    commits.add(picture.committed)
    waits.add(picture.hasWaited ? 1 : 0)
    refreshes.add(picture.plan?.refresh ?? 0)
    leads.add(picture.plan?.lead ?? 0)
    predictions.add(picture.predicted)
  }

  /// Expects the last picture later if the stored picture `number`, which precedes it in the queue,
  /// was shown too late: each refresh shows one picture.
  mutating func wasShown(_ number: Int, at shown: Int64, period: Int64) {
    let earliest = shown + (numbers.newest(0) - Int64(number)) * period
    lastExpected = lastExpected.map { max($0, earliest) }
  }

  /// Records that a report was about a late picture.
  mutating func foundLate() {
    // When the reports are read, the next picture has already been planned.
    plannedBeforeReport = numbers.count > 0 ? numbers.newest(0) + 1 : nil
  }

  /// Whether a picture was planned before the last late picture was found.
  func wasPlannedBeforeReport(_ number: Int) -> Bool {
    plannedBeforeReport.map { Int64(number) <= $0 } ?? false
  }

  /// Records that picture `number` was shown at the time `shown`.
  /// - Returns: The picture, and the picture of the previous report; nil if the picture is no
  ///   longer stored.
  mutating func report(_ number: Int, shown: Int64) -> (picture: Picture, before: Picture?)? {
    (areReported, gridIsKnown, silence) = (true, true, 0)
    for age in 0..<numbers.count where numbers.newest(age) == Int64(number) {
      let lead = leads.newest(age)
      let picture = Picture(
        number: number, committed: commits.newest(age), hasWaited: waits.newest(age) == 1,
        plan: lead > 0 ? RefreshPlan(refresh: refreshes.newest(age), lead: lead) : nil,
        predicted: predictions.newest(age), shown: shown)
      defer { lastShown = picture }
      return (picture, lastShown)
    }
    return nil
  }
}
