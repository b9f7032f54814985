// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// A tree with one layer in its root, and a log of its delegates' calls.
final class Stage {
  let tree = LayerTree()
  let layer = Layer()
  let log = EventLog()

  init() { tree.root.add(layer) }

  /// Updates the tree at each time; returns the delegates' calls during these updates.
  @discardableResult
  func reported(_ times: Double...) -> [String] {
    log.entries = []
    for time in times { tree.update(at: time) }
    return log.entries
  }

  /// An opacity animation from 0 to 1 with the log as delegate.
  func fade(
    _ duration: Double = 1, from beginTime: Double = 0, name: String = "fade"
  ) -> BasicAnimation<Double> {
    var fade = BasicAnimation(.opacity, from: 0, to: 1)
    (fade.duration, fade.beginTime) = (duration, beginTime)
    fade.delegate = log.delegate(name)
    return fade
  }

  var opacity: Double { layer.presentation.opacity }
}

/// The delegates' calls, in order: "start NAME", "finish NAME", "break NAME".
final class EventLog {
  var entries: [String] = []
  var onEntry: (String) -> Void = { _ in }

  func delegate(_ name: String) -> any AnimationDelegate { LogDelegate(name: name, log: self) }

  fileprivate func add(_ entry: String) {
    entries.append(entry)
    onEntry(entry)
  }
}

private final class LogDelegate: AnimationDelegate {
  let name: String
  unowned let log: EventLog

  init(name: String, log: EventLog) {
    self.name = name
    self.log = log
  }

  func animationDidStart(_ event: AnimationEvent) { log.add("start \(name)") }

  func animationDidStop(_ event: AnimationEvent, finished: Bool) {
    log.add("\(finished ? "finish" : "break") \(name)")
  }
}

/// The tolerance for values with a few roundings.
let roundingTolerance = 1e-12

func isClose(_ a: Double, _ b: Double, within tolerance: Double = roundingTolerance) -> Bool {
  (a - b).magnitude <= tolerance
}
