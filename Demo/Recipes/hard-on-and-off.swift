// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

var beacon = RepeatController()
beacon.start()

var shown = ""
for frame in 0..<20 {
  let time = Double(frame) / 10
  beacon.advance(to: time)
  // Recipe:
  let isLit = beacon.isOn(at: time, duty: 0.3)  // the first 30 % of each cycle
  // End of recipe.
  shown += isLit ? "#" : "."
}
print(shown)

// Output: ###.......###.......
