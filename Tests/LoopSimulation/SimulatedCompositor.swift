// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

/// A compositor that composes `deadline` before each refresh, and a program that commits its
/// pictures by an estimator's lead.
///
/// All times are in nanoseconds; refreshes are at the multiples of the period.
package struct SimulatedCompositor {
  package var period: Int64 = 16_666_667
  /// The time before a refresh at which the compositor composes the committed pictures.
  package var deadline: Int64
  /// That time deviates uniformly by at most this much to either side.
  package var jitter: Int64 = 0
  /// The largest lateness of the program's commits, whose lateness is distributed uniformly.
  package var lateness: Int64 = 50_000
  /// The delay of each picture's report, in pictures.
  package var delay = 1
  /// One picture in this many has no report; 0 if all pictures have reports.
  package var silence = 0
  /// Whether presenting waits until the previous picture is composed, like SDL's on Wayland.
  package var blocks = true
  package private(set) var estimator = DeadlineEstimator()
  /// The number of pictures committed for a refresh, and the number of these that were shown later.
  package private(set) var (aimed, late) = (0, 0)

  private var random: SeededRandom
  private var now: Int64 = 1_000_000_000
  private var lastShown: Int64 = 0
  private var heard: [ShownPicture] = []
  private var number = 0

  package init(deadline: Int64, seed: UInt64 = 1) {
    self.deadline = deadline
    random = SeededRandom(seed: seed)
  }

  /// Resets the counts.
  package mutating func resetCounts() { (aimed, late) = (0, 0) }

  /// Shows this number of pictures.
  package mutating func run(_ pictures: Int) {
    for _ in 0..<pictures { showPicture() }
  }

  private mutating func showPicture() {
    number += 1
    var aim: Int64?
    let lead = estimator.lead
    if let lead {
      let refresh = (max(now + lead, lastShown + period / 2) / period + 1) * period
      aim = refresh
      now = max(now, refresh - lead) + Int64(random.double(in: 0...Double(max(lateness, 1))))
    }
    // The previous picture is composed `deadline` before it is shown.
    let composed = lastShown - deadline
    let waits = blocks && now < composed
    if waits { now = composed + 20_000 }
    let made = deadline + (jitter > 0 ? Int64(random.double(in: -1...1) * Double(jitter)) : 0)
    let shown = max((now + made - 1) / period + 1, lastShown / period + 1) * period
    var picture = ShownPicture(committed: now, shown: shown, period: period)
    if waits {
      picture.tooLateFor = lastShown
    } else if let aim {
      (picture.aimed, picture.lead) = (aim, lead)
      aimed += 1
      if shown > aim { late += 1 }
    }
    if silence == 0 || number % silence != 0 { heard.append(picture) }
    if heard.count > delay { estimator.shown(heard.removeFirst()) }
    lastShown = shown
  }

  /// The difference between lead and deadline, in milliseconds.
  package var error: Double { Double((estimator.lead ?? 0) - deadline) / 1e6 }
  /// The fraction of pictures shown later than planned.
  package var lateShare: Double { Double(late) / Double(max(aimed, 1)) }
}
