// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing
import Glibc
import SDLDriver

/// Pull to refresh: dragging a list down draws a word, and beyond a threshold the list loads.
///
/// The drag plays the word: the word's layer has speed 0, and its time is the dragged fraction of
/// ``writingSeconds``. If the drag goes back, the word is erased.
///
/// Source: D. Rönnqvist, "Controlling Animation Timing" (2013), pull to refresh.
struct PullScene: Scene {
  static let name = "pull"
  static let title = "Pull to refresh"
  static let summary = "a drag plays an animation, then another runs"
  static let keys = [
    KeyHelp("\u{2193}", "hold it to pull the list, release it to load"),
    KeyHelp("Mouse", "drag the list"),
  ]

  /// The state of the list.
  enum State: Hashable, Sendable {
    case idle
    /// Held, by the mouse, a key or the autopilot.
    case pulled
    /// Released before the threshold, and returning.
    case returning
    /// Loading; `left` is the number of seconds until its end.
    case loading(left: Double)
    /// The word fades and the list returns.
    case closing
  }

  /// The distance in points that starts loading, and the longest drag.
  static let threshold = 60.0
  static let farthest = 96.0
  /// The duration of the simulated loading in seconds.
  static let loadingSeconds = 2.4
  /// The speed of a pull by key, in points per second.
  static let keySpeed = 60.0
  /// The seconds of the list's return.
  static let returnSeconds = 0.35

  /// The local time of ``word`` when the drag reaches the threshold, in seconds.
  static let writingSeconds = 1.0
  /// The seconds per rotation while loading.
  static let spinSeconds = 1.2
  /// The points by which the word rises while it is drawn.
  static let rise = 22.0
  /// The key of the spinner's animation.
  static let spinKey = AnimationKey("spin")

  private let tree = LayerTree()
  /// The list; its position is its distance from the top.
  let list = Layer()
  /// The layer behind the list; it contains the word and the spinner, and fades as a whole.
  let indicator = Layer()
  let word = Layer()
  /// The spinner in the indicator, which rotates while loading.
  let spinner = Layer()
  private(set) var state = State.idle
  /// The number of items loaded so far.
  private(set) var loaded = 0
  /// The list, as last drawn, and pixels per point.
  var panel = PixelBox.zero
  var scale = 1.0
  /// The list's distance in points when the mouse gripped it.
  private var gripped = 0.0
  private let pullsItself: Bool
  private(set) var age = 0.0

  init(_ setup: SceneSetup) {
    pullsItself = setup.attract
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
    tree.update(at: setup.now)
  }

  /// Whether loading has begun and its end is not yet shown.
  var isLoading: Bool {
    switch state {
    case .loading, .closing: true
    case .idle, .pulled, .returning: false
    }
  }

  /// Whether a release would start loading.
  var isFarEnough: Bool { distance >= Self.threshold }

  /// The list's distance from the top in points.
  var distance: Double { list.presentation.position.y }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    age += frame.delta
    let wanted = pull(frame, controls)
    switch state {
    case .loading(let left):
      state = .loading(left: left - frame.delta)
      if left <= frame.delta {
        state = .closing
        loaded += 1
        names.append("loaded")
        settle(at: 0) { indicator.opacity = 0 }
      }
    case .closing:
      break
    case .idle, .pulled, .returning:
      if let wanted {
        if state != .pulled { names.append("pulled") }
        follow(wanted)
      } else if state == .pulled {
        release(&names)
      }
    }
    tree.update(at: frame.time)
    // While the list returns, it drives the word backwards, as a drag would.
    if state == .returning {
      write(to: distance)
      tree.update(at: frame.time)
    }
    if state == .returning || state == .closing, distance <= 0 {
      if state == .closing { clear() }
      state = .idle
      names.append("rested")
    }
    return row(frame.time, names)
  }

  /// The trace row: the spinner's while the list loads, otherwise the word's.
  private func row(_ time: Double, _ names: [String]) -> TraceRow {
    var (cycle, speed) = (Self.writingSeconds, 0.0)
    var local = word.timeOffset
    if case .loading(let left) = state {
      (cycle, speed, local) = (Self.spinSeconds, 1, Self.loadingSeconds - left)
    }
    return TraceRow(
      time: time, cycleDuration: cycle, speed: 1, overallSpeed: speed, localTime: local,
      value: word.presentation.strokeEnd, events: names)
  }

  // MARK: - Pulling

  /// The distance in points at which the list is held; `nil` if it is free.
  private mutating func pull(_ frame: Frame, _ controls: Controls) -> Double? {
    if let start = controls.pressedAt, let pointer = controls.drag(from: panel) {
      if controls.wasPointerPressed { gripped = distance }
      return gripped + (pointer.y - start.y) / scale
    }
    if controls.move.y > 0 {
      return distance + controls.move.y * Self.keySpeed * frame.delta
    }
    guard pullsItself else { return nil }
    // The autopilot pulls halfway, then fully, in turn.
    let phase = age.truncatingRemainder(dividingBy: 8)
    if phase < 1.6 { return 38 * sin(phase / 1.6 * Double.pi / 2) }
    if phase > 3, phase < 4.6 { return 66 * sin((phase - 3) / 1.6 * Double.pi / 2) }
    return nil
  }

  private mutating func follow(_ wanted: Double) {
    let down = min(max(wanted, 0), Self.farthest)
    state = .pulled
    list.removeAllAnimations()
    list.position = Point(x: 0, y: down)
    write(to: min(down, Self.threshold))
  }

  /// Shows the part of the word for a dragged distance in points.
  private func write(to distance: Double) {
    word.timeOffset = max(0, distance) / Self.threshold * Self.writingSeconds
  }

  /// Starts loading if the list is beyond the threshold; otherwise lets the list return.
  private mutating func release(_ names: inout [String]) {
    if isFarEnough {
      state = .loading(left: Self.loadingSeconds)
      names.append("loading")
      write(to: Self.threshold)
      var turn = BasicAnimation(.rotation, from: 0, to: 2 * Double.pi)
      turn.duration = Self.spinSeconds
      turn.repeatCount = .infinity
      spinner.add(turn, forKey: Self.spinKey)
      settle(at: Self.threshold)
    } else {
      state = .returning
      names.append("released")
      settle(at: 0)
    }
  }

  /// Animates the list to a position.
  /// - Parameter changes: Other changes that are animated with it.
  private func settle(at distance: Double, changes: () -> Void = {}) {
    tree.transaction { transaction in
      transaction.duration = Self.returnSeconds
      transaction.timingFunction = .easeOut
      list.position = Point(x: 0, y: distance)
      changes()
    }
  }

  /// Resets the layers after the indicator has faded.
  private func clear() {
    spinner.removeAnimation(forKey: Self.spinKey)
    word.timeOffset = 0
    indicator.opacity = 1
  }
}
