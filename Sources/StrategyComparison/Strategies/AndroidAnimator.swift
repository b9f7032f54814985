// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Android's `ValueAnimator`, repeating for ever in reverse mode, with its duration set as it runs.
///
/// `fraction = (float) (currentTime - startTime) / duration`, both in whole milliseconds: the start
/// time stays when the duration is set, and the fraction is a `Float` that counts all legs since
/// the start. A leg is half a cycle. `getDurationScale` is 1. A rate of 0 is `pause()`; a negative
/// duration throws, so a rate change to run backwards does nothing. Reports a cycle by
/// `onAnimationRepeat`: at most once a frame, and only where the leg's number has risen.
///
/// Source: https://developer.android.com/reference/android/animation/ValueAnimator, and the
/// platform's own core/java/android/animation/ValueAnimator.java: `setDuration`,
/// `animateBasedOnTime`, `getCurrentIterationFraction`, `pause`. Frame times come from the
/// choreographer, in milliseconds.
struct AndroidAnimatorModel: FrameModel {
  private var start: Int64 = 0
  private var leg: Int64
  private var pausedAt: Int64?
  private var fraction: Float = 0

  init(at rate: SignedRate) {
    leg = 500
    if rate.hertz == 0 { pausedAt = 0 } else { leg = Self.leg(of: rate) }
  }

  var position: FramePosition { FramePosition(Double(fraction) / 2) }
  var hertz: Double { pausedAt == nil ? 500 / Double(leg) : 0 }

  @inline(__always)
  mutating func move(to time: Double) {
    let elapsed = (pausedAt ?? Self.milliseconds(time)) - start
    fraction = Float(elapsed) / Float(leg)
  }

  mutating func change(to rate: SignedRate, at time: Double) -> Bool {
    guard rate.hertz >= 0 else { return false }
    let now = Self.milliseconds(time)
    if rate.hertz == 0 {
      pausedAt = pausedAt ?? now
    } else {
      leg = Self.leg(of: rate)
      if let pausedAt { start += now - pausedAt }
      pausedAt = nil
    }
    move(to: time)
    return true
  }

  func reported(from last: FramePosition, to position: FramePosition) -> WideInt {
    position.cycle > last.cycle ? 1 : 0
  }

  /// The frame's nanoseconds are divided by a million, as whole numbers.
  private static func milliseconds(_ time: Double) -> Int64 { Int64(time * 1000) }

  /// A duration of 0 would end the animation: the shortest leg is a millisecond.
  private static func leg(of rate: SignedRate) -> Int64 {
    max(1, Int64((rate.cycleDuration * 500).rounded()))
  }
}
