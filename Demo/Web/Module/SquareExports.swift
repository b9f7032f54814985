// SPDX-License-Identifier: Apache-2.0
//
// What the page reads of four squares at a frame, and what moves them: repeats of the C library, by its
// own functions, and the comparison's models.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CDynamicRepeat
import DynamicRepeat02

/// What a square shows at a frame: numbers of eight bytes, in the order of page.js.
struct SquareView {
  /// Seconds.
  var time = 0.0
  /// The value, or of a model's square the one before it: see ``FlashGuard``.
  var shown = 0.0
  var value = 0.0
  var hertz = 0.0
  /// The jump of the value since the last frame, and the largest one.
  var newJump = 0.0
  var largestJump = 0.0

  /// Of a strategy, by the comparison's measure: seconds, and 1 while it waits for the rate.
  var worstDelay = 0.0
  var isWaiting = 0.0

  /// Of a square that follows a beat: cycles that the beat is ahead, -0.5 to 0.5.
  var gap = 0.0
  /// Since the beat was last handed over, the largest departure from the rate to reach, as a part of
  /// it.
  var deviation = 0.0
  /// Seconds from then on until it was in step; NaN where it is not.
  var lockTime = 0.0
  /// Cycles per second in step with the beat, and the bounds of a lock; 0 where there is none.
  var hertzInStep = 0.0
  var leastHertz = 0.0
  var mostHertz = 0.0
  /// The beat position, and how much of the bar is over.
  var beat = 0.0
  var beatPhase = 0.0
  var barPhase = 0.0
}

/// The four squares of the last frame.
nonisolated(unsafe) var views = InlineArray<4, SquareView>(repeating: SquareView())

/// The numbers of a square at the last frame.
@c public func page_view(_ index: Int32) -> UnsafeRawPointer {
  address(of: &views) + Int(index) * MemoryLayout<SquareView>.stride
}

/// Where a global variable is.
func address<Value>(of variable: UnsafePointer<Value>) -> UnsafeRawPointer {
  UnsafeRawPointer(variable)
}

// MARK: - Repeats of the C library

/// A call of the C library that has failed.
struct CallError: Error { var status: dr_status }

func check(_ status: dr_status) throws(CallError) {
  if status != DR_OK { throw CallError(status: status) }
}

/// What the page gets of a call: 0, or what has failed.
func answer(_ body: () throws(CallError) -> Void) -> dr_status {
  do throws(CallError) {
    try body()
    return DR_OK
  } catch {
    return error.status
  }
}

/// Flashes a second: WCAG 2.3.1.
let safeFlashes = 3.0

extension dr_repeat {
  /// A running repeat, which flashes at most three times a second.
  init(cycleDuration: Double, policy: dr_policy) throws(CallError) {
    var def = dr_default_repeat_def()
    def.rate.value = cycleDuration
    def.policy = policy
    def.max_flash_hz = safeFlashes
    self.init()
    try check(dr_repeat_create(&def, &self))
    try check(dr_repeat_start(self))
  }

  func advance(to time: Double) throws(CallError) {
    try check(dr_repeat_advance(self, time, nil, 0, nil))
  }

  @inline(never)
  func sample(at time: Double) throws(CallError) -> dr_sample {
    var sample = dr_sample()
    try check(dr_repeat_sample(self, time, &sample))
    return sample
  }
}

// MARK: - Squares that are not the library's

/// Holds the value where the next would complete a fourth flash within a second.
///
/// It counts in halves of the value: more than the light between a square's two colours.
struct FlashGuard {
  private var flashes = FlashCounter(threshold: 0.05)
  private var lastShown = 0.0

  /// What may show of a value.
  /// - Parameter clock: Seconds of a clock that never goes back.
  @inline(never)
  mutating func show(_ value: Double, at clock: Double) -> Double {
    let light = Float(value / 2)
    if !flashes.exceeds(light, at: clock) {
      flashes.note(light, at: clock)
      lastShown = value
    }
    return lastShown
  }
}
