// SPDX-License-Identifier: Apache-2.0

// Sources/AnimationLayers/README.md: compiled here, and run by ReadmeTests.

import AnimationLayers
import DynamicRepeat

func layerExample(frames: [Double]) -> [Double] {
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
  return shown
}
