// SPDX-License-Identifier: Apache-2.0
//
// The models and the meter of StrategyComparison as C functions, compiled into that module for the
// page: one run of each strategy. The page's other calls are those of the C library.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import DynamicRepeat
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

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double) {
    model.apply(rate, ramp: ramp, at: time, &meter)
    hasChange = true
  }

  mutating func frame(at time: Double) -> StrategyView {
    let shown = model.show(at: time, &meter)
    meter.drew(shown, at: time, by: model, hasChange: hasChange)
    hasChange = false
    let delays = meter.delays.result(end: time)
    let jump = meter.takeJump().map { abs($0.after - $0.before) } ?? 0
    return StrategyView(
      value: ValueCurve.standard.value(atPhase: shown.position.phase),
      hertz: model.hertz(at: time), newJump: jump, largestJump: meter.largestJump,
      worstDelay: delays?.worst ?? 0, isWaiting: meter.isWaiting ? 1 : 0)
  }
}

/// What a strategy shows at a frame, as the page reads it: numbers of eight bytes.
public struct StrategyView {
  var value: Double
  var hertz: Double
  /// The jump of the value since the last frame.
  var newJump: Double
  var largestJump: Double
  /// Seconds, as of the comparison's measure.
  var worstDelay: Double
  var isWaiting: Double
}

/// The runs, in the page's order.
private struct Runs {
  var restart: Run<ControllerModel<RestartPolicy>>
  var phase: Run<ControllerModel<PhasePolicy>>
  var ramp: Run<ControllerModel<RampPolicy>>
  var naive: Run<NaiveModel>
  var last = -Double.leastNonzeroMagnitude

  init(at rate: SignedRate) {
    restart = Run(at: rate)
    phase = Run(at: rate)
    ramp = Run(at: rate)
    naive = Run(at: rate)
  }
}

/// Two sets of runs, in memory that is kept: of the hand, and of the typed numbers.
nonisolated(unsafe) private var sets: (UnsafeMutablePointer<Runs>?, UnsafeMutablePointer<Runs>?) =
  (nil, nil)
/// Of a square that is not the library's, in halves of its value: more than the light between its two
/// colours.
private struct FlashGuard {
  var flashes = FlashCounter(threshold: 0.05)
  var lastShown = 0.0
}

nonisolated(unsafe) private let guards: UnsafeMutablePointer<FlashGuard> = {
  let guards = UnsafeMutablePointer<FlashGuard>.allocate(capacity: 3)
  guards.initialize(repeating: FlashGuard(), count: 3)
  return guards
}()

private func isValid(_ seconds: Double) -> Bool {
  (try? RepeatRate.cycleDuration(seconds).validate()) != nil
}

/// The runs of a set, if they have begun and `time` is after their last frame.
@inline(never)
private func begunRuns(_ set: Int32, before time: Double) -> UnsafeMutablePointer<Runs>? {
  guard let runs = set == 0 ? sets.0 : sets.1 else { return nil }
  return time > runs.pointee.last && time <= RepeatLimits.latestTime ? runs : nil
}

/// Begins a run of each strategy at time 0.
/// - Parameters:
///   - set: 0 or 1.
///   - cycleDuration: Seconds.
/// - Returns: 1, or 0 for a duration that no repeat takes.
@c public func strategies_begin(_ set: Int32, _ cycleDuration: Double) -> Int32 {
  guard isValid(cycleDuration) else { return 0 }
  let rate = SignedRate(.cycleDuration(cycleDuration), direction: 1)
  let before = set == 0 ? sets.0 : sets.1
  before?.deinitialize(count: 1)
  let runs = before ?? .allocate(capacity: 1)
  runs.initialize(to: Runs(at: rate))
  if set == 0 { sets.0 = runs } else { sets.1 = runs }
  return 1
}

/// Requests a duration of all of them; `ramp` below 0 is the comparison's own.
/// - Returns: 1, or 0 for a time that is not after the last frame, or an invalid duration or ramp.
@c public func strategies_apply(
  _ set: Int32, _ time: Double, _ cycleDuration: Double, _ ramp: Double
) -> Int32 {
  let seconds = ramp < 0 ? nil : ramp
  let policy = RatePolicy.phaseMatched(ramp: seconds ?? 0)
  guard isValid(cycleDuration), (try? policy.validate()) != nil,
    let runs = begunRuns(set, before: time)
  else { return 0 }
  let rate = SignedRate(.cycleDuration(cycleDuration), direction: 1)
  runs.pointee.restart.apply(rate, ramp: seconds, at: time)
  runs.pointee.phase.apply(rate, ramp: seconds, at: time)
  runs.pointee.ramp.apply(rate, ramp: seconds, at: time)
  runs.pointee.naive.apply(rate, ramp: seconds, at: time)
  return 1
}

/// Shows a frame of all of them, and writes the four views in their order.
/// - Returns: 1, or 0 for a time that is not after the last frame.
@c public func strategies_frame(
  _ set: Int32, _ time: Double, _ views: UnsafeMutablePointer<Double>
) -> Int32 {
  guard let runs = begunRuns(set, before: time) else { return 0 }
  runs.pointee.last = time
  views.withMemoryRebound(to: StrategyView.self, capacity: 4) { views in
    views[0] = runs.pointee.restart.frame(at: time)
    views[1] = runs.pointee.phase.frame(at: time)
    views[2] = runs.pointee.ramp.frame(at: time)
    views[3] = runs.pointee.naive.frame(at: time)
  }
  return 1
}

/// What a model's square may show: the value before, where this one would complete a fourth flash
/// within a second.
/// - Parameters:
///   - square: 0 to 2.
///   - value: Finite.
///   - time: Seconds of a clock that never goes back.
@c public func flash_guard_show(_ square: Int32, _ value: Double, _ time: Double) -> Double {
  guard (0...2).contains(square), value.isFinite else { return 0 }
  let light = Float(value / 2)
  let own = guards + Int(square)
  if !own.pointee.flashes.exceeds(light, at: time) {
    own.pointee.flashes.note(light, at: time)
    own.pointee.lastShown = value
  }
  return own.pointee.lastShown
}
