// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A model of code that runs once a frame, as in browsers and engines.
protocol FrameModel: Sendable {
  /// Begins at time 0 and position 0.
  init(at rate: SignedRate)

  /// Moves on to `time`, at the rate in effect; the times rise.
  mutating func move(to time: Double)

  /// Takes another rate at `time`, after ``move(to:)`` of the same time.
  /// - Returns: Whether it can: some cannot hold, or cannot run backwards.
  mutating func change(to rate: SignedRate, at time: Double) -> Bool

  /// The present position.
  var position: FramePosition { get }

  /// Cycles per second in effect, to its own precision.
  var hertz: Double { get }

  /// How many boundaries it reports after a frame has moved it from `last` to `position`; by
  /// default at most one, as a callback a frame does.
  func reported(from last: FramePosition, to position: FramePosition) -> WideInt
}

extension FrameModel {
  func reported(from last: FramePosition, to position: FramePosition) -> WideInt {
    min(1, position.boundaries(since: last))
  }
}

/// Runs a model: a rate change waits for the next frame, which first moves on and then applies it.
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
    meter.requested(at: time)
    change = rate
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> Shown {
    model.move(to: time)
    if let change { apply(change, at: time, &meter) }
    let position = model.position
    var shown = Shown(position: position)
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
