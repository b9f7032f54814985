// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Something that works as documented, and that was probably not meant: a jump, or a setting
/// without effect.
///
/// Reported to ``LayerTree/diagnosticsHandler``; nothing is printed or changed.
///
/// Source: Core Animation silently jumps where a layer's speed is set (T. Neylon, "Repeating an
/// animation at changing speeds", 2011).
public struct LayerDiagnostic: CustomStringConvertible {
  /// What was noticed.
  public enum Kind: Hashable, Sendable {
    /// A layer's speed, begin time or offset was assigned while something ran in it: its local time
    /// jumped by this many seconds. ``Layer/setSpeed(_:at:)`` does not jump.
    case timeJumped(seconds: Double)
    /// An animation that fills forwards was removed at its end, as it is removed on completion.
    case fillIgnored
  }

  /// What was noticed.
  public let kind: Kind
  /// On which layer.
  public let layer: Layer
  /// Of which animation, where it has a key.
  public let key: AnimationKey?

  /// What was noticed, and what avoids it.
  public var description: String {
    switch kind {
    case .timeJumped(let seconds):
      "a layer's local time jumped by \(seconds) s while animations ran in it: "
        + "setSpeed(_:at:), pause(at:) and reverse(at:) do not jump"
    case .fillIgnored:
      "an animation that fills forwards was removed at its end: set isRemovedOnCompletion to false"
    }
  }
}

extension LayerTree {
  /// A time space before it was assigned.
  struct Assignment {
    let layer: Layer
    let before: TimeSpace
    /// The superlayer's time at the last update.
    let parentTime: Double
  }

  func noteDiagnostic(
    _ kind: LayerDiagnostic.Kind, on layer: Layer, _ key: AnimationKey? = nil
  ) {
    guard diagnosticsHandler != nil else { return }
    diagnostics.append(LayerDiagnostic(kind: kind, layer: layer, key: key))
  }

  func noteAssignment(on layer: Layer) {
    guard diagnosticsHandler != nil, layer.hasBeenShown, let now,
      !assignments.contains(where: { $0.layer === layer })
    else { return }
    assignments.append(
      Assignment(
        layer: layer, before: layer.space, parentTime: layer.superlayer?.contentTime ?? now))
  }

  /// Finds the assignments since the last update by which something jumped.
  func checkAssignments(at mediaTime: Double) {
    for assignment in assignments {
      let layer = assignment.layer
      guard let jump = assignment.jump(to: layer.superlayer?.contentTime ?? mediaTime),
        layer.hasRunningAnimations
      else { continue }
      noteDiagnostic(.timeJumped(seconds: jump), on: layer)
    }
    assignments = []
  }
}

extension LayerTree.Assignment {
  /// Seconds that local time jumped by; `nil` where it did not, or was scrubbed while it stood
  /// still.
  fileprivate func jump(to parentNow: Double) -> Double? {
    let space = layer.space
    if space.isPaused || space.speed == 0 && before.speed == 0 { return nil }
    let first = space.local(at: parentTime) - before.local(at: parentTime)
    let last = space.local(at: parentNow) - before.local(at: parentNow)
    // A change without a jump is one whose old and new time meet since the last update.
    let tolerance = 1e-9 * max(1, space.local(at: parentNow).magnitude)
    if first.magnitude <= tolerance || last.magnitude <= tolerance { return nil }
    return (first > 0) == (last > 0) ? last : nil
  }
}

extension Layer {
  /// Whether an animation runs in it or in a layer in it, at any depth.
  fileprivate var hasRunningAnimations: Bool {
    var waiting = [self]
    while let layer = waiting.popLast() {
      if layer.animations.contains(where: \.isRunning) { return true }
      waiting.append(contentsOf: layer.sublayers)
    }
    return false
  }
}
