// SPDX-License-Identifier: Apache-2.0

import CSDL2
import FramePacing

/// The control for a key's way to the screen: the loop of `plain-loop`, whose square the space key
/// changes, until its window is closed.
func runPlainLoop() -> Int32 {
  SDL_SetMainReady()
  guard SDL_Init(SDL_INIT_VIDEO) == 0,
    let window = SDL_CreateWindow(
      "Loop probe", csdl_window_position_centered(), csdl_window_position_centered(), 640, 480, 0),
    let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
  else {
    tell("SDL failed: \(String(cString: SDL_GetError()))")
    return 1
  }
  var level: UInt8 = 0
  var isFirst = true
  while true {
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 {
      if event.type == SDL_QUIT.rawValue { return 0 }
      let isSpace = event.key.keysym.sym == SDL_Keycode(SDLK_SPACE.rawValue)
      if event.type == SDL_KEYDOWN.rawValue, event.key.repeat == 0, isSpace { level = 255 - level }
    }
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
    SDL_RenderClear(renderer)
    SDL_SetRenderDrawColor(renderer, level, level, level, 255)
    var square = SDL_Rect(x: 220, y: 140, w: 200, h: 200)
    SDL_RenderFillRect(renderer, &square)
    SDL_RenderPresent(renderer)
    if isFirst { tell("frame 0: plain") }
    isFirst = false
  }
}
