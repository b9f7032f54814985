// SPDX-License-Identifier: Apache-2.0

/// The pictures of which a report may still come, and the refresh that the next one is planned for.
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
    /// When it was shown, once that is reported.
    var shown: Int64?
  }

  /// What a frame is planned for, in nanoseconds.
  struct Plan: Hashable, Sendable {
    var refresh: Int64
    var lead: Int64
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
  /// The picture of the last report.
  private(set) var lastReported: Picture?

  /// The last pictures, in no order; empty while nothing is reported, so that nothing is allocated.
  private var pictures: [Picture] = []
  private var added = 0
  private var silence = 0

  /// Forgets where the refreshes lie: after a pause.
  mutating func restart() {
    (gridIsKnown, plan, lastExpected) = (false, nil, nil)
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
    if pictures.count < Self.longestSilence {
      pictures.append(picture)
    } else {
      pictures[added % Self.longestSilence] = picture
    }
    added += 1
  }

  /// Takes in that a picture was shown.
  /// - Returns: The picture and the one reported before; nil where it is not among the last.
  mutating func report(_ number: Int, shownAt time: Int64) -> (picture: Picture, before: Picture?)?
  {
    (areReported, silence) = (true, 0)
    guard let index = pictures.firstIndex(where: { $0.number == number }) else { return nil }
    let before = lastReported
    pictures[index].shown = time
    lastReported = pictures[index]
    return (pictures[index], before)
  }

  /// Takes in that the display's clock follows the reports.
  mutating func followsGrid() { gridIsKnown = true }
}
