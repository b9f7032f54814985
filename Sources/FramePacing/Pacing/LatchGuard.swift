// SPDX-License-Identifier: Apache-2.0

/// Decides when `latchesLate` may delay frames: only while that costs no picture.
///
/// A loop cannot know how long the graphics processor draws, or how many pictures wait in a queue.
/// The guard therefore compares the intervals of delayed frames with those of frames without delay:
///
/// - Before the first delay, 120 frames pass without one. At most one in 32 of their intervals may
///   differ from the period by more than a third of it; otherwise the count starts again.
/// - The delays end if delayed frames together take longer than expected by 1.25 intervals. The
///   expected interval is the mean without delays plus 0.2 %. If shown pictures are reported, these
///   limits are 2.25 and 0.5 %, because the `DeadlineEstimator` learns from late pictures. The next
///   pause lasts twice as many frames, at most 61,440.
/// - After 2,048 delayed frames, the next pause is halved. Without reports, the next eight frames
///   are not delayed. If they are faster by a fifth, the guard starts again.
struct LatchGuard: Hashable, Sendable {
  /// The number of frames in the shortest pause, and the largest number of doublings.
  static let shortestPause = 120
  private static let mostDoublings = 9
  /// The number of frames after the first or the last delay in which queued pictures distort the
  /// intervals.
  private static let settling = 4
  private static let stretch = 2048

  private var doublings = 0
  /// The number of frames since the phase began; negative until the intervals are settled.
  private var count = -settling
  private var isOpen = false
  /// The sum of the intervals in nanoseconds, without delays.
  private var sum = 0.0
  /// The number of intervals without delays that differ from the period by more than a third.
  private var irregular = 0
  /// The expected interval, and the excess of the intervals over it, in nanoseconds.
  private var expected = 0.0
  private var excess = 0.0

  /// Whether the coming frame may be delayed.
  var allowsDelay: Bool { isOpen && count >= 2 * Self.settling }

  /// Records the interval between two pictures.
  /// - Parameters:
  ///   - interval: Nanoseconds from one return of presenting to the next.
  ///   - period: The display's period in nanoseconds, if each picture takes one refresh; else nil.
  ///   - isReported: Whether the display reports when pictures were shown.
  mutating func passed(_ interval: Int64, period: Double?, isReported: Bool) {
    guard let period else { return end(hasFailed: isOpen) }
    defer { count += 1 }
    if !isOpen {
      guard count >= 0 else { return }
      sum += Double(interval)
      if abs(Double(interval) - period) > period / 3 { irregular += 1 }
      let frames = Self.shortestPause << doublings
      guard count + 1 == frames else { return }
      expected = min(max(sum / Double(frames), period), 1.008 * period)
      expected *= isReported ? 1.005 : 1.002
      let isRegular = irregular * 32 <= frames
      end(hasFailed: false)
      if isRegular { (isOpen, count, excess) = (true, -1, 0) }
    } else if count < 2 * Self.settling {
      sum += count < Self.settling ? 0 : Double(interval)
      guard count + 1 == 2 * Self.settling else { return }
      if sum < 0.8 * expected * Double(Self.settling) {
        doublings = 0
        end(hasFailed: false)
      }
      sum = 0
    } else if count >= 2 * Self.settling + 2 || !isReported {
      excess = max(excess + Double(interval) - expected, 0)
      if excess > (isReported ? 2.25 : 1.25) * expected { return end(hasFailed: true) }
      guard count == Self.stretch else { return }
      // Reports show the display's refreshes, so that no comparison is necessary.
      (count, doublings) = (isReported ? 2 * Self.settling + 1 : -1, max(doublings - 1, 0))
    }
  }

  private mutating func end(hasFailed: Bool) {
    if hasFailed { doublings = min(doublings + 1, Self.mostDoublings) }
    (isOpen, count, sum, irregular) = (false, -Self.settling, 0, 0)
  }
}
