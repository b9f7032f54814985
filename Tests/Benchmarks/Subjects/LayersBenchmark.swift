// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import RepeatTiming

/// A tree of 1,000 layers, ten deep, whose opacities all fade there and back.
final class FadingTree {
  let tree = LayerTree()
  private(set) var layers: [Layer] = []
  private var frame = 0

  static let chains = 100
  static let depth = 10
  static let layerCount = chains * depth

  init() {
    for chain in 0..<Self.chains {
      var parent = tree.root
      for level in 0..<Self.depth {
        let layer = Layer()
        (layer.speed, layer.timeOffset) = Self.timing(chain: chain, level: level)
        parent.add(layer)
        layer.add(Self.fade(number: layers.count), forKey: "fade")
        layers.append(layer)
        parent = layer
      }
    }
    tree.update(at: 0)
  }

  /// Every layer has a speed, an offset and a duration of its own.
  static func timing(chain: Int, level: Int) -> (speed: Double, offset: Double) {
    (1 + 0.01 * Double(level + 1), 0.013 * Double(chain))
  }

  /// Seconds of one way.
  static func legDuration(number: Int) -> Double { 0.5 + 0.0015 * Double(number) }

  private static func fade(number: Int) -> BasicAnimation<Double> {
    var fade = BasicAnimation(.opacity, from: 0.1, to: 0.9)
    fade.duration = legDuration(number: number)
    fade.repeatCount = .infinity
    fade.autoreverses = true
    fade.timingFunction = .easeInEaseOut
    return fade
  }

  /// Shows the next frame, a sixtieth of a second on, and reads what every layer shows.
  func showNextFrame() -> Double {
    frame += 1
    tree.update(at: Double(frame) / 60)
    return layers.reduce(0) { $0 + $1.presentation.opacity }
  }
}

/// The same 1,000 fades as somebody would write them who needs nothing else.
struct HandWrittenTree {
  private var layers: [HandWrittenLayer] = []
  private var frame = 0

  init() {
    for chain in 0..<FadingTree.chains {
      for level in 0..<FadingTree.depth {
        let (speed, offset) = FadingTree.timing(chain: chain, level: level)
        layers.append(
          HandWrittenLayer(
            parent: level == 0 ? -1 : layers.count - 1, speed: speed, offset: offset,
            duration: FadingTree.legDuration(number: layers.count), pacing: .easeInEaseOut))
      }
    }
    show(at: 0)
    for index in layers.indices { layers[index].beginTime = layers[index].localTime }
  }

  private mutating func show(at mediaTime: Double) {
    layers.withUnsafeMutableBufferPointer { layers in
      for index in layers.indices {
        let parent = layers[index].parent
        layers[index].show(at: parent < 0 ? mediaTime : layers[parent].localTime)
      }
    }
  }

  /// The same as the tree's.
  mutating func showNextFrame() -> Double {
    frame += 1
    show(at: Double(frame) / 60)
    return layers.reduce(0) { $0 + $1.opacity }
  }

  /// What every layer shows.
  var opacities: [Double] { layers.map(\.opacity) }
}

/// A layer and its one animation, in plain numbers and plain arithmetic.
private struct HandWrittenLayer {
  let parent: Int
  let speed: Double
  let offset: Double
  let duration: Double
  let pacing: TimingFunction
  var beginTime = 0.0
  var localTime = 0.0
  var opacity = 1.0

  /// The chain of times, the fold, the pace, the value.
  mutating func show(at parentTime: Double) {
    localTime = parentTime * speed + offset
    let elapsed = localTime - beginTime
    let cycle = 2 * duration
    let time = elapsed - cycle * (elapsed / cycle).rounded(.down)
    let folded = time < duration ? time : cycle - time
    opacity = 0.1 + pacing(folded / duration) * (0.9 - 0.1)
  }
}

let layersBenchmark = Benchmark(
  name: "layers",
  description: "a layer and frame: LayerTree.update and presentation.opacity of 1,000 layers, ten"
    + " deep, an eased autoreversing BasicAnimation each; by hand an array of structs, the same"
    + " formulas in plain Double, the same TimingFunction",
  unitsPerRepetition: FadingTree.layerCount,
  goals: [Goal(figure: .ratio, must: 2, after: 1.5)]
) {
  let tree = FadingTree()
  var byHand = HandWrittenTree()
  return Contenders(
    ours: { (0..<$0).reduce(0) { sum, _ in sum + tree.showNextFrame() } },
    byHand: { (0..<$0).reduce(0) { sum, _ in sum + byHand.showNextFrame() } })
}
