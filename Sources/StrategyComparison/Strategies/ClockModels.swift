// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A clock of `Float` seconds since the start, which is never wrapped.
///
/// `phase = base + (now - since) * rate`, all in `Float`, wrapped into a cycle when it is shown. A
/// rate change sets `base` and `since` so that the phase is kept: the model shows the clock's
/// error, not a jump. After 4.6 hours a `Float` of seconds moves by steps of a millisecond or two,
/// after 12 days by steps of an eighth of a second. Reports a cycle where its number differs from
/// the last frame's.
///
/// Source: Unity, `Time.time` and the note on precision at `Time.timeAsDouble`
/// (https://docs.unity3d.com/ScriptReference/Time-timeAsDouble.html); shaders get such a clock too.
struct FloatClockModel: FrameModel {
  private var rate: Float
  private var since: Float = 0
  private var base: Float = 0
  private var baseCycle = 0
  private var cycles: Float = 0

  init(at rate: SignedRate) { self.rate = Float(rate.hertz) }

  var position: FramePosition {
    let whole = cycles.rounded(.down)
    let phase = min(cycles - whole, Float(1).nextDown)
    return FramePosition(cycle: baseCycle + Int(whole), phase: Double(phase))
  }

  var hertz: Double { Double(rate) }

  @inline(__always)
  mutating func move(to time: Double) { cycles = base + (Float(time) - since) * rate }

  mutating func change(to newRate: SignedRate, at time: Double) -> Bool {
    let here = position
    base = Float(here.phase)
    baseCycle = here.cycle
    since = Float(time)
    rate = Float(newRate.hertz)
    move(to: time)
    return true
  }
}

/// The phase summed up frame by frame: `phase += rate * dt`, wrapped into [0, 1) each time.
///
/// `Number` is the type of the phase, the rate and the frame's `dt`. A rate change is seen after
/// the frame's sum, and holds from the next on. Each whole number that the sum passes is reported.
///
/// Source: the frame's `delta` in Godot
/// (https://docs.godotengine.org/en/stable/tutorials/scripting/ idle_and_physics_processing.html)
/// and Unity's `Time.deltaTime` (https://docs.unity3d.com/ScriptReference/Time-deltaTime.html), a
/// `Float`.
struct SumModel<Number: BinaryFloatingPoint & Sendable>: FrameModel {
  private var rate: Number
  private var phase: Number = 0
  private var cycle = 0
  private var last = 0.0

  init(at rate: SignedRate) { self.rate = Number(rate.hertz) }

  var position: FramePosition { FramePosition(cycle: cycle, phase: Double(phase)) }
  var hertz: Double { Double(rate) }

  @inline(__always)
  mutating func move(to time: Double) {
    phase += rate * Number(time - last)
    last = time
    if phase >= 1 || phase < 0 {
      let whole = phase.rounded(.down)
      cycle += Int(whole)
      phase = min(phase - whole, Number(1).nextDown)
    }
  }

  mutating func change(to newRate: SignedRate, at time: Double) -> Bool {
    rate = Number(newRate.hertz)
    return true
  }

  func reported(from last: FramePosition, to position: FramePosition) -> WideInt {
    position.boundaries(since: last)
  }
}

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
