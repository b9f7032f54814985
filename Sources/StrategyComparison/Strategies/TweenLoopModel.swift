// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A tween whose next loop starts at the time of the frame that ends the one before.
///
/// `fraction = min(1, (time - start) / duration)`; at 1 a loop is reported and `start = time`. So
/// the time by which the frame was late is lost, and of several loops in one frame all but one. The
/// duration is read each frame, and a new one rescales the time within the loop. There is no way to
/// run backwards; a rate of 0 is a pause.
///
/// Source: tween.js before its repaired repeat, https://github.com/tweenjs/tween.js/pull/88: the
/// start of a repeat was the time of the update that triggered it.
struct TweenLoopModel: FrameModel {
  private var start = 0.0
  private var duration: Double
  private var heldAt: Double?
  private var loops = 0
  private var fraction = 0.0

  init(at rate: SignedRate) {
    duration = rate.cycleDuration
    if rate.hertz == 0 {
      heldAt = 0
      duration = 1
    }
  }

  var position: FramePosition { FramePosition(cycle: loops, phase: fraction) }
  var hertz: Double { heldAt == nil ? 1 / duration : 0 }

  @inline(__always)
  mutating func move(to time: Double) {
    fraction = (heldAt ?? time - start) / duration
    if fraction >= 1 {
      loops += 1
      start = time
      if heldAt != nil { heldAt = 0 }
      fraction = 0
    }
  }

  mutating func change(to rate: SignedRate, at time: Double) -> Bool {
    guard rate.hertz >= 0 else { return false }
    if rate.hertz == 0 {
      heldAt = heldAt ?? time - start
    } else {
      duration = rate.cycleDuration
      if let elapsed = heldAt { start = time - elapsed }
      heldAt = nil
    }
    move(to: time)
    return true
  }

  func reported(from last: FramePosition, to position: FramePosition) -> WideInt {
    position.cycle - last.cycle
  }
}
