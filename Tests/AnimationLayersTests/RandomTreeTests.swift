// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

private typealias Plan = DirectEvaluation.Plan

/// A random layer with its expected values.
private final class Node {
  let layer = Layer()
  let space: TimeSpace
  let parent: Node?
  let model: Double
  let plans: [Plan]

  init(parent: Node?, root: Layer, using random: inout SeededRandom) {
    self.parent = parent
    let speeds = [1, 1, 2, 0.5, -1, 0, random.double(in: -3...3)]
    space = TimeSpace(
      begin: random.double(in: -5...5), speed: speeds.randomElement(using: &random)!,
      offset: random.double(in: -5...5))
    model = random.double(in: -10...10)
    plans = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Plan.random(depth: 0, using: &random)
    }
    layer.timeSpace = space
    layer.rotation = model
    (parent?.layer ?? root).add(layer)
    for plan in plans { plan.add(to: layer) }
  }

  func time(at media: Double) -> (local: Double, sign: Double) {
    let (outer, sign) = parent?.time(at: media) ?? (media, 1)
    return ((outer - space.begin) * space.speed + space.offset, sign * space.speed)
  }

  func expected(at media: Double) -> Double {
    let (local, sign) = time(at: media)
    return plans.reduce(model) { $1.value(over: $0, at: local, isReversed: sign < 0) }
  }
}

extension DirectEvaluation.Plan {
  fileprivate static func random(depth: Int, using random: inout SeededRandom) -> Self {
    var timing = MediaTiming()
    timing.beginTime = random.double(in: -8...8)
    timing.duration = random.double(in: 0.1...6)
    timing.repeatCount = random.chance(0.5) ? random.double(in: 0...5) : 0
    timing.repeatDuration = random.chance(0.3) ? random.double(in: 0...20) : 0
    timing.autoreverses = random.chance(0.4)
    timing.speed = [1, 2, -1, random.double(in: 0.1...3)].randomElement(using: &random)!
    timing.timeOffset = random.chance(0.3) ? random.double(in: -5...5) : 0
    timing.fillMode = FillMode.allCases.randomElement(using: &random)!
    let pacings: [TimingFunction] = [.linear, .linear, .easeIn, .cubicBezier(0.5, -1, 0.5, 2)]
    var plan = Self(timing: timing, pacing: pacings.randomElement(using: &random)!)
    if depth < 2, random.chance(0.3) {
      plan.children = (0..<3).map { _ in .random(depth: depth + 1, using: &random) }
      return plan
    }
    if random.chance(0.6) { plan.from = random.double(in: -10...10) }
    if random.chance(0.6) { plan.to = random.double(in: -10...10) }
    plan.by = plan.from == nil && plan.to == nil || random.chance(0.3) ? 3 : nil
    plan.isAdditive = random.chance(0.4)
    plan.isCumulative = random.chance(0.3)
    return plan
  }

  fileprivate var animation: any LayerAnimation {
    guard children.isEmpty else {
      var group = AnimationGroup(children.map(\.animation))
      group.timing = timing
      group.timingFunction = pacing
      group.isRemovedOnCompletion = false
      return group
    }
    var basic = BasicAnimation(.rotation, from: from, to: to, by: by)
    basic.timing = timing
    basic.timingFunction = pacing
    basic.isAdditive = isAdditive
    basic.isCumulative = isCumulative
    basic.isRemovedOnCompletion = false
    return basic
  }

  fileprivate func add(to layer: Layer) { layer.add(animation) }
}

@Suite struct RandomTreeTests {
  /// About a dozen roundings of values of about 1000, amplified by the timing functions.
  private let tolerance = 1e-8

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `presentation in a random tree equals the formulas evaluated directly`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let tree = LayerTree()
    var nodes: [Node] = []
    for _ in 0..<20 {
      let parent = random.chance(0.3) ? nil : nodes.randomElement(using: &random)
      nodes.append(Node(parent: parent, root: tree.root, using: &random))
    }
    var time = -10.0
    for _ in 0..<40 {
      time += random.double(in: 0...1)
      let other = random.double(in: -20...40)
      tree.update(at: time)
      for (index, node) in nodes.enumerated() {
        let (local, _) = node.time(at: time)
        #expect(
          isClose(node.layer.presentation.rotation, node.expected(at: time), within: tolerance),
          "seed \(seed), layer \(index), media time \(time), local \(local)")
        #expect(
          isClose(
            node.layer.value(of: .rotation, at: other), node.expected(at: other),
            within: tolerance),
          "seed \(seed), layer \(index), at another media time \(other)")
      }
    }
  }
}
