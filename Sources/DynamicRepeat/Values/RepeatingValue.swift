// SPDX-License-Identifier: Apache-2.0

/// A value that goes from one value to another and back, for loops that sample it every frame.
///
/// ```
/// var glow = RepeatingValue(from: calm, to: alarm)
/// glow.controller.start()
/// // each frame:
/// glow.controller.advance(to: frame.time)
/// let color = glow.value(at: frame.time)
/// ```
/// A value type, as its ``controller`` is: copied, compared and saved with it.
public struct RepeatingValue<Value: Interpolatable> {
  /// The value in the default state.
  public var start: Value
  /// The value in the alternate state.
  public var end: Value
  /// The controller that gives the value's progress.
  public var controller: RepeatController

  /// A value that stays at `start`.
  /// - Parameters:
  ///   - start: The value in the default state.
  ///   - end: The value in the alternate state.
  ///   - settings: What the repeat does.
  ///   - now: Seconds: the start of its timeline; `nil`, the default: the first advance sets it.
  /// - Throws: the ``RepeatError`` that names the first wrong number.
  public init(
    from start: Value, to end: Value, settings: RepeatSettings, now: Double? = nil
  ) throws(RepeatError) {
    self.start = start
    self.end = end
    controller = try RepeatController(settings, now: now)
  }

  /// A value that stays at `start`, with the default settings but for its duration and policy.
  /// - Parameters:
  ///   - start: The value in the default state.
  ///   - end: The value in the alternate state.
  ///   - cycleDuration: Seconds per cycle, there and back. Default: 1.
  ///   - policy: What happens on a rate change. Default: restart per cycle.
  ///   - now: Seconds: the start of its timeline; `nil`, the default: the first advance sets it.
  /// - Precondition: that of ``RepeatController/init(cycleDuration:policy:now:)``.
  public init(
    from start: Value, to end: Value, cycleDuration: Double = 1,
    policy: RatePolicy = .restartPerCycle, now: Double? = nil
  ) {
    self.start = start
    self.end = end
    controller = RepeatController(cycleDuration: cycleDuration, policy: policy, now: now)
  }

  /// The value at `time`, in seconds: any time, see ``RepeatController/sample(at:)``.
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
