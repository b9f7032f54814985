// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A model of code that runs once per frame, as in browsers and engines.
protocol FrameModel: Sendable {
  /// Starts at time 0 and position 0.
  init(at rate: SignedRate)

  /// Moves to `time` at the rate in effect. Each time is later than the previous one.
  mutating func move(to time: Double)

  /// Changes the rate at `time`; the caller has called ``move(to:)`` with the same time.
  /// - Returns: Whether the model supports the rate. Some models do not support rate 0, or cannot
  ///   run backwards.
  mutating func change(to rate: SignedRate, at time: Double) -> Bool

  /// The present position.
  var position: FramePosition { get }

  /// Cycles per second in effect, in the model's own precision.
  var hertz: Double { get }

  /// The number of boundaries reported for a frame that moved from `last` to `position`.
  ///
  /// By default, a frame reports at most one boundary, like a callback per frame.
  func reported(from last: FramePosition, to position: FramePosition) -> WideInt
}

extension FrameModel {
  func reported(from last: FramePosition, to position: FramePosition) -> WideInt {
    min(1, position.boundaries(since: last))
  }
}

/// Runs a model frame by frame: each frame first moves the model, then applies the pending rate
/// change.
struct FrameSteppedModel<Model: FrameModel>: StrategyModel {
  private var model: Model
  private var change: SignedRate?
  private var last = FramePosition.zero

  init(at rate: SignedRate) { model = Model(at: rate) }

  var isSliding: Bool { false }

  func hertz(at time: Double) -> Double { model.hertz }

  func position(at time: Double) -> FramePosition {
    var model = model
    model.move(to: time)
    return model.position
  }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter) {
    meter.requested(rate, at: time, inEffect: model.hertz)
    change = rate
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame {
    model.move(to: time)
    if let change { apply(change, at: time, &meter) }
    let position = model.position
    var shown = DrawnFrame(position: position)
    if position.cycle != last.cycle || position.phase == 0 {
      shown.reported = model.reported(from: last, to: position)
    }
    last = position
    return shown
  }

  @inline(never)
  private mutating func apply(_ rate: SignedRate, at time: Double, _ meter: inout Meter) {
    change = nil
    let before = Movement(phase: model.position.phase, hertz: model.hertz)
    guard model.change(to: rate, at: time) else { return }
    meter.motionChanged(
      from: before, to: Movement(phase: model.position.phase, hertz: model.hertz))
    meter.tookEffect(at: time)
  }
}
