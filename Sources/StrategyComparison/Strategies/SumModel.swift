// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Adds up the phase frame by frame: `phase += rate * dt`, wrapped into [0, 1) each time.
///
/// A rate change takes effect after the frame's sum, that is, for the next frame. Each whole number
/// that the sum passes is reported.
///
/// Source: the frame's `delta` in Godot
/// (https://docs.godotengine.org/en/stable/tutorials/scripting/idle_and_physics_processing.html)
/// and Unity's `Time.deltaTime` (https://docs.unity3d.com/ScriptReference/Time-deltaTime.html).
struct SumModel: FrameModel {
  private(set) var hertz: Double
  private(set) var position = FramePosition.zero
  private var last = 0.0

  init(at rate: SignedRate) { hertz = rate.hertz }

  @inline(__always)
  mutating func move(to time: Double) {
    position.phase += hertz * (time - last)
    last = time
    if position.phase >= 1 || position.phase < 0 {
      let whole = position.phase.rounded(.down)
      position.cycle += WideInt(whole)
      position.phase = min(position.phase - whole, (1.0).nextDown)
    }
  }

  mutating func change(to rate: SignedRate, at time: Double) -> Bool {
    hertz = rate.hertz
    return true
  }

  func reported(from last: FramePosition, to position: FramePosition) -> WideInt {
    position.boundaries(since: last)
  }
}
