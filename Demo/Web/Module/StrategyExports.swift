// SPDX-License-Identifier: Apache-2.0
//
// The tabs "Play" and "Your numbers" as C functions: one run of each strategy, by the models and the
// meter of StrategyComparison, into which this is compiled. Of the hand's, three squares are repeats of
// the C library.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

/// A model with its meter.
private struct Run<Model: StrategyModel> {
  private var model: Model
  private var meter: Meter
  private var hasChange = false

  init(at rate: SignedRate) {
    model = Model(at: rate)
    meter = Meter(at: rate)
  }

  mutating func apply(_ rate: SignedRate, at time: Double) {
    model.apply(rate, ramp: nil, at: time, &meter)
    hasChange = true
  }

  mutating func frame(at time: Double) -> SquareView {
    let shown = model.show(at: time, &meter)
    meter.drew(shown, at: time, by: model, hasChange: hasChange)
    hasChange = false
    var view = SquareView()
    view.time = time
    view.value = ValueCurve.value(atPhase: shown.position.phase)
    view.hertz = model.hertz(at: time)
    view.newJump = meter.takeJump().map { abs($0.after - $0.before) } ?? 0
    view.largestJump = meter.largestJump
    view.worstDelay = meter.delays.result(end: time)?.worst ?? 0
    view.isWaiting = meter.isWaiting ? 1 : 0
    return view
  }
}

/// The runs, in the page's order.
private struct Runs {
  private var restart: Run<ControllerModel<RestartPolicy>>
  private var phase: Run<ControllerModel<PhasePolicy>>
  private var ramp: Run<ControllerModel<RampPolicy>>
  private var naive: Run<NaiveModel>
  private var last = -Double.leastNonzeroMagnitude

  init(at rate: SignedRate) {
    restart = Run(at: rate)
    phase = Run(at: rate)
    ramp = Run(at: rate)
    naive = Run(at: rate)
  }

  @inline(never)
  mutating func apply(_ rate: SignedRate, at time: Double) throws(CallError) {
    try check(time)
    restart.apply(rate, at: time)
    phase.apply(rate, at: time)
    ramp.apply(rate, at: time)
    naive.apply(rate, at: time)
  }

  /// Shows a frame of all of them.
  @inline(never)
  mutating func frame(at time: Double) throws(CallError) {
    try check(time)
    last = time
    views[0] = restart.frame(at: time)
    views[1] = phase.frame(at: time)
    views[2] = ramp.frame(at: time)
    views[3] = naive.frame(at: time)
  }

  /// Throws for a time that is not after the last frame's.
  private func check(_ time: Double) throws(CallError) {
    guard time <= RepeatLimits.latestTime else { throw CallError(status: DR_ERROR_TIME) }
    guard time > last else { throw CallError(status: DR_ERROR_PAST) }
  }
}

/// The rate of a duration, if a repeat takes it.
@inline(never)
private func rate(_ cycleDuration: Double) throws(CallError) -> SignedRate {
  let rate = RepeatRate.cycleDuration(cycleDuration)
  guard (try? rate.validate()) != nil else { throw CallError(status: DR_ERROR_CYCLE_DURATION) }
  return SignedRate(rate, direction: 1)
}

/// Ends the runs that there are, and begins new ones at time 0.
@inline(never)
private func begin(_ runs: inout UnsafeMutablePointer<Runs>?, _ cycleDuration: Double)
  throws(CallError)
{
  let rate = try rate(cycleDuration)
  runs?.deinitialize(count: 1)
  let begun = runs ?? .allocate(capacity: 1)
  begun.initialize(to: Runs(at: rate))
  runs = begun
}

// MARK: - The hand's squares

nonisolated(unsafe) private var handRuns: UnsafeMutablePointer<Runs>?
/// The library's, in the page's order, and the guard of the naive one.
nonisolated(unsafe) private var own = InlineArray<3, dr_repeat>(repeating: dr_repeat())
nonisolated(unsafe) private var naiveGuard = FlashGuard()
nonisolated(unsafe) private var time = 0.0
nonisolated(unsafe) private var hunt = Hunt()

/// The numbers of the game.
@c public func play_hunt() -> UnsafeRawPointer { address(of: &hunt) }

/// Begins a run of each strategy at time 0.
@c public func play_begin() -> dr_status {
  answer { () throws(CallError) in
    hunt.putHunterToSleep()
    hunt.cycleDuration = hunt.durationOfHealth
    time = 0
    try begin(&handRuns, hunt.cycleDuration)
    for index in 0..<3 {
      if own[index].id != 0 { try check(dr_repeat_destroy(own[index])) }
      let policy = dr_policy(
        ramp_s: index == 2 ? ComparisonStrategy.defaultRamp : 0,
        kind: index == 0 ? DR_RESTART_PER_CYCLE : DR_PHASE_MATCHED,
        shape: index == 2 ? DR_RAMP_SMOOTH : DR_RAMP_LINEAR)
      own[index] = try dr_repeat(cycleDuration: hunt.cycleDuration, policy: policy)
    }
  }
}

/// Sets the health, 0 to 1; the hunter sleeps until the square moves.
@c public func play_set_health(_ health: Double) {
  hunt.health = min(max(health, 0), 1)
  hunt.isOwn = 1
  hunt.putHunterToSleep()
}

/// Moves the game and all squares on, requests the duration where it is another one, and shows a frame.
/// - Parameters:
///   - delta: Seconds, above 0.
///   - clock: Seconds of a clock that never goes back.
///   - right: Of the keys, -1, 0 or 1, as `down`.
///   - x: Where the square is drawn to, in parts of the field's width, as `y`; NaN where it is not.
@c public func play_frame(
  _ delta: Double, _ clock: Double, _ right: Double, _ down: Double, _ x: Double, _ y: Double
) -> dr_status {
  answer { () throws(CallError) in
    time += delta
    hunt.move(by: delta, at: time, right: right, down: down, to: (x, y))
    for index in 0..<3 { try own[index].advance(to: time) }
    let cycleDuration = hunt.durationOfHealth
    if cycleDuration != hunt.cycleDuration {
      try handRuns?.pointee.apply(try rate(cycleDuration), at: time)
      for index in 0..<3 { try check(dr_repeat_set_cycle_duration(own[index], cycleDuration)) }
      hunt.cycleDuration = cycleDuration
    }
    try handRuns?.pointee.frame(at: time)
    for index in 0..<3 {
      let sample = try own[index].sample(at: time)
      (views[index].value, views[index].hertz) = (sample.value, sample.rate_hz)
      views[index].shown = sample.value
    }
    views[3].shown = naiveGuard.show(views[3].value, at: clock)
  }
}

// MARK: - The typed numbers

nonisolated(unsafe) private var typedRuns: UnsafeMutablePointer<Runs>?

/// Whether a repeat takes a duration: 0, or the status that says which ones it takes.
@c public func numbers_check(_ cycleDuration: Double) -> dr_status {
  answer { () throws(CallError) in _ = try rate(cycleDuration) }
}

/// Begins a run of each strategy at time 0.
@c public func numbers_begin(_ cycleDuration: Double) -> dr_status {
  answer { () throws(CallError) in try begin(&typedRuns, cycleDuration) }
}

/// Requests a duration of all of them, at a time after the last frame's.
@c public func numbers_change(_ time: Double, _ cycleDuration: Double) -> dr_status {
  answer { () throws(CallError) in
    try typedRuns?.pointee.apply(try rate(cycleDuration), at: time)
  }
}

/// Shows a frame of all of them, at a time after the last one's.
@c public func numbers_frame(_ time: Double) -> dr_status {
  answer { () throws(CallError) in try typedRuns?.pointee.frame(at: time) }
}
