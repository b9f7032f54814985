// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

@Suite struct LayerTreeSizeTests {
  @Test func `a tree with 100000 levels updates, converts times, changes and is freed`() {
    weak var freed: Layer?
    do {
      let stage = Stage()
      var leaf = stage.layer
      for _ in 0..<100_000 {
        let layer = Layer()
        leaf.add(layer)
        leaf = layer
      }
      freed = leaf
      leaf.add(stage.fade())
      #expect(stage.reported(2) == ["start fade"])
      stage.layer.setSpeed(0.5, at: 2)
      #expect(stage.reported(3) == [])
      #expect(leaf.presentation.opacity == 0.5)
      #expect(leaf.value(of: .opacity, at: 3.5) == 0.75)
      #expect(leaf.convertTime(3, from: nil) == 2.5)
      #expect(leaf.convertTime(2.5, to: nil) == 3)
      leaf.pause(at: 3)
      stage.layer.removeFromSuperlayer()
      #expect(stage.reported(4) == ["break fade"])
      stage.tree.root.add(stage.layer)
      #expect(stage.reported(5) == [])
    }
    #expect(freed == nil)
  }

  /// Each removal takes constant time; with a search or a shift, 100,000 of them would take
  /// minutes.
  @Test(arguments: [false, true])
  func `100000 siblings are removed one by one, in any order`(isBackwards: Bool) {
    let root = Layer()
    let siblings = (0..<100_000).map { _ in Layer() }
    for sibling in siblings { root.add(sibling) }
    // Removes every second sibling from one end, then the other siblings.
    let order = isBackwards ? Array(siblings.reversed()) : siblings
    for index in stride(from: 0, to: order.count, by: 2) { order[index].removeFromSuperlayer() }
    #expect(root.sublayers.count == 50_000)
    for index in stride(from: 1, to: order.count, by: 2) { order[index].removeFromSuperlayer() }
    #expect(root.sublayers.isEmpty && siblings.allSatisfy { $0.superlayer == nil })
  }

  @Test func `layers are inserted and removed as in a list`() {
    let root = Layer()
    var model: [Layer] = []
    var numbers = SeededRandom(seed: 9)
    func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }
    for step in 0..<4000 {
      switch random(6) {
      case 0, 1:
        let layer = Layer()
        root.add(layer)
        model.append(layer)
      case 2:
        let layer = Layer()
        let index = random(model.count + 1)
        root.insert(layer, at: index)
        model.insert(layer, at: index)
      case 3 where !model.isEmpty:
        let layer = model.remove(at: random(model.count))
        root.add(layer)
        model.append(layer)
      case _ where !model.isEmpty:
        model.remove(at: random(model.count)).removeFromSuperlayer()
      default: break
      }
      if random(5) == 0 {
        let isEqual = root.sublayers.elementsEqual(model) { $0 === $1 }
        #expect(isEqual, "step \(step)")
      }
    }
  }

  /// With a search for each key, or a list for each level of nesting, the test would take minutes.
  @Test func `a layer holds 100000 keyed animations, and transactions nest 1000 deep`() {
    let stage = Stage()
    for number in 0..<100_000 { stage.layer.add(stage.fade(), forKey: AnimationKey("\(number)")) }
    #expect(stage.layer.animationKeys.count == 100_000)
    for number in 0..<50_000 { stage.layer.add(stage.fade(), forKey: AnimationKey("\(number)")) }
    for number in 0..<50_000 { stage.layer.removeAnimation(forKey: AnimationKey("\(number)")) }
    #expect(stage.layer.animationKeys == (50_000..<100_000).map { AnimationKey("\($0)") })
    stage.layer.removeAllAnimations()
    var completed: [Int] = []
    func nest(_ depth: Int) {
      stage.tree.transaction { transaction in
        transaction.addCompletion { completed.append(depth) }
        stage.layer.add(BasicAnimation(.opacity, to: 0))
        if depth < 1000 { nest(depth + 1) }
      }
    }
    nest(1)
    stage.reported(0, 1)
    #expect(completed == (1...1000).reversed())
  }
}
