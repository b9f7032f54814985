// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
let settings = RepeatSettings(policy: .phaseMatched, maxFlashRate: RepeatRate.safeFlashes)
var alarm = try RepeatController(settings)
alarm.start()
try alarm.setRate(.hertz(10))  // shows three flashes a second
// End of recipe.

alarm.advance(to: 0)
print(Int(alarm.sample(at: 1).hertz))
print(alarm.advance(to: 10.01).reduce(0) { $0 + ($1.isCycle ? $1.count : 0) })

// Output: 3 30
