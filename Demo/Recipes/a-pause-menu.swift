// SPDX-License-Identifier: Apache-2.0
import AnimationLayers
import DynamicRepeat

// Recipe:
struct Game {
  var world = TimeSpace()
  var flash = RepeatController()

  mutating func begin() { flash.start() }
  mutating func openMenu(at time: Double) { world.pause(at: time) }
  mutating func closeMenu(at time: Double) { world.resume(at: time) }

  mutating func frame(at time: Double) -> Double {
    let worldTime = world.local(at: time)
    flash.advance(to: worldTime)
    return flash.progress(at: worldTime)
  }
}
// End of recipe.

var game = Game()
game.begin()
for frame in 0...8 {
  let time = Double(frame) / 4
  if frame == 1 { game.openMenu(at: time) }
  if frame == 5 { game.closeMenu(at: time) }
  print(Int((game.frame(at: time) * 100).rounded()))
}

// Output: 0 50 50 50 50 50 100 50 0
