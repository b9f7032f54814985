// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

func color(at time: Double) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
  // Recipe:
  var glow = RepeatController(cycleDuration: 2, now: 0)
  glow.start()
  glow.advance(to: time)
  let light = glow.value(at: time, from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000))
  return light.sRGB8
  // End of recipe.
}

// Halfway, the light is the mean of both, which is brighter than the mean of the numbers.
for time in [0, 0.5, 1] { print(color(at: time)) }

// Output:
// (red: 29, green: 95, blue: 160, alpha: 255)
// (red: 189, green: 143, blue: 116, alpha: 255)
// (red: 255, green: 176, blue: 0, alpha: 255)
