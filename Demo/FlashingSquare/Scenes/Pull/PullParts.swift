// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// The layers of the pull scene, and their animations.
final class PullParts {
  /// The local time of ``word`` when the drag reaches the threshold, in seconds.
  static let writingSeconds = 1.0
  /// The seconds per rotation while loading.
  static let spinSeconds = 1.2
  /// The points by which the word rises while it is drawn.
  static let rise = 22.0

  let tree = LayerTree()
  /// The list; its position is its distance from the top.
  let list = Layer()
  /// The layer behind the list; it contains the word and the spinner, and fades as a whole.
  let indicator = Layer()
  /// The word in the indicator, drawn by the drag: a layer with speed 0.
  let word = Layer()
  /// The spinner in the indicator, which rotates while loading.
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

  /// The animation that draws the word and raises it.
  private static var writing: AnimationGroup {
    let write = BasicAnimation(.strokeEnd, from: 0, to: 1)
    let move = BasicAnimation(.position, \.y, to: 0, by: -rise)
    var group = AnimationGroup([write, move])
    group.duration = writingSeconds
    group.fillMode = .both
    group.isRemovedOnCompletion = false
    return group
  }

  /// Sets the list's position while it is held.
  func hold(at distance: Double) {
    list.removeAllAnimations()
    list.position = Point(x: 0, y: distance)
  }

  /// Animates the list to a position.
  func settle(to distance: Double, over seconds: Double) {
    tree.transaction { transaction in
      transaction.duration = seconds
      transaction.timingFunction = .easeOut
      list.position = Point(x: 0, y: distance)
    }
  }

  /// Fades the indicator while the list returns, then resets all layers.
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
