// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// A square that flashes at the music's tempo, locked to the beat or free, and its past.
struct BeatSquare: Sendable {
  /// The largest relative difference from the beat's rate while the square catches up.
  static let reach = 0.25
  /// The largest rate change per second, relative to the rate.
  static let slope = 2.0
  /// The difference from the beat, in seconds, that causes a new lock.
  ///
  /// The ``ClockFollower``'s corrections of the beat are usually smaller.
  static let tolerance = 0.003

  private(set) var controller: RepeatController
  /// Whether the square is to be locked.
  private(set) var isLocked = false
  /// The cycles by which the beat is ahead of the square, -0.5..<0.5; 0 while the beat is unknown.
  private(set) var gap = 0.0
  private(set) var sample: RepeatSample
  /// The square's motion since each command, and the beat since each of its corrections.
  private(set) var motion: MotionHistory<RepeatController>
  private(set) var beats: MotionHistory<RepeatLine?>

  /// A square that runs freely from `now` on.
  init(hertz: Double, startPhase: Double, now: Double) {
    let settings = RepeatSettings(
      rate: .hertz(hertz), policy: .phaseMatched, startPhase: startPhase)
    controller = valid { try RepeatController(settings, now: now) }
    controller.start()
    sample = controller.sample(at: now)
    motion = MotionHistory(controller, from: now)
    beats = MotionHistory(nil, from: now)
  }

  /// The displayed value: 1 on the beat.
  var shown: Double { 1 - sample.progress }

  var isInStep: Bool { isLocked && gap.magnitude <= Self.tolerance * sample.hertz }

  /// Advances to a frame's time, and compares the phase with the beat's.
  /// - Parameter beat: The beat; nil while it is unknown.
  /// - Returns: The events since the previous frame.
  mutating func update(at time: Double, _ beat: RepeatLine?) -> [RepeatEvent] {
    let events = controller.advance(to: time)
    measure(beat)
    if let beat, isLocked, !isInStep, controller.lockState != .catchingUp { lock(to: beat) }
    let known = beats.stretches[beats.stretches.count - 1].state
    if !Self.areEqual(known, beat, at: time) { beats.add(beat, from: time) }
    return events
  }

  /// Whether two lines agree at a time, except for rounding, and run at the same rate.
  private static func areEqual(_ a: RepeatLine?, _ b: RepeatLine?, at time: Double) -> Bool {
    guard let a, let b else { return (a == nil) == (b == nil) }
    let (one, other) = (a.position(at: time), b.position(at: time))
    return a.hertz == b.hertz && one.cycle == other.cycle
      && abs(one.phase - other.phase) < 1e-9
  }

  private mutating func measure(_ beat: RepeatLine?) {
    sample = controller.sample(at: controller.now)
    let ahead = beat.map { $0.position(at: controller.now).phase - sample.position.phase } ?? 0
    gap = ahead - (ahead + 0.5).rounded(.down)
  }

  /// Locks to the beat: the square comes into step as soon as the bounds of its rate allow.
  mutating func lock(to beat: RepeatLine) {
    isLocked = true
    valid {
      let bounds = try RateBounds(
        around: beat.hertz, within: Self.reach, slope: Self.slope * beat.hertz)
      try controller.lock(to: beat, within: bounds)
    }
    motion.add(controller, from: controller.now)
    measure(beat)
  }

  /// Runs freely, at a rate in cycles per second.
  mutating func release(hertz: Double) {
    isLocked = false
    valid { try controller.setRate(.hertz(hertz)) }
    motion.add(controller, from: controller.now)
  }
}
