// SPDX-License-Identifier: Apache-2.0
//
// The flashing square as most SDL programs are written today: SDL_RENDERER_PRESENTVSYNC holds the
// rate, SDL_GetTicks gives the time. Only the measuring around it is ours, so that `--stats` here
// and in `flashing-square` can be laid side by side. `--frames N` ends it after N frames.

import CSDL2
import FramePacing
import Glibc

let options = CommandLine.arguments.dropFirst()
let wantsStatistics = options.contains("--stats")
let frameLimit =
  options.firstIndex(of: "--frames").flatMap { place in
    place + 1 < CommandLine.arguments.count ? Int(CommandLine.arguments[place + 1]) : nil
  } ?? .max

SDL_SetMainReady()
guard SDL_Init(SDL_INIT_VIDEO) == 0,
  let window = SDL_CreateWindow(
    "Plain loop", csdl_window_position_centered(), csdl_window_position_centered(), 640, 480, 0),
  let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
else {
  print("SDL failed: \(String(cString: SDL_GetError()))")
  exit(1)
}

var statistics = FrameStatistics()
statistics.videoDriver = String(cString: SDL_GetCurrentVideoDriver())
let clock = SystemClock()
let start = clock.now()
var lastPresented: Int64?
var isRunning = true

while isRunning, statistics.frames < frameLimit {
  var event = SDL_Event()
  while SDL_PollEvent(&event) != 0 {
    if event.type == SDL_QUIT.rawValue { isRunning = false }
  }
  let polled = clock.now()

  // One flash a second: half a second up, half a second down.
  let phase = Double(SDL_GetTicks() % 1000) / 1000
  let brightness = UInt8(255 * (1 - abs(2 * phase - 1)))
  SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
  SDL_RenderClear(renderer)
  SDL_SetRenderDrawColor(renderer, brightness, brightness, brightness, 255)
  var square = SDL_Rect(x: 220, y: 140, w: 200, h: 200)
  SDL_RenderFillRect(renderer, &square)
  let drawn = clock.now()
  SDL_RenderPresent(renderer)

  let presented = clock.now()
  statistics.frames += 1
  if let lastPresented { statistics.record(nanoseconds: presented - lastPresented) }
  lastPresented = presented
  statistics.builds.record(nanoseconds: drawn - polled)
  statistics.presents.record(nanoseconds: presented - drawn)
  statistics.inputAges.record(nanoseconds: presented - polled)
  statistics.processorShare = Double(SystemClock.processTime()) / Double(presented - start)
}
if wantsStatistics { print(statistics.report, terminator: "") }
