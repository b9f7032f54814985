// SPDX-License-Identifier: Apache-2.0
// The README of AnimationLayers.

import AnimationLayers
import DynamicRepeat

let frames = [0, 0.25, 2.25, 2.5, 4, 9]

let tree = LayerTree()
let heart = Layer()
tree.root.add(heart)

var beat = BasicAnimation(.opacity, from: 0, to: 1)
(beat.duration, beat.autoreverses, beat.repeatCount) = (0.5, true, .infinity)
heart.add(beat, forKey: "beat")

let shown = frames.map { time in
  tree.update(at: time)
  if time == 2.25 { heart.setSpeed(3, at: time) }  // three times as fast, without a jump
  if time == 4 { heart.pause(at: time) }
  return heart.presentation.opacity
}

// The speed is 3 from 2.25 s on, so local time is 3 s at 2.5 s. The pause at 4 s holds it at 7.5 s.
print(shown)

// Output: [0.0, 0.5, 0.5, 0.0, 1.0, 1.0]
