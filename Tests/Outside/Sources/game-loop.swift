// SPDX-License-Identifier: Apache-2.0
// README.md, and the READMEs of SDLDriver and DynamicRepeat.

import DynamicRepeat
import Glibc
import SDLDriver

var glow = RepeatController()
glow.start()

// After 0.3 s, a signal closes the window.
signal(SIGALRM) { _ in kill(getpid(), SIGINT) }
ualarm(300_000, 0)

let session = try Session(.display)
var window = try Window(session, WindowOptions(title: "Glow"))
try window.run { frame, input, window in
  if input.wasPressed(.space) { try glow.setRate(.cycleDuration(0.35)) }
  glow.advance(to: frame.time)
  let color = glow.value(at: frame.time, from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000))
  try window.renderer.clear(.black)
  try window.renderer.fill(
    PixelRect(x: 380, y: 170, width: 200, height: 200), RGBA8(color.sRGB8))
  return .continue
}
print(glow.now > 0.1 ? "closed" : "too early")

func play(_ lateness: Double) { print("cycle, late by \(lateness) s") }

func brightness(at time: Double, isHurt: Bool) throws -> Double {
  var pulse = RepeatController(cycleDuration: 2, policy: .phaseMatched)
  pulse.start()
  // in each frame:
  for event in pulse.advance(to: time) where event.isCycle { play(event.lateness) }
  if isHurt { try pulse.setRate(.cycleDuration(0.7)) }
  let brightness = pulse.progress(at: time)
  return brightness
}
_ = try brightness(at: 0, isHurt: true)

// Output: closed
