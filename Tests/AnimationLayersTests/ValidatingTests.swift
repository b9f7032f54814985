// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import RepeatTiming
import Testing

/// The throwing form beside each one that stops the program: the same rule, and nothing changed.
@Suite struct ValidatingTests {
  let stage = Stage()

  @Test func `an update to a time that is not finite or goes back throws, and reports the last`()
    throws
  {
    for time in [Double.infinity, -.infinity] {
      #expect(throws: LayerError.timeNotFinite(time)) {
        try stage.tree.update(validating: time)
      }
    }
    #expect(stage.tree.now == nil)
    try stage.tree.update(validating: 2)
    #expect(throws: LayerError.timeBackwards(1, last: 2)) {
      try stage.tree.update(validating: 1)
    }
    #expect(stage.tree.now == 2)
    try stage.tree.update(validating: 2)
  }

  @Test func `an update from a callback or a transaction throws, and the frame goes on`() {
    var errors: [LayerError?] = []
    let tree = stage.tree
    func attempt() {
      do throws(LayerError) {
        try tree.update(validating: 100)
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
    stage.log.onEntry = { _ in attempt() }
    tree.transaction { transaction in
      transaction.addCompletion(attempt)
      stage.layer.add(stage.fade())
      attempt()
    }
    tree.diagnosticsHandler = { _ in attempt() }
    stage.layer.updateAnimation(forKey: "other") { $0.speed = 1 }
    #expect(stage.reported(0) == ["start fade"])
    #expect(stage.reported(1) == ["finish fade"])
    #expect(
      errors == [.updateInTransaction] + Array(repeating: .updateInCallback, count: 4))
    #expect(tree.now == 1)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a layer's begin time, speed and offset throw where they are not finite`(value: Double) {
    let layer = stage.layer
    let calls: [(String, (Double) throws(LayerError) -> Void)] = [
      ("beginTime", layer.setBeginTime), ("speed", layer.setSpeed),
      ("timeOffset", layer.setTimeOffset),
    ]
    for (name, call) in calls {
      let error = #expect(throws: LayerError.self) { try call(value) }
      #expect(error?.description == "a layer's \(name) must be finite, but is \(value)")
      #expect(throws: Never.self) { try call(0.5) }
    }
    #expect(layer.timeSpace == TimeSpace(begin: 0.5, speed: 0.5, offset: 0.5))
    let seamless = #expect(throws: LayerError.self) { try layer.setSpeed(validating: value, at: 0) }
    #expect(seamless?.description == "a layer's speed must be finite, but is \(value)")
  }

  @Test func `a layer's timing throws for each number that it cannot take, and takes all others`() {
    let good = stage.layer.timing
    let wrong: [(WritableKeyPath<MediaTiming, Double>, Double, String)] = [
      (\.beginTime, .infinity, "beginTime must be finite, but is inf"),
      (\.speed, .nan, "speed must be finite, but is nan"),
      (\.timeOffset, -.infinity, "timeOffset must be finite, but is -inf"),
      (\.duration, -1, "duration must be 0 or more seconds, or infinite for no end, but is -1.0"),
      (\.duration, .nan, "duration must be 0 or more seconds, or infinite for no end, but is nan"),
      (\.repeatCount, .nan, "repeatCount must be a number, but is nan"),
      (\.repeatDuration, .nan, "repeatDuration must be a number, but is nan"),
    ]
    for (path, value, text) in wrong {
      var timing = good
      timing.fillMode = .both
      timing[keyPath: path] = value
      let error = #expect(throws: LayerError.self) {
        try stage.layer.setTiming(validating: timing)
      }
      #expect(error?.description == "a layer's \(text)")
      #expect(stage.layer.timing == good)
    }
    for value in [0, 1e308, Double.infinity] {
      var timing = good
      timing.duration = value
      timing.repeatCount = value
      timing.repeatDuration = value
      #expect(throws: Never.self) { try stage.layer.setTiming(validating: timing) }
    }
  }

  @Test func `a transaction's duration throws where it is negative or not finite`() throws {
    try stage.tree.transaction { transaction in
      for value in [-1, Double.infinity] {
        #expect(throws: LayerError.transactionDuration(value)) {
          try transaction.setDuration(validating: value)
        }
        #expect(transaction.duration == 0.25)
      }
      try transaction.setDuration(validating: 0)
      #expect(transaction.duration == 0)
    }
  }
}
