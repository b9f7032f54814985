// SPDX-License-Identifier: Apache-2.0

/// Decides whether a display has a period, or a variable rate (VRR, adaptive sync) at which it
/// shows each picture when it is ready.
///
/// An arrival is the time at which presenting returned. On a display with a period, a late arrival
/// does not delay the next ones. The total time of four frames then deviates from a multiple of the
/// period no more than the time of a single frame. On a display without a period, each interval
/// lasts as long as its frame took, and deviations add up: four frames together deviate at least
/// twice as much as one. The test therefore compares the mean squares of both deviations.
///
/// A display is classified as variable if one of these holds:
/// - during a lock, in which `DisplayClock` follows a grid, the arrivals were scattered over the
///   whole period;
/// - three locks in a row were lost within 120 frames each (a display that changes its rate loses
///   one lock and then holds the next);
/// - 90 frames in a row gave no period to lock to;
/// - for 128 frames the mean square over four frames exceeded 2.5 times that over one frame, and
///   its root exceeded 8 % of a period; below 8 %, the even steps of a lock are better.
///
/// The display is classified as fixed again if one lock lasts more than 240 frames (four seconds at
/// 60 Hz) and the mean square over four frames falls below 1.5 times that over one, or its root
/// below 4 %. The gap between the two sets of thresholds prevents frequent changes of the class.
struct PeriodEvidence: Hashable, Sendable {
  /// Whether the display is classified as variable.
  private(set) var isVariable = false

  /// Three numbers: consecutive locks that were lost early, frames without a lock, and intervals
  /// that `outlived` recorded during the current lock.
  private var shortLocks = 0
  private var unlocked = 0
  private var held = 0
  /// The mean squares over one frame and over four, smoothed over about 128 frames.
  private var single = 0.0
  private var stretch = 0.0
  private var samples = 0.0
  /// The number of consecutive frames in which those means indicated a variable rate.
  private var variableFrames = 0
  private var recent = SIMD4<Double>.zero
  private var recentCount = 0

  /// Records a frame without a lock.
  mutating func passedUnlocked() {
    unlocked += 1
    if unlocked >= 90 { decide(isVariable: true) }
  }

  /// Records the start of a lock.
  mutating func locked() {
    (unlocked, held, recentCount) = (0, 0, 0)
    // Earlier evidence has been used, so a trial lock on a variable display starts without it.
    if isVariable { (samples, single, stretch) = (0, 0, 0) }
  }

  /// Records the loss of a lock.
  /// - Parameter isFormless: Whether the arrivals were scattered over the whole period.
  mutating func lost(isFormless: Bool) {
    shortLocks = held < 120 ? shortLocks + 1 : 0
    (unlocked, held, recentCount) = (0, 0, 0)
    if shortLocks >= 3 || isFormless { decide(isVariable: true) }
  }

  /// Records an interval that is no longer one of the twelve in `DisplayClock.periodHasChanged`.
  ///
  /// If the display changes its rate, that property ends the lock while the intervals of the new
  /// rate are still among the twelve, so they do not count here.
  /// - Parameter off: The interval's distance from a multiple of the period, as a share of the
  ///   period.
  mutating func outlived(off: Double) {
    held += 1
    // The period of a young lock is still slightly off, and that error would add up too.
    guard held > 48 else { return }
    // The deviation is limited, so that one very late arrival does not outweigh all others.
    let off = min(max(off, -0.2), 0.2)
    recent = SIMD4(recent.y, recent.z, recent.w, off)
    recentCount = min(recentCount + 1, 4)
    guard recentCount == 4 else { return }
    samples = min(samples + 1, 128)
    single += (off * off - single) / samples
    let sum = recent.sum()
    stretch += (sum * sum - stretch) / samples
    let seemsVariable = stretch > 2.5 * single && stretch > 0.08 * 0.08
    variableFrames = seemsVariable && samples == 128 ? variableFrames + 1 : 0
    if variableFrames >= 128 { decide(isVariable: true) }
    if held >= 240, stretch < 1.5 * single || stretch < 0.04 * 0.04 { decide(isVariable: false) }
  }

  private mutating func decide(isVariable: Bool) {
    guard self.isVariable != isVariable else { return }
    self.isVariable = isVariable
    (shortLocks, unlocked, held, variableFrames) = (0, 0, 0, 0)
  }
}
