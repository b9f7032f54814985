// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Ends a cycle at the frame that notices the cycle's end, and starts the next cycle there.
///
/// `position = boundary + rate * (time - start)` up to the next boundary, where the model waits for
/// a frame. That frame shows and reports the boundary and starts the next cycle. The frame's
/// lateness is lost, and so are all but one of several cycles within a frame. A rate change waits
/// for the next start; at rate 0 it takes effect at its exact time. A restart from an end callback
/// behaves like this model.
struct FrameRestartModel: StrategyModel {
  private var rate: SignedRate
  /// The rate of the next cycle, if it differs from the present one.
  private var waitingRate: SignedRate?
  /// The boundary at which the present cycle began, and the motion from that boundary.
  private var boundary: WideInt = 0
  private var line: RepeatLine

  init(at rate: SignedRate) { (self.rate, line) = (rate, rate.line(from: 0)) }

  var isSliding: Bool { false }

  func hertz(at time: Double) -> Double { rate.hertz }

  func position(at time: Double) -> FramePosition {
    let position = positionInCycle(at: time)
    if hasEnded(position) { return nextBoundary }
    return FramePosition(cycle: boundary + position.cycle, phase: position.phase)
  }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter) {
    meter.requested(rate, at: time, inEffect: hertz(at: time))
    waitingRate = rate
    if rate.hertz == hertz(at: time) {
      waitingRate = nil
      meter.tookEffect(at: time)
    } else if hertz(at: time) == 0 {
      startCycle(at: time, &meter)
    }
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame {
    let position = positionInCycle(at: time)
    if hasEnded(position) {
      boundary = nextBoundary.cycle
      startCycle(at: time, &meter)
      return DrawnFrame(position: FramePosition(cycle: boundary, phase: 0), reported: 1)
    }
    return DrawnFrame(
      position: FramePosition(cycle: boundary + position.cycle, phase: position.phase))
  }

  /// Begins a cycle at the present boundary, at the pending rate.
  @inline(never)
  private mutating func startCycle(at time: Double, _ meter: inout Meter) {
    let before = Movement(phase: 0, hertz: hertz(at: time))
    if let waitingRate { rate = waitingRate }
    waitingRate = nil
    line = rate.line(from: time)
    meter.motionChanged(from: before, to: Movement(phase: 0, hertz: hertz(at: time)))
    meter.tookEffect(at: time)
  }

  /// Cycles since the start of the present cycle, as if this cycle had no end.
  @inline(__always)
  private func positionInCycle(at time: Double) -> FramePosition {
    FramePosition(line.position(at: time))
  }

  @inline(__always)
  private func hasEnded(_ position: FramePosition) -> Bool {
    rate.direction < 0
      ? position.cycle < -1 || (position.cycle == -1 && position.phase == 0) : position.cycle > 0
  }

  private var nextBoundary: FramePosition {
    FramePosition(cycle: boundary + rate.direction, phase: 0)
  }
}
