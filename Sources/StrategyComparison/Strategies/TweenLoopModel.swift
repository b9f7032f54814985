// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A tween that starts its next loop at the time of the frame that ended the previous one.
///
/// `fraction = min(1, (time - start) / duration)`. At fraction 1 the tween reports a loop, and sets
/// `start` to `time`. The frame's lateness is lost, and so are all but one of several loops within
/// a frame. The duration is read in each frame, and a new duration rescales the time within the
/// loop. The tween cannot run backwards; a rate of 0 pauses the tween.
///
/// Source: tween.js before its repeat was repaired (https://github.com/tweenjs/tween.js/pull/88):
/// the start of a repeat was the time of the update that triggered it.
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
