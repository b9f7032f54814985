// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat

/// Layers as a program links them, asked for what they show at any time.
///
/// Animations are committed at local time 0, so that each begin time is literal, and stay.
struct LayerProbe {
  let tree = LayerTree()
  /// The innermost layer.
  let layer: Layer
  /// From the outermost to the innermost.
  let layers: [Layer]

  /// A chain of `depth` layers, the innermost with the animations.
  init(depth: Int = 1, _ animations: [any LayerAnimation], model: Double = 0) {
    var layers: [Layer] = []
    for _ in 0..<depth {
      let layer = Layer()
      (layers.last ?? tree.root).add(layer)
      layers.append(layer)
    }
    self.layers = layers
    layer = layers[depth - 1]
    layer[valueProperty] = model
    for var animation in animations {
      animation.isRemovedOnCompletion = false
      layer.add(animation)
    }
    tree.update(at: 0)
  }

  /// What shows of a property at a media time.
  func value(of property: AnimatableProperty<Double>, at time: Double) -> Double {
    layer.value(of: property, at: time)
  }

  /// The frame that the animations of ``MediaTiming/probes(_:)`` show at a media time.
  func frame(of timing: MediaTiming, at time: Double) -> ShownFrame {
    let progress = shown(progressProperty, at: time)
    let isBeforeOrActive = shown(backwardsProperty, at: time) != nil
    let isAfterOrActive = shown(forwardsProperty, at: time) != nil
    let stage: MediaSample.Stage? =
      isBeforeOrActive ? (isAfterOrActive ? .active : .before) : (isAfterOrActive ? .after : nil)
    let fraction = shown(fractionProperty, at: time)
    guard progress != nil, let cycles = shown(cyclesProperty, at: time),
      let share = shown(shareProperty, at: time)
    else { return ShownFrame(stage: stage, leg: nil, fraction: nil, progress: nil) }
    // Cumulative from 1 to 2: each cycle adds 2 to what the share has made of 1.
    let cycle = ((cycles - 1 - share) / 2).rounded()
    let isWayBack = share > 0.5 || share == 0.5 && stage != .after
    let leg = timing.autoreverses ? 2 * cycle + (isWayBack ? 1 : 0) : cycle
    return ShownFrame(stage: stage, leg: leg, fraction: fraction, progress: progress)
  }

  /// `nil` where the model value shows.
  private func shown(_ property: AnimatableProperty<Double>, at time: Double) -> Double? {
    let value = value(of: property, at: time)
    return value == noValue ? nil : value
  }
}

/// What an animation shows, as seen in the values of layers.
struct ShownFrame {
  /// `nil` where that which it is in is not in effect.
  let stage: MediaSample.Stage?
  let leg: Double?
  let fraction: Double?
  let progress: Double?
}

/// The model value of the probes: none of their animations shows it.
private let noValue = -1e9
private let progressProperty = AnimatableProperty(defaultValue: noValue)
private let fractionProperty = AnimatableProperty(defaultValue: noValue)
private let backwardsProperty = AnimatableProperty(defaultValue: noValue)
private let forwardsProperty = AnimatableProperty(defaultValue: noValue)
private let cyclesProperty = AnimatableProperty(defaultValue: noValue)
private let shareProperty = AnimatableProperty(defaultValue: noValue)
/// What a record's own values are shown by.
let valueProperty = AnimatableProperty(defaultValue: 0.0)
/// The time of a group.
let groupTimeProperty = AnimatableProperty(defaultValue: noValue)

extension MediaTiming {
  /// Whether layers can take it literally: a duration of 0 they replace by the transaction's.
  var isLiteralInLayers: Bool { duration > 0 }

  /// Animations that show by their values where an animation of this timing is.
  ///
  /// Progress and fraction; the stage, by what each fill shows; and the cycle, by a twin without
  /// autoreverse, each cycle of which takes as long.
  func probes(_ function: TimingFunction?) -> [any LayerAnimation] {
    func probe(
      _ property: AnimatableProperty<Double>, _ timing: MediaTiming, from: Double = 0,
      to: Double = 1
    ) -> BasicAnimation<Double> {
      var probe = BasicAnimation(property, from: from, to: to)
      probe.timing = timing
      return probe
    }
    var progress = probe(progressProperty, self)
    progress.timingFunction = function
    var before = self
    before.fillMode = .backwards
    var after = self
    after.fillMode = .forwards
    var twin = self
    twin.autoreverses = false
    twin.duration = cycleDuration
    var cycles = probe(cyclesProperty, twin, from: 1, to: 2)
    cycles.isCumulative = true
    return [
      progress, probe(fractionProperty, self), probe(backwardsProperty, before),
      probe(forwardsProperty, after), cycles, probe(shareProperty, twin),
    ]
  }
}
