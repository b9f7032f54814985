// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A repeat that its master word alone cannot tell, moved by a whole controller.
///
/// Under a ramp, with an order or a stop that waits for the end of a cycle, or listened to. So what it
/// does is what a controller does. As soon as a phase and a rate tell all again, it is folded back.
struct AsideRepeat {
  let index: Int
  var controller: RepeatController
  var isListening = false

  /// A repeat as its master word and state tell it at `time`.
  init(index: Int, word: MasterWord, state: PlaceState, at time: Double) {
    self.index = index
    var settings = RepeatSettings()
    // A turn is no event in a bank: with one leg, the only marks are the ends of cycles.
    settings.autoreverses = false
    settings.policy = .phaseMatched
    do {
      controller = try RepeatController(settings, now: time)
      // Nobody is told of the order to start.
      controller.isReporting = false
    } catch {
      preconditionFailure(error.description)
    }
    let fraction =
      state.isStill ? word.stillPhase.precise : word.precisePhase(at: BankTime(time))
    controller.resume(
      at: PrecisePosition(cycle: 0, fraction: fraction), rate: word.rate.hertz,
      direction: word.direction(in: state), isTurned: state.isTurned, isIdle: state.isIdle,
      isPaused: state.isStill && !state.isIdle)
  }

  /// Whether a phase and a rate tell all there is.
  var isPlain: Bool {
    guard !isListening, !controller.hasPendingRateChange, controller.motion.curve.isConstant else {
      return false
    }
    switch controller.state {
    case .idle, .running, .paused(isStopping: false): return true
    case .stopping, .paused(isStopping: true): return false
    }
  }

  /// The master word and the state's flags that tell the same.
  func folded(_ state: PlaceState) -> (word: MasterWord, state: PlaceState) {
    var state = state
    let motion = controller.motion
    var word = MasterWord(rate: MasterRate(motion.curve.endRate))
    let isIdle = controller.state == .idle
    state.set(PlaceState.aside, false)
    state.set(PlaceState.still, controller.state != .running)
    state.set(PlaceState.idle, isIdle)
    let requested = controller.requestedRate.direction
    let sign = motion.curve.endRate.sign
    let direction =
      sign != 0 ? sign : isIdle ? requested * motion.lastDirection : motion.lastDirection
    state.set(PlaceState.backwards, direction < 0)
    state.set(PlaceState.turned, direction != requested)
    if controller.state == .running {
      word.setPhase(ExactPhase(motion.anchor.position.fraction), at: BankTime(motion.origin))
    } else {
      word.stillPhase =
        isIdle
        ? ExactPhase(asked: controller.idleState.position.phase)
        : ExactPhase(motion.anchor.position.fraction)
    }
    return (word, state)
  }

  /// The phase at a time at or after the last order or frame that it had.
  func phase(at time: Double) -> Double { controller.sample(at: time).position.phase }
}

extension RepeatController {
  /// Goes on from a place where another account of the same repeat has come to.
  fileprivate mutating func resume(
    at position: PrecisePosition, rate: DoubleDouble, direction: Int, isTurned: Bool,
    isIdle: Bool, isPaused: Bool
  ) {
    let time = DoubleDouble(now)
    // Of the requested rate only its direction is kept, and only that counts.
    requestedRate = .hertz(isTurned ? -Double(direction) : Double(direction))
    start()
    motion.curve = RateCurve(constant: rate)
    motion.anchor(at: time, in: MotionState(position: position))
    restartCrossings(from: position, direction: direction)
    crossings.valueDirection = valueDirection(from: position, direction: direction)
    motion.lastDirection = direction
    if isPaused { pause() }
    if isIdle {
      stop(.freeze)
      if isTurned { reverse() }
    }
    plan(at: time)
  }
}

extension MasterWord {
  /// -1 or 1: the direction of its rate; at rate 0 that of the last motion, or of the next run.
  func direction(in state: PlaceState) -> Int {
    let rate = self.rate
    return rate == .zero ? state.directionAtZero : rate.isNegative ? -1 : 1
  }

  /// -1 or 1: the direction that a cycle duration takes.
  func directionOfDuration(in state: PlaceState) -> Int {
    state.isIdle ? (state.isTurned ? -1 : 1) : direction(in: state)
  }
}
