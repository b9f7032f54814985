// SPDX-License-Identifier: Apache-2.0

/// Something with two states, which a ``DynamicRepeatAnimation`` moves it between.
///
/// Properties that are to move are marked ``Repeated``: what the two methods assign to them is
/// recorded as the two end values; the property then moves between them.
public protocol DynamicRepeatDelegate: AnyObject {
  /// Sets up the default state (A): where a cycle begins and ends, and what shows while idle.
  ///
  /// Called at the start, at each new cycle, and when the run ends.
  func setupDefaultState()

  /// Sets up the alternate state (B): the other end of the way. Called after
  /// ``setupDefaultState()`` at the start and at each new cycle.
  func setupAlternateState()

  /// Reports a start, a cycle, a turn, a stop or invalid input. By default, does nothing.
  ///
  /// Commands given from inside are carried out when it has returned; of several of a kind the
  /// last.
  func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent)
}

extension DynamicRepeatDelegate {
  /// Does nothing.
  public func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent) {}
}
