// SPDX-License-Identifier: Apache-2.0

// Counts the allocations of running layer trees: prints a line per kind of animation, and exits
// with 1 if a frame allocated anything. The counter is in a program of its own because it replaces
// malloc.

import AllocationCount
import AnimationLayers
import DynamicRepeat
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

/// The number of allocations in `frames` frames.
func allocations(of tree: LayerTree, frames: Int) -> UInt {
  let before = allocation_count()
  for frame in 1...frames { tree.update(at: Double(frame) / 60) }
  return allocation_count() - before
}

func endless<Animation: LayerAnimation>(_ animation: Animation) -> Animation {
  var animation = animation
  animation.duration = 1.5
  animation.repeatCount = .infinity
  animation.autoreverses = true
  animation.timingFunction = .easeInEaseOut
  return animation
}

/// Prints the number of allocations of a running animation.
func report(_ name: String, _ animation: some LayerAnimation) -> UInt {
  let frames = 100
  let count = allocations(of: runningTree(endless(animation)), frames: frames)
  print("\(name): \(count) allocations in \(frames) frames of 1000 layers")
  return count
}

var additive = BasicAnimation(.position, by: Point(x: 1, y: 2))
additive.isAdditive = true
additive.isCumulative = true
let color = Color(red: 1, green: 0, blue: 0)
let hop = try KeyframeTrack([0.0, 1, 0.5], timingFunctions: [.easeIn, .easeOut])
let smooth = try KeyframeTrack<Point>.cubicPaced([
  Point(x: 0, y: 0), Point(x: 5, y: 1), Point(x: 3, y: 9),
])

// Checks the counter itself: if it were not linked in, every test would pass.
let before = allocation_count()
withExtendedLifetime(Layer()) {}
precondition(allocation_count() > before, "malloc is not counted")

let children: [any LayerAnimation] = [
  endless(BasicAnimation(.opacity, to: 0)), endless(KeyframeAnimation(.position, smooth)),
]
var total = report("basic", BasicAnimation(.opacity, from: 0, to: 1))
total += report("basic without from", BasicAnimation(.backgroundColor, to: color))
total += report("additive, cumulative", additive)
total += report("part of a property", BasicAnimation(.position, \.y, from: 0, to: 1))
total += report("spring", SpringAnimation(.scale, to: [2, 2]))
total += report("keyframes", KeyframeAnimation(.opacity, hop))
total += report("keyframes, cubic paced", KeyframeAnimation(.position, smooth))
total += report("sprite frames", BasicAnimation(.spriteFrame, from: 0, to: 8))
total += report("group", AnimationGroup(children))
print("all kinds of animation together: \(total) allocations once running")
exit(total > 0 ? 1 : 0)
