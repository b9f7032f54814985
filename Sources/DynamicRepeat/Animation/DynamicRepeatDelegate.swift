// SPDX-License-Identifier: Apache-2.0

/// Something with two states, which a ``DynamicRepeatAnimation`` moves it between.
///
/// Properties that are to move are marked ``Repeated``: what the two methods assign to them is not
/// shown at once, but noted as the two ends between which they are shown from then on.
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
