// SPDX-License-Identifier: Apache-2.0
import CSDL2  // a module map of SDL2, of which a game has its own
import DynamicRepeat

// Recipe:
struct Lamp {
  var glow = RepeatController()

  mutating func draw(_ renderer: OpaquePointer, _ sprite: OpaquePointer, at time: Double) {
    glow.advance(to: time)
    let light = glow.value(at: time, from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000))
    let tint = light.sRGB8
    SDL_SetTextureColorMod(sprite, tint.red, tint.green, tint.blue)
    SDL_RenderCopy(renderer, sprite, nil, nil)
  }
}
// End of recipe.

let format = SDL_PIXELFORMAT_ARGB8888.rawValue
let picture = SDL_CreateRGBSurfaceWithFormat(0, 4, 4, 32, format)!
let renderer = SDL_CreateSoftwareRenderer(picture)!
let white = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, format)
SDL_FillRect(white, nil, .max)
let sprite = SDL_CreateTextureFromSurface(renderer, white)!
var lamp = Lamp()
lamp.glow.start()
for time in [0, 0.5] {
  lamp.draw(renderer, sprite, at: time)
  SDL_RenderFlush(renderer)
  print(String(picture.pointee.pixels.load(as: UInt32.self), radix: 16))
}

// Output: ff1d5fa0 ffffb000
