// SPDX-License-Identifier: Apache-2.0

// The changes that do not jump. `pause` and `reverse` are with the type.
extension TimeSpace {
  /// From parent time `parent` on, local time runs at `newSpeed`, from where it is.
  ///
  /// Ends a pause. A change to 0 is no pause: ``resume(at:)`` does not undo it.
  /// - Precondition: both are finite.
  public mutating func setSpeed(_ newSpeed: Double, at parent: Double) {
    precondition(
      newSpeed.isFinite && parent.isFinite,
      "a speed and its time must be finite, but are \(newSpeed) and \(parent)")
    // The one rule: sample once, then set all three.
    let local = local(at: parent)
    begin = parent
    offset = local
    speed = newSpeed
  }

  /// Local time goes on from `parent` on, at the speed before the pause.
  ///
  /// Does nothing if not paused.
  /// - Precondition: `parent` is finite.
  public mutating func resume(at parent: Double) {
    guard let before = speedBeforePause else { return }
    setSpeed(before, at: parent)
  }

  /// Local time is `local` at `parent`, and runs on from there as before; a pause goes on.
  /// - Precondition: both are finite.
  public mutating func seek(toLocal local: Double, at parent: Double) {
    precondition(
      local.isFinite && parent.isFinite,
      "a local time and its parent time must be finite, but are \(local) and \(parent)")
    begin = parent
    offset = local
  }
}

extension Double {
  /// The number itself where finite, the greatest finite one of its sign where infinite.
  @inlinable
  func finite(default standard: Double) -> Double {
    isFinite ? self : finiteBound(default: standard)
  }

  @usableFromInline
  func finiteBound(default standard: Double) -> Double {
    if isNaN { return standard }
    return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }
}
