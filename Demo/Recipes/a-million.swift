// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import RepeatBanks

func draw(_ slot: Int, _ value: Float) {
  if slot == 999_999 { print((0...1).contains(value)) }
}

let (now, time) = (0.0, 0.5)
// Recipe:
var lights = RepeatBank()
for _ in 0..<1_000_000 { _ = try lights.add(.hertz(.random(in: 0.5...2)), at: now) }
// in each frame:
lights.evaluate(at: time)
lights.withValues { values in
  for slot in values.indices { draw(slot, values[slot]) }
}
// End of recipe.

// Output: true
