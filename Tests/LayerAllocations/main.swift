// SPDX-License-Identifier: Apache-2.0

// Counts the allocations of running layer trees: prints a line per kind of animation, and exits
// with 1 if a frame allocated anything. The counter is in a program of its own because it replaces
// malloc.

import AllocationCount
import AnimationLayers
import Glibc

/// A tree of 1,000 layers, ten levels deep, in which every layer runs the animation.
func runningTree(_ animation: some LayerAnimation) -> LayerTree {
  let tree = LayerTree()
  for _ in 0..<100 {
    var parent = tree.root
    for _ in 0..<10 {
      let layer = Layer()
      layer.speed = 1.01
      parent.add(layer)
      layer.add(animation, forKey: "endless")
      parent = layer
    }
  }
  tree.update(at: 0)
  return tree
}

func endless<Animation: LayerAnimation>(_ animation: Animation) -> Animation {
  var animation = animation
  animation.duration = 1.5
  animation.repeatCount = .infinity
  animation.autoreverses = true
  animation.timingFunction = .easeInEaseOut
  return animation
}

var additive = BasicAnimation(.position, by: Point(x: 1, y: 2))
(additive.isAdditive, additive.isCumulative) = (true, true)
let color = Color(red: 1, green: 0, blue: 0)
let hop = try KeyframeTrack([0.0, 1, 0.5], timingFunctions: [.easeIn, .easeOut])
let route = try KeyframeTrack<Point>.paced([
  Point(x: 0, y: 0), Point(x: 5, y: 1), Point(x: 3, y: 9),
])
let group = AnimationGroup([
  endless(BasicAnimation(.opacity, to: 0)), endless(KeyframeAnimation(.position, route)),
])
let animations: [(name: String, animation: any LayerAnimation)] = [
  ("basic", BasicAnimation(.opacity, from: 0, to: 1)),
  ("basic without from", BasicAnimation(.backgroundColor, to: color)),
  ("additive, cumulative", additive),
  ("part of a property", BasicAnimation(.position, \.y, from: 0, to: 1)),
  ("spring", SpringAnimation(.scale, to: [2, 2])), ("keyframes", KeyframeAnimation(.opacity, hop)),
  ("keyframes, paced", KeyframeAnimation(.position, route)),
  ("sprite frames", BasicAnimation(.spriteFrame, from: 0, to: 8)), ("group", group),
]

// Checks the counter: if it counted nothing, every animation would seem to pass.
let start = allocation_count()
withExtendedLifetime(Layer()) {}
precondition(allocation_count() > start, "malloc is not counted")

var total: UInt = 0
for (name, animation) in animations {
  let tree = runningTree(endless(animation))
  let before = allocation_count()
  for frame in 1...100 { tree.update(at: Double(frame) / 60) }
  let count = allocation_count() - before
  print("\(name): \(count) allocations in 100 frames of 1000 layers")
  total += count
}
exit(total > 0 ? 1 : 0)
