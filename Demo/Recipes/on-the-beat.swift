// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

var pulse = RepeatController(now: 0)
pulse.start()
pulse.advance(to: 0.5)

// Recipe:
try pulse.schedule(.rate(.hertz(4)), at: .nextCycle)
try pulse.schedule(.reverse, at: .cycle(8))
try pulse.schedule(.stop(.freeze), at: .time(12.5))
// End of recipe.

for time in [0.75, 1.5, 3, 13] { print(Int(pulse.sample(at: time).hertz)) }  // cycle 8 is at 2.75 s

// Output: 1 4 -4 0
