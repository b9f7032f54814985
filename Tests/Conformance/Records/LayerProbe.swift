// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// Layers as in a program, evaluated at any time.
///
/// Animations are committed at local time 0, so that a begin time of 0, which becomes the time of
/// the commit, stays 0. They are not removed.
struct LayerProbe {
  let tree = LayerTree()
  /// The innermost layer.
  let layer: Layer
  /// The layers from the outermost to the innermost.
  let layers: [Layer]

  /// A chain of `depth` layers, with the animations in the innermost one.
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

  /// The state of an animation, computed from the shown values of its ``MediaTiming/probes(_:)``.
  ///
  /// The stage is `nil` if the surrounding group or layer is not in effect.
  func frame(
    of timing: MediaTiming, at time: Double
  ) -> (stage: MediaSample.Stage?, leg: Double?, fraction: Double?, progress: Double?) {
    let progress = shown(progressProperty, at: time)
    let isBeforeOrActive = shown(backwardsProperty, at: time) != nil
    let isAfterOrActive = shown(forwardsProperty, at: time) != nil
    let stage: MediaSample.Stage? =
      isBeforeOrActive ? (isAfterOrActive ? .active : .before) : (isAfterOrActive ? .after : nil)
    let fraction = shown(fractionProperty, at: time)
    guard progress != nil, let cycles = shown(cyclesProperty, at: time),
      let share = shown(shareProperty, at: time)
    else { return (stage, nil, nil, nil) }
    // The cumulative probe, from 1 to 2, shows 1 + share, plus 2 for each completed cycle.
    let cycle = ((cycles - 1 - share) / 2).rounded()
    let isWayBack = share > 0.5 || share == 0.5 && stage != .after
    let leg = timing.autoreverses ? 2 * cycle + (isWayBack ? 1 : 0) : cycle
    return (stage, leg, fraction, progress)
  }

  /// `nil` if the model value is shown.
  func shown(_ property: AnimatableProperty<Double>, at time: Double) -> Double? {
    let value = layer.value(of: property, at: time)
    return value == noValue ? nil : value
  }
}

/// The model value of the probes, which none of their animations produces.
private let noValue = -1e9
private let progressProperty = AnimatableProperty(defaultValue: noValue)
private let fractionProperty = AnimatableProperty(defaultValue: noValue)
private let backwardsProperty = AnimatableProperty(defaultValue: noValue)
private let forwardsProperty = AnimatableProperty(defaultValue: noValue)
private let cyclesProperty = AnimatableProperty(defaultValue: noValue)
private let shareProperty = AnimatableProperty(defaultValue: noValue)
/// The property that shows a record's own values.
let valueProperty = AnimatableProperty(defaultValue: 0.0)
/// The time of a group.
let groupTimeProperty = AnimatableProperty(defaultValue: noValue)

extension MediaTiming {
  /// Animations whose values show the state of an animation with this timing.
  ///
  /// Two animations show progress and fraction directly. Copies with each fill mode show the stage.
  /// A copy without autoreverse, with cycles of the same length, shows the cycle.
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
