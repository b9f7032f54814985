// SPDX-License-Identifier: Apache-2.0

// README.md, "In a game loop": compiled here as the body of a function.

import DynamicRepeat
import SDLDriver

func gameLoopExample() throws {
  var glow = RepeatingValue(from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000))
  glow.controller.start()

  let session = try Session(.display)
  var window = try Window(session, WindowOptions(title: "Glow"))
  try window.run { frame, input, window in
    if input.wasPressed(.space) { try glow.controller.setRate(.cycleDuration(0.35)) }
    glow.controller.advance(to: frame.time)
    let color = glow.value(at: frame.time).sRGB8
    try window.renderer.clear(.black)
    try window.renderer.fill(
      PixelRect(x: 380, y: 170, width: 200, height: 200),
      RGBA8(red: color.red, green: color.green, blue: color.blue))
    return .continue
  }
}

// Sources/DynamicRepeat/README.md.

func pulseExample(at time: Double, isHurt: Bool, play: (Double) -> Void) throws -> Double {
  var pulse = RepeatController(cycleDuration: 2, policy: .phaseMatched)
  pulse.start()
  // in each frame:
  for event in pulse.advance(to: time) where event.isCycle { play(event.lateness) }
  if isHurt { try pulse.setRate(.cycleDuration(0.7)) }
  let brightness = pulse.progress(at: time)
  return brightness
}
