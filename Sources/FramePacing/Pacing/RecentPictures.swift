// SPDX-License-Identifier: Apache-2.0

/// The pictures of which a report may still come, and the refresh that the next one is planned for.
///
/// Inline, so that nothing is allocated.
struct RecentPictures: Hashable, Sendable {
  /// A picture that was presented, while the display reports when each was shown.
  struct Picture: Hashable, Sendable {
    var number: Int
    /// When presenting returned.
    var committed: Int64
    /// Whether presenting waited for the picture before.
    var hasWaited: Bool
    /// What it was committed for; nil for no certain refresh.
    var plan: Plan?
    /// When it was predicted to be seen.
    var predicted: Int64
  }

  /// What a frame is planned for, in nanoseconds.
  struct Plan: Hashable, Sendable {
    var refresh: Int64
    /// Above 0.
    var lead: Int64
  }

  /// The last report.
  struct Report: Hashable, Sendable {
    var number: Int
    var shown: Int64
    var predicted: Int64
  }

  /// Where none came for so many pictures, reports are taken not to come any more.
  static let longestSilence = 16

  /// Whether the display reports when each picture was shown.
  private(set) var areReported = false
  /// Whether the present grid of refreshes was seen in a report; a pause ends that.
  private(set) var gridIsKnown = false
  /// What the frame that is begun next is planned for; nil for no certain refresh.
  var plan: Plan?
  /// When the last picture is expected to be shown; nil where that is unknown.
  private(set) var lastExpected: Int64?
  /// Whether the last picture had to wait although it was planned: the one before seems to be late,
  /// which no report has said yet.
  var seemsLate = false
  /// The last report of one of the pictures.
  private(set) var lastReport: Report?

  private var silence = 0
  /// The picture that was planned when the last late one was found.
  private var plannedBeforeReport: Int64?
  private var numbers = RecentSamples(capacity: longestSilence)
  private var commits = RecentSamples(capacity: longestSilence)
  private var waits = RecentSamples(capacity: longestSilence)
  private var refreshes = RecentSamples(capacity: longestSilence)
  private var leads = RecentSamples(capacity: longestSilence)
  private var predictions = RecentSamples(capacity: longestSilence)

  /// Forgets where the refreshes lie: after a pause.
  mutating func restart() {
    (gridIsKnown, plan, lastExpected, seemsLate) = (false, nil, nil, false)
  }

  /// Takes in a picture, unless nothing is reported.
  /// - Parameter expected: When it will be shown, as well as is known.
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

  /// Takes in that a report was of a late picture.
  mutating func foundLate() {
    // The next one is planned before its reports are taken.
    plannedBeforeReport = numbers.count > 0 ? numbers.newest(0) + 1 : nil
  }

  /// Whether a picture was planned before the last late one was found.
  func wasPlannedBeforeReport(_ number: Int) -> Bool {
    plannedBeforeReport.map { Int64(number) <= $0 } ?? false
  }

  /// Takes in a report: the display's clock follows it.
  /// - Returns: The picture, and the report before; nil where it is not among the last.
  mutating func report(_ number: Int, shown: Int64) -> (picture: Picture, before: Report?)? {
    (areReported, gridIsKnown, silence) = (true, true, 0)
    for age in 0..<numbers.count where numbers.newest(age) == Int64(number) {
      let lead = leads.newest(age)
      let picture = Picture(
        number: number, committed: commits.newest(age), hasWaited: waits.newest(age) == 1,
        plan: lead > 0 ? Plan(refresh: refreshes.newest(age), lead: lead) : nil,
        predicted: predictions.newest(age))
      let before = lastReport
      lastReport = Report(number: number, shown: shown, predicted: picture.predicted)
      return (picture, before)
    }
    return nil
  }
}
