// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Glibc

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

/// The word "Load" as a pen's path, 100 units high; the origin is the word's upper left corner.
enum PullWord {
  static let width = 304.0
  static let height = 100.0

  /// The strokes, each a chain of points; round letters begin at the right and run
  /// counterclockwise.
  static let strokes: [[Point]] = [
    [Point(x: 0, y: 0), Point(x: 0, y: 100), Point(x: 52, y: 100)],
    arc(middle: Point(x: 110, y: 68), radius: 32, from: 0, turns: -1),
    arc(middle: Point(x: 190, y: 68), radius: 32, from: 0, turns: -1)
      + [Point(x: 222, y: 36), Point(x: 222, y: 100)],
    arc(middle: Point(x: 272, y: 68), radius: 32, from: 0, turns: -1)
      + [Point(x: 304, y: 0), Point(x: 304, y: 100)],
  ]

  /// The first part of the path; `share`, 0...1, is its fraction of the path's length.
  static func part(_ share: Double) -> [[Point]] {
    var left = share * length
    var part: [[Point]] = []
    for stroke in strokes where left > 0 {
      var drawn = [stroke[0]]
      for point in stroke.dropFirst() where left > 0 {
        let last = drawn[drawn.count - 1]
        let step = distance(last, point)
        let reached = min(1, left / max(step, 1e-9))
        drawn.append(.interpolate(from: last, to: point, progress: reached))
        left -= step
      }
      part.append(drawn)
    }
    return part
  }

  static let length = strokes.reduce(0.0) { sum, stroke in
    sum + zip(stroke, stroke.dropFirst()).reduce(0.0) { $0 + distance($1.0, $1.1) }
  }

  /// The points of an arc of `turns` full turns; `start` is in turns clockwise from the right.
  static func arc(middle: Point, radius: Double, from start: Double, turns: Double) -> [Point] {
    let count = max(2, Int(turns.magnitude * 40))
    return (0...count).map { number in
      let angle = (start + turns * Double(number) / Double(count)) * 2 * Double.pi
      return Point(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
    }
  }
}
