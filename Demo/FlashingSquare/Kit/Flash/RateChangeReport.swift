// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// What became of one rate change: how far the value jumped, and how long it took to take effect.
struct RateChangeReport: Hashable, Sendable {
  /// Seconds: when it was requested.
  let time: Double
  /// Cycles per second requested.
  let hertz: Double
  /// How far the value jumped at that time, 0...1.
  let jump: Double
  /// Seconds in which the rate slides to the requested one; 0 where it does not.
  let slide: Double
  /// Seconds until it was in effect; nil until it is.
  private(set) var delay: Double?

  /// A report on a rate change that was just requested.
  /// - Parameter sample: What the flash shows at `time`, the change included.
  init(time: Double, hertz: Double, jump: Double, slide: Double, sample: RepeatSample) {
    self.time = time
    self.hertz = hertz
    self.jump = jump
    self.slide = slide
    if isInEffect(sample) { delay = 0 }
  }

  /// Seconds waited so far, up to the time that it took.
  func delay(at now: Double) -> Double { delay ?? max(0, now - time) }

  /// Looks whether the rate change has come into effect by the frame at `now`.
  /// - Parameter events: Those of the frame: a boundary among them has the exact time.
  mutating func update(_ sample: RepeatSample, _ events: [RepeatEvent], now: Double) {
    guard delay == nil, isInEffect(sample) else { return }
    if slide > 0 {
      delay = min(slide, now - time)
    } else {
      let boundary = events.first { $0.isCycle && $0.time >= time }
      delay = (boundary?.time ?? now) - time
    }
  }

  private func isInEffect(_ sample: RepeatSample) -> Bool {
    // A rate comes from a duration by one rounded division.
    abs(sample.hertz.magnitude - hertz) <= 1e-12 * hertz
  }
}
