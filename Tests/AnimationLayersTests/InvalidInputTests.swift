// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// A caller's mistake, and a part of the message with which it traps.
private enum Mistake: String, CaseIterable, Codable, Sendable {
  case updateAtNaN = "a media time must be finite, but is nan"
  case updateBackwards = "media time 1.0 must not be before the last update's, 2.0"
  case updateInTransaction = "must not be called in a transaction"
  case updateInCallback = "update(at:) must not be called from inside a callback"
  case lateCompletion = "a completion must be added while the transaction is open"
  case speedInfinite = "a layer's speed must be finite, but is inf"
  case setSpeedNaN = "must be finite, but are nan and 0.0"
  case pauseAtNaN = "time must be finite, but is nan"
  case scrubToInfinity = "must be finite, but are inf and 0.0"
  case classAnimation = "an animation must be a struct or an enum, but Shared is a class"
  case progressNaN = "a progress must be finite, but is nan"
  case nestedRecording = "another recording is under way in this tree"
  case rootMoved = "a tree's root cannot be put into a layer"
  case layerInItself = "a layer cannot be put into itself"

  func make() {
    let stage = Stage()
    let layer = stage.layer
    switch self {
    case .updateAtNaN: stage.tree.update(at: .nan)
    case .updateBackwards: stage.reported(2, 1)
    case .updateInTransaction: stage.tree.transaction { _ in stage.tree.update(at: 0) }
    case .updateInCallback:
      stage.log.onEntry = { _ in stage.tree.update(at: 9) }
      layer.add(stage.fade())
      stage.reported(0)
    case .lateCompletion: stage.tree.transaction { $0 }.addCompletion {}
    case .speedInfinite: layer.speed = .infinity
    case .setSpeedNaN: layer.setSpeed(.nan, at: 0)
    case .pauseAtNaN: layer.pause(at: .nan)
    case .scrubToInfinity: layer.scrub(to: .infinity, at: 0)
    case .classAnimation: layer.add(AnimationGroup([Shared()]))
    case .progressNaN: StateRecording(stage.tree).show(progress: .nan)
    case .nestedRecording:
      StateRecording(stage.tree).captureDefaultState {
        StateRecording(stage.tree).captureDefaultState {}
      }
    case .rootMoved: Layer().add(stage.tree.root)
    case .layerInItself: layer.add(stage.tree.root.sublayers[0])
    }
  }
}

private final class Shared: LayerAnimation {
  var timing = MediaTiming()
  var timingFunction: TimingFunction?
  var isRemovedOnCompletion = true
  var delegate: (any AnimationDelegate)?
  var content: AnimationContent { BasicAnimation(.opacity, to: 0).content }
}

@Suite struct InvalidInputTests {
  @Test(arguments: Mistake.allCases)
  private func `a mistake traps with a message that names it`(mistake: Mistake) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake] in
      mistake.make()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains(mistake.rawValue), "\(said.prefix(300))")
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0, -1,
  ])
  func `any number in an animation's timing is accepted, and gives a finite value`(number: Double) {
    for path in [
      \MediaTiming.beginTime, \.duration, \.repeatCount, \.repeatDuration, \.speed, \.timeOffset,
    ] {
      for isInGroup in [false, true] {
        let stage = Stage()
        var fade = stage.fade()
        fade.timing[keyPath: path] = number
        var group = AnimationGroup([fade, fade])
        group.timing[keyPath: path] = number
        let animation: any LayerAnimation = isInGroup ? group : fade
        stage.layer.add(animation)
        for time in [-1e9, -1, 0, 0.5, 1, 1e9] {
          stage.reported(time)
          #expect((0...1).contains(stage.opacity), "\(number) at \(time)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (\.beginTime, .infinity, "beginTime must be finite, but is inf"),
      (\.speed, .nan, "speed must be finite, but is nan"),
      (\.timeOffset, -.infinity, "timeOffset must be finite, but is -inf"),
      (\.duration, -1, "duration must be 0 or more seconds, or infinite for no end, but is -1.0"),
      (\.duration, .nan, "duration must be 0 or more seconds, or infinite for no end, but is nan"),
      (\.repeatCount, .nan, "repeatCount must be a number, but is nan"),
      (\.repeatDuration, .nan, "repeatDuration must be a number, but is nan"),
    ] as [(WritableKeyPath<MediaTiming, Double> & Sendable, Double, String)])
  func `a timing from a file is validated before it is used`(
    path: WritableKeyPath<MediaTiming, Double> & Sendable, value: Double, text: String
  ) {
    var timing = MediaTiming(duration: .infinity, repeatCount: .infinity, repeatDuration: -1)
    #expect(throws: Never.self) { try timing.validateForLayer() }
    timing[keyPath: path] = value
    let error = #expect(throws: LayerError.self) { try timing.validateForLayer() }
    #expect(error?.description == "a layer's \(text)")
  }
}
