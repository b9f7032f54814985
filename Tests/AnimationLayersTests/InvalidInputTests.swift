// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// A caller's mistake, and a part of the message with which it traps.
private enum Mistake: String, CaseIterable, Codable, Sendable {
  case updateAtNaN = "a media time must be within ±1e12 s, but is nan"
  case updateBeyondLimit = "a media time must be within ±1e12 s, but is 1.5e+18"
  case updateBackwards = "media time 1.0 must not be before the last update's, 2.0"
  case updateInTransaction = "must not be called in a transaction"
  case updateInCallback = "update(at:) must not be called from inside a callback"
  case lateCompletion = "a completion must be added while the transaction is open"
  case speedInfinite = "a timing's speed must be within ±1e6, but is inf"
  case beginBeyondLimit = "a timing's beginTime must be within ±1e12 s, but is -1e+18"
  case spaceBeyondLimit = "a time space's offset must be within ±1e12 s, but is 2e+18"
  case animationBeyondLimit = "a timing's duration must be at most 1e12 s, or infinite for no end"
  case setSpeedNaN = "a speed must be within ±1e6, but is nan"
  case pauseAtNaN = "time must be within ±1e12 s, but is nan"
  case scrubToInfinity = "a local time must be within ±1e12 s, but is inf"
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
    case .updateBeyondLimit: stage.tree.update(at: 1.5e18)
    case .speedInfinite: layer.speed = .infinity
    case .beginBeyondLimit: layer.beginTime = -1e18
    case .spaceBeyondLimit: layer.timeSpace.offset = 2e18
    case .animationBeyondLimit: layer.add(AnimationGroup([stage.fade(1e13)]))
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
    .infinity, -.infinity, 1e308, -1e308, 1e12, -1e12, 1e6, .leastNonzeroMagnitude, 0, -1, 1e-19,
  ])
  func `any valid number in an animation's timing gives a finite value`(number: Double) {
    for path in [
      \MediaTiming.beginTime, \.duration, \.repeatCount, \.repeatDuration, \.speed, \.timeOffset,
    ] {
      var timing = MediaTiming()
      timing[keyPath: path] = number
      guard (try? timing.validate()) != nil else { continue }
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
      (\.beginTime, 1e18, "beginTime must be within ±1e12 s, but is 1e+18"),
      (\.speed, .nan, "speed must be within ±1e6, but is nan"),
      (\.timeOffset, -.infinity, "timeOffset must be within ±1e12 s, but is -inf"),
      (\.duration, -1, "duration must be 0 s or more, but is -1.0"),
      (\.duration, .nan, "duration must be at most 1e12 s, or infinite for no end, but is nan"),
      (\.repeatDuration, 1e18, "repeatDuration must be at most 1e12 s, or infinite for no end"),
      (\.repeatCount, .nan, "repeatCount must be a number, but is nan"),
    ] as [(WritableKeyPath<MediaTiming, Double> & Sendable, Double, String)])
  func `a timing from a file is validated before it is used`(
    path: WritableKeyPath<MediaTiming, Double> & Sendable, value: Double, text: String
  ) {
    var timing = MediaTiming(duration: .infinity, repeatCount: .infinity, repeatDuration: -1)
    #expect(throws: Never.self) { try timing.validateForLayer() }
    timing[keyPath: path] = value
    let error = #expect(throws: LayerError.self) { try timing.validateForLayer() }
    #expect(error?.description.hasPrefix("a timing's \(text)") == true, "\(error as Any)")
  }
}
