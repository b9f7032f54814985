// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// The dial, dragged: the repeat pauses, follows the pointer, and goes on as it was when let go.
struct PhaseDrag: Hashable, Sendable {
  /// Whether the drag has paused the repeat, and so has to let it go on.
  private var hasPaused = false
  private(set) var isActive = false

  /// The pointer takes hold of the dial.
  mutating func begin(_ flasher: inout Flasher) {
    guard !isActive, flasher.isActive else { return }
    isActive = true
    if case .paused = flasher.state { return }
    flasher.carryOut(.pause)
    hasPaused = true
  }

  /// Moves the phase towards `phase`, the short way round.
  ///
  /// With the flash limit on, at most as fast as the limit lets a cycle pass: dragging is no way
  /// round it.
  /// - Parameter delta: Seconds since the frame before.
  func move(towards phase: Double, _ flasher: inout Flasher, delta: Double) {
    guard isActive else { return }
    let position = flasher.motion.sample.position
    var way = phase - position.phase
    way -= way.rounded()
    if flasher.limit.isOn {
      let farthest = FlashLimit.hertz * delta
      way = min(max(way, -farthest), farthest)
    }
    guard way != 0 else { return }
    flasher.carryOut(.seek(to: position.advanced(by: way), isSilent: true))
  }

  /// The pointer lets go.
  mutating func end(_ flasher: inout Flasher) {
    guard isActive else { return }
    isActive = false
    if hasPaused { flasher.carryOut(.resume) }
    hasPaused = false
  }
}
