// SPDX-License-Identifier: Apache-2.0

/// Decides whether a display has a period at all: one with a variable rate (VRR, adaptive sync)
/// shows each picture when it is ready.
///
/// Lateness moves an arrival, and the next ones stay where they were: over four frames a fixed grid
/// is as far off as over one. Where each interval is as long as its frame took, what is off adds
/// up: over four frames to twice as much and more. So the mean squares of both are compared.
///
/// A display is taken as variable when one of these holds:
/// - the arrivals on a lock were scattered over the whole period;
/// - three locks in a row were lost within 120 frames each (a display that goes over to another
///   rate is lost once, and then held);
/// - 90 frames in a row gave no period to lock to;
/// - for 128 frames the mean square over four frames was more than 2.5 times that over one,
///   and its root above 8 % of a period, below which a lock's even steps are the better ones.
///
/// It is taken as fixed again when one lock outlives 240 frames (four seconds at 60 Hz) and over
/// four frames less than 1.5 times the mean square of one was found, or a root below 4 %. Between
/// the two sets of numbers nothing changes, so that no display goes to and fro.
struct PeriodEvidence: Hashable, Sendable {
  /// Whether the display is taken to have no period.
  private(set) var isVariable = false

  /// Locks in a row that were lost early, frames without a lock, and frames that this lock
  /// outlived.
  private var shortLocks = 0
  private var unlocked = 0
  private var held = 0
  /// The mean squares over one frame and over four, of about the last 128 frames.
  private var single = 0.0
  private var stretch = 0.0
  private var samples = 0.0
  /// Frames in a row in which those means spoke against a period.
  private var wandering = 0
  private var recent = SIMD4<Double>.zero
  private var recentCount = 0

  /// Reports a frame while nothing is locked.
  mutating func passedUnlocked() {
    unlocked += 1
    if unlocked >= 90 { decide(isVariable: true) }
  }

  /// Reports that a lock begins.
  mutating func locked() {
    (unlocked, held, recentCount) = (0, 0, 0)
    // What spoke against a period is decided; the new lock is tried on its own.
    if isVariable { (samples, single, stretch) = (0, 0, 0) }
  }

  /// Reports that the lock is lost.
  /// - Parameter isFormless: Whether the arrivals were scattered over the whole period.
  mutating func lost(isFormless: Bool) {
    shortLocks = held < 120 ? shortLocks + 1 : 0
    (unlocked, held, recentCount) = (0, 0, 0)
    if shortLocks >= 3 || isFormless { decide(isVariable: true) }
  }

  /// Reports an interval that the lock has outlived: older ones than the lock's test looks at, so
  /// that a change of rate, which ends the lock, does not count.
  /// - Parameter off: The interval's distance from a multiple of the period, as a share of it.
  mutating func outlived(off: Double) {
    held += 1
    // A young lock's period is still a little off, which adds up as well.
    guard held > 48 else { return }
    // One arrival that is very late counts no more than several that are late.
    let off = min(max(off, -0.2), 0.2)
    recent = SIMD4(recent.y, recent.z, recent.w, off)
    recentCount = min(recentCount + 1, 4)
    guard recentCount == 4 else { return }
    samples = min(samples + 1, 128)
    single += (off * off - single) / samples
    let sum = recent.sum()
    stretch += (sum * sum - stretch) / samples
    let wanders = stretch > 2.5 * single && stretch > 0.08 * 0.08
    wandering = wanders && samples == 128 ? wandering + 1 : 0
    if wandering >= 128 { decide(isVariable: true) }
    if held >= 240, stretch < 1.5 * single || stretch < 0.04 * 0.04 { decide(isVariable: false) }
  }

  private mutating func decide(isVariable: Bool) {
    guard self.isVariable != isVariable else { return }
    self.isVariable = isVariable
    (shortLocks, unlocked, held, wandering) = (0, 0, 0, 0)
  }
}
