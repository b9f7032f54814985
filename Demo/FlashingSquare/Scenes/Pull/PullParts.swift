// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// The layers of the pull scene, and their animations.
///
/// The drag plays the word: the word's layer has speed 0, and its time is the dragged fraction of
/// ``writingSeconds``. If the drag goes back, the word is erased.
///
/// Source: D. Rönnqvist, "Controlling Animation Timing" (2013), pull to refresh.
final class PullParts {
  /// The local time of ``word`` when the drag reaches the threshold, in seconds.
  static let writingSeconds = 1.0
  /// The seconds per rotation while loading.
  static let spinSeconds = 1.2
  /// The points by which the word rises while it is drawn.
  static let rise = 22.0
  /// The key of the spinner's animation.
  static let spinKey = AnimationKey("spin")

  let tree = LayerTree()
  /// The list; its position is its distance from the top.
  let list = Layer()
  /// The layer behind the list; it contains the word and the spinner, and fades as a whole.
  let indicator = Layer()
  let word = Layer()
  /// The spinner in the indicator, which rotates while loading.
  let spinner = Layer()
  /// Whether loading has begun and not ended; until then, drags do not change the word.
  private(set) var isLoading = false

  init(now: Double) {
    for layer in [list, indicator] { tree.root.add(layer) }
    for layer in [word, spinner] { indicator.add(layer) }
    word.strokeEnd = 0
    word.timeSpace = TimeSpace(speed: 0)
    let write = BasicAnimation(.strokeEnd, from: 0, to: 1)
    let move = BasicAnimation(.position, \.y, to: 0, by: -Self.rise)
    var writing = AnimationGroup([write, move])
    writing.duration = Self.writingSeconds
    writing.fillMode = .both
    writing.isRemovedOnCompletion = false
    word.add(writing)
    tree.update(at: now)
  }

  /// Sets the list's position while it is held.
  func hold(at distance: Double) {
    list.removeAllAnimations()
    list.position = Point(x: 0, y: distance)
  }

  /// Shows the part of the word for a dragged distance, in the unit of the threshold.
  func drag(to distance: Double) {
    guard !isLoading else { return }
    word.timeOffset = max(0, distance) / PullScene.threshold * Self.writingSeconds
  }

  /// Shows the whole word and the spinner.
  func load() {
    drag(to: PullScene.threshold)
    isLoading = true
    var turn = BasicAnimation(.rotation, from: 0, to: 2 * Double.pi)
    turn.duration = Self.spinSeconds
    turn.repeatCount = .infinity
    spinner.add(turn, forKey: Self.spinKey)
  }

  /// Animates the list to a position.
  /// - Parameter isLoaded: Whether the indicator fades meanwhile, and all layers are reset then.
  func settle(to distance: Double, over seconds: Double, isLoaded: Bool = false) {
    tree.transaction { transaction in
      transaction.duration = seconds
      transaction.timingFunction = .easeOut
      list.position = Point(x: 0, y: distance)
      guard isLoaded else { return }
      transaction.addCompletion { [weak self] in self?.finish() }
      indicator.opacity = 0
    }
  }

  private func finish() {
    spinner.removeAnimation(forKey: Self.spinKey)
    isLoading = false
    word.timeOffset = 0
    indicator.opacity = 1
  }
}
