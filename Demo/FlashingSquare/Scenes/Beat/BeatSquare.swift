// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// A square that flashes at the music's tempo, locked to the beat or by itself, and its last seconds.
struct BeatSquare: Sendable {
  /// One frame of it.
  struct Sample: Sendable {
    /// Seconds.
    var time: Double
    /// The phases of the beat and of the square, 0..<1.
    var beat: Double
    var phase: Double
  }

  /// Seconds that its chart shows, and samples kept for them.
  static let span = 6.0
  private static let capacity = 1200
  /// How far the rate may differ from the beat's while it catches up, as a share.
  static let reach = 0.25
  /// Cycles per second that the rate may change by in a second, for each cycle per second.
  static let slope = 2.0
  /// Seconds off the beat from which on it locks anew: what is heard of the device's clock is
  /// corrected by less most of the time.
  static let tolerance = 0.003

  private(set) var controller: RepeatController
  /// Whether it is to be in step.
  private(set) var isLocked = false
  /// Cycles that the beat is ahead, -0.5..<0.5; 0 while the beat is not known.
  private(set) var gap = 0.0
  private(set) var sample: RepeatSample
  private(set) var samples = Ring<Sample>(capacity: capacity)

  /// A square that runs by itself from `now` on.
  init(hertz: Double, startPhase: Double, now: Double) {
    let settings = RepeatSettings(
      rate: .hertz(hertz), policy: .phaseMatched, startPhase: startPhase)
    do throws(RepeatError) {
      controller = try RepeatController(settings, now: now)
    } catch {
      preconditionFailure("a square at \(hertz) Hz: \(error)")
    }
    controller.start()
    sample = controller.sample(at: now)
  }

  /// The value shown: 1 on the beat.
  var shown: Double { 1 - sample.progress }

  var isInStep: Bool { isLocked && gap.magnitude <= Self.tolerance * sample.hertz }

  /// Moves to a frame's time, and compares itself with the beat.
  /// - Parameter beat: nil while it is not known.
  /// - Returns: What happened on the way.
  mutating func update(at time: Double, _ beat: RepeatLine?) -> [RepeatEvent] {
    let events = controller.advance(to: time)
    measure(beat)
    if let beat, isLocked, !isInStep, controller.lockState != .catchingUp { lock(to: beat) }
    let isDue = samples.last.map { time - $0.time >= Self.span / Double(Self.capacity) } ?? true
    if isDue {
      let target = sample.position.phase + gap
      samples.append(
        Sample(time: time, beat: target - target.rounded(.down), phase: sample.position.phase))
    }
    return events
  }

  private mutating func measure(_ beat: RepeatLine?) {
    sample = controller.sample(at: controller.now)
    let ahead = beat.map { $0.position(at: controller.now).phase - sample.position.phase } ?? 0
    gap = ahead - (ahead + 0.5).rounded(.down)
  }

  /// Comes into step with the beat, as soon as its bounds allow.
  mutating func lock(to beat: RepeatLine) {
    isLocked = true
    do throws(RepeatError) {
      let bounds = try RateBounds(
        around: beat.hertz, within: Self.reach, slope: Self.slope * beat.hertz)
      try controller.lock(to: beat, within: bounds)
    } catch {
      preconditionFailure("a lock at \(beat.hertz) Hz: \(error)")
    }
    measure(beat)
  }

  /// Runs by itself, at a rate in cycles per second.
  mutating func release(hertz: Double) {
    isLocked = false
    setRate(hertz)
  }

  private mutating func setRate(_ hertz: Double) {
    do throws(RepeatError) {
      try controller.setRate(.hertz(hertz))
    } catch {
      preconditionFailure("a square at \(hertz) Hz: \(error)")
    }
  }
}
