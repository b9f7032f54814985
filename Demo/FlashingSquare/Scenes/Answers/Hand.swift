// SPDX-License-Identifier: Apache-2.0

/// The autopilot's hand: it glides along the slider to the next speed, and presses there.
struct Hand: Hashable, Sendable {
  /// For each press, the seconds of waiting before it, and the seconds per pulse that it requests.
  ///
  /// The waits were chosen so that the usual code jumps visibly at each press of the first round.
  static let plan: [(wait: Double, seconds: Double)] = [
    (2.2, 0.4), (2.9, 1.6), (2.4, 0.5), (2.5, 1.2), (2.45, 0.4), (2.6, 1.6),
  ]
  /// The seconds of a glide, and of a visible press.
  static let glideSeconds = 0.7
  static let pressSeconds = 0.3

  private var step = 0
  /// The seconds until the next press.
  private var left = Self.plan[0].wait
  /// The position along the slider at the last press.
  private var from: Double

  /// A hand at rest at the knob's position, 0...1.
  init(at share: Double) { from = share }

  /// Advances by a frame.
  /// - Returns: The requested seconds per pulse, if the hand presses.
  mutating func update(_ seconds: Double) -> Double? {
    left -= seconds
    guard left <= 0 else { return nil }
    let wanted = Self.plan[step].seconds
    from = PulseRange.share(of: wanted)
    step = (step + 1) % Self.plan.count
    left += Self.plan[step].wait
    return wanted
  }

  /// The hand's position along the slider, 0...1.
  var share: Double {
    let progress = min(max(1 - left / Self.glideSeconds, 0), 1)
    let eased = progress * progress * (3 - 2 * progress)
    return from + (PulseRange.share(of: Self.plan[step].seconds) - from) * eased
  }

  /// The press animation: 1 at the press, 0 after ``pressSeconds``.
  var press: Double {
    let since = Self.plan[step].wait - left
    return step == 0 && since < 0 ? 0 : min(max(1 - since / Self.pressSeconds, 0), 1)
  }
}
