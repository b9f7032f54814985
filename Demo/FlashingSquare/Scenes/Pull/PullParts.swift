// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// The layers of the pull scene, and what animates them.
final class PullParts {
  /// Local seconds from the top to the threshold.
  static let writingSeconds = 1.0
  /// Seconds of a turn while loading.
  static let spinSeconds = 1.2
  /// Points that the word rises while it is written.
  static let rise = 22.0

  let tree = LayerTree()
  /// The list: its position is how far it is down.
  let list = Layer()
  /// The layer behind the list, which fades as a whole.
  let indicator = Layer()
  /// In it, the word that the drag writes: at speed 0.
  let word = Layer()
  /// Beside it, what turns while loading.
  let spinner = Layer()
  let pull: PullProgress

  init(now: Double) {
    for layer in [list, indicator] { tree.root.add(layer) }
    for layer in [word, spinner] { indicator.add(layer) }
    word.strokeEnd = 0
    var turn = BasicAnimation(.rotation, from: 0, to: 2 * Double.pi)
    turn.duration = Self.spinSeconds
    turn.repeatCount = .infinity
    pull = PullProgress(
      word, threshold: PullScene.threshold, duration: Self.writingSeconds,
      loading: (turn, spinner))
    word.add(Self.writing)
    tree.update(at: now)
  }

  /// Writes the word and lifts it.
  private static var writing: AnimationGroup {
    let write = BasicAnimation(.strokeEnd, from: 0, to: 1)
    let move = BasicAnimation(.position, \.y, to: 0, by: -rise)
    var group = AnimationGroup([write, move])
    group.duration = writingSeconds
    group.fillMode = .both
    group.isRemovedOnCompletion = false
    return group
  }

  /// Puts the list where a hand holds it.
  func hold(at distance: Double) {
    list.removeAllAnimations()
    list.position = Point(x: 0, y: distance)
  }

  /// Lets the list go to a position by itself.
  func settle(to distance: Double, over seconds: Double) {
    tree.transaction { transaction in
      transaction.duration = seconds
      transaction.timingFunction = .easeOut
      list.position = Point(x: 0, y: distance)
    }
  }

  /// Fades the indicator while the list goes back; then everything is as at the start.
  func close(over seconds: Double) {
    tree.transaction { transaction in
      transaction.duration = seconds
      transaction.timingFunction = .easeOut
      transaction.addCompletion { [weak self] in self?.finish() }
      indicator.opacity = 0
      list.position = Point(x: 0, y: 0)
    }
  }

  private func finish() {
    pull.finish()
    indicator.opacity = 1
  }
}
