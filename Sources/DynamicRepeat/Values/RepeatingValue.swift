// SPDX-License-Identifier: Apache-2.0

/// A value that moves to another value and back, for loops that sample it in each frame.
///
/// ```
/// var glow = RepeatingValue(from: calm, to: alarm)
/// glow.controller.start()
/// // each frame:
/// glow.controller.advance(to: frame.time)
/// let color = glow.value(at: frame.time)
/// ```
/// A repeating value is a value type, like its ``controller``: both are copied, compared and saved
/// together.
public struct RepeatingValue<Value: Interpolatable> {
  /// The value in the default state, in which each cycle begins.
  public var start: Value
  /// The value in the alternate state, the other end of the motion.
  public var end: Value
  /// The controller, which provides the value's progress; for other settings, assign another
  /// controller.
  public var controller: RepeatController

  /// A value that is idle at `start`, with default settings except for duration and policy.
  /// - Parameters:
  ///   - start: The value in the default state.
  ///   - end: The value in the alternate state.
  ///   - cycleDuration: Seconds per cycle, there and back. Default: 1.
  ///   - policy: The policy for rate changes. Default: restart per cycle.
  ///   - now: The start of the timeline in seconds. With `nil`, the default, the first advance sets
  ///     the start.
  /// - Precondition: That of ``RepeatController/init(cycleDuration:policy:now:)``.
  public init(
    from start: Value, to end: Value, cycleDuration: Double = 1,
    policy: RatePolicy = .restartPerCycle, now: Double? = nil
  ) {
    self.start = start
    self.end = end
    controller = RepeatController(cycleDuration: cycleDuration, policy: policy, now: now)
  }

  /// The value at any `time`, in seconds; see ``RepeatController/sample(at:)``.
  public func value(at time: Double) -> Value {
    controller.value(at: time, from: start, to: end)
  }
}

extension RepeatingValue: Equatable where Value: Equatable {}
extension RepeatingValue: Hashable where Value: Hashable {}
extension RepeatingValue: Sendable where Value: Sendable {}
#if !hasFeature(Embedded)
  extension RepeatingValue: Codable where Value: Codable {}
#endif
