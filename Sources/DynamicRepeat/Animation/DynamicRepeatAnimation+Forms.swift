// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// The short forms: values instead of progress, and literals instead of settings.
extension DynamicRepeatAnimation {
  /// An animation of a delegate's two states, with the default settings but for its duration.
  /// - Parameters:
  ///   - delegate: What is moved; not kept alive.
  ///   - cycleDuration: Seconds per cycle, there and back. Default: 1, as in the original class.
  ///   - capture: As for the form with settings.
  /// - Precondition: `cycleDuration` is in ``RepeatLimits/cycleDurations``.
  public convenience init(
    delegate: any DynamicRepeatDelegate, cycleDuration: Double = 1,
    capture: (any StateCapture)? = nil
  ) {
    do {
      let settings = RepeatSettings(rate: .cycleDuration(cycleDuration))
      try self.init(delegate: delegate, settings: settings, capture: capture)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// An animation that shows its progress to a closure, with the default settings.
  /// - Parameters:
  ///   - cycleDuration: Seconds per cycle, there and back. Default: 1.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Precondition: `cycleDuration` is in ``RepeatLimits/cycleDurations``.
  public convenience init(cycleDuration: Double = 1, show: @escaping (Double) -> Void) {
    self.init(from: 0, to: 1, cycleDuration: cycleDuration, show: show)
  }

  /// An animation that shows a closure the value between two others.
  /// - Parameters:
  ///   - start: The value in the default state.
  ///   - end: The value in the alternate state.
  ///   - settings: What the repeat does.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Throws: the ``RepeatError`` that names a wrong number in the settings.
  public convenience init<Value: Interpolatable>(
    from start: Value, to end: Value, settings: RepeatSettings, show: @escaping (Value) -> Void
  ) throws(RepeatError) {
    try self.init(settings: settings) { progress in
      show(Value.interpolate(from: start, to: end, progress: progress))
    }
  }

  /// An animation that shows a closure the value between two others, with the default settings.
  /// - Parameters:
  ///   - start: The value in the default state.
  ///   - end: The value in the alternate state.
  ///   - cycleDuration: Seconds per cycle, there and back. Default: 1.
  ///   - show: Called once a frame by ``advance(to:)``.
  /// - Precondition: `cycleDuration` is in ``RepeatLimits/cycleDurations``.
  public convenience init<Value: Interpolatable>(
    from start: Value, to end: Value, cycleDuration: Double = 1, show: @escaping (Value) -> Void
  ) {
    do {
      let settings = RepeatSettings(rate: .cycleDuration(cycleDuration))
      try self.init(from: start, to: end, settings: settings, show: show)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
