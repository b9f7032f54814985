// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing
import Glibc
import SDLDriver

/// Pull to refresh: dragging a list down draws a word, and beyond a threshold the list loads.
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

  /// The list's layers, in a class because the closing animation reports its end to an object.
  let parts: PullParts
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
    parts = PullParts(now: setup.now)
  }

  /// Whether a release would start loading.
  var isFarEnough: Bool { distance >= Self.threshold }

  /// The list's distance from the top in points.
  var distance: Double { parts.list.presentation.position.y }

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
        parts.settle(to: 0, over: Self.returnSeconds, isLoaded: true)
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
    parts.tree.update(at: frame.time)
    // While the list returns, it drives the word backwards, as a drag would.
    if state == .returning {
      parts.drag(to: distance)
      parts.tree.update(at: frame.time)
    }
    if state == .returning || state == .closing, distance <= 0 {
      state = .idle
      names.append("rested")
    }
    return row(frame.time, names)
  }

  /// The trace row: the spinner's while the list loads, otherwise the word's.
  private func row(_ time: Double, _ names: [String]) -> TraceRow {
    var (cycle, speed) = (PullParts.writingSeconds, 0.0)
    var local = parts.word.timeOffset
    if case .loading(let left) = state {
      (cycle, speed, local) = (PullParts.spinSeconds, 1, Self.loadingSeconds - left)
    }
    return TraceRow(
      time: time, cycleDuration: cycle, speed: 1, overallSpeed: speed, localTime: local,
      value: parts.word.presentation.strokeEnd, events: names)
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
    parts.hold(at: down)
    parts.drag(to: min(down, Self.threshold))
  }

  /// Starts loading if the list is beyond the threshold; otherwise lets the list return.
  private mutating func release(_ names: inout [String]) {
    if isFarEnough {
      state = .loading(left: Self.loadingSeconds)
      names.append("loading")
      parts.load()
      parts.settle(to: Self.threshold, over: Self.returnSeconds)
    } else {
      state = .returning
      names.append("released")
      parts.settle(to: 0, over: Self.returnSeconds)
    }
  }
}
