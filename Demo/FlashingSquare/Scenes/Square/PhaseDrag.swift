// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// The dial, dragged: the repeat pauses, follows the pointer, and goes on as it was when released.
struct PhaseDrag: Hashable, Sendable {
  /// Whether the drag has paused the repeat, and so has to resume it.
  private var hasPaused = false
  private(set) var isActive = false

  /// The pointer takes hold of the dial.
  mutating func begin(_ flash: inout FlashController) {
    guard !isActive, flash.isActive else { return }
    isActive = true
    if case .paused = flash.state { return }
    flash.perform(.pause)
    hasPaused = true
  }

  /// Moves the phase towards `phase`, the short way round.
  ///
  /// With the flash limit on, at most as fast as the limit lets a cycle pass: dragging is no way
  /// round it.
  /// - Parameter delta: Seconds since the frame before.
  func move(towards phase: Double, _ flash: inout FlashController, delta: Double) {
    guard isActive else { return }
    let position = flash.motion.sample.position
    var way = phase - position.phase
    way -= way.rounded()
    if flash.limit.isOn {
      let farthest = FlashLimit.hertz * delta
      way = min(max(way, -farthest), farthest)
    }
    guard way != 0 else { return }
    flash.perform(.seek(to: position.advanced(by: way), isSilent: true))
  }

  /// The pointer releases the dial.
  mutating func end(_ flash: inout FlashController) {
    guard isActive else { return }
    isActive = false
    if hasPaused { flash.perform(.resume) }
    hasPaused = false
  }
}
