// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import SDLDriver

var engine = RepeatController(policy: .phaseMatched(ramp: 0.5))
engine.start()

func drive(_ engine: inout RepeatController, _ input: InputState) throws {
  // Recipe:
  let wanted = RepeatRate.hertz(input.isHeld(.up) ? 2.5 : 1)
  if engine.requestedRate != wanted { try engine.perform(.rate(wanted)) }
  // End of recipe.
}

// `window.run` gives each frame its input; here the key is held in the first second.
var input = InputState()
input.apply(.keyDown(.up, isRepeat: false))
for frame in 0...120 {
  if frame == 60 { input.apply(.keyUp(.up)) }
  let time = Double(frame) / 60
  engine.advance(to: time)
  try drive(&engine, input)
  if frame % 15 == 0 { print(Int((engine.sample(at: time).hertz * 100).rounded())) }
}

// Output: 100 175 250 250 250 175 100 100 100
