// SPDX-License-Identifier: Apache-2.0
import AnimationLayers
import DynamicRepeat

var world = TimeSpace()
var siren = RepeatController(cycleDuration: 0.5, now: 0)
siren.start()
let time = 8.0

// Recipe:
world.setSpeed(0.25, at: time)  // everything in the world, without a jump; ends a pause
// End of recipe.

print(Int(world.local(at: 8)), Int(world.local(at: 12)))

// Recipe:
try siren.ramp(to: .hertz(0.5), over: 2)  // one repeat, over two seconds
// End of recipe.

for time in 0...2 { print(Int(siren.sample(at: Double(time)).hertz * 100)) }

// Output: 8 9 200 125 50
