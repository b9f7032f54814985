// SPDX-License-Identifier: Apache-2.0
//
// The flashing square as most SDL programs are written today: SDL_RENDERER_PRESENTVSYNC determines
// the rate, and SDL_GetTicks gives the time. This program only adds measurements, so that the
// output of `--stats` can be compared with that of `flashing-square`. `--frames N` ends the program
// after N frames.

import CSDL2
import DemoSupport
import FramePacing
import Glibc

Terminal.prepare()
let options = CommandLine.arguments.dropFirst()
let frameLimit =
  options.firstIndex(of: "--frames").flatMap { index in
    index + 1 < CommandLine.arguments.count ? Int(CommandLine.arguments[index + 1]) : nil
  } ?? .max

SDL_SetMainReady()
guard SDL_Init(SDL_INIT_VIDEO) == 0,
  let window = SDL_CreateWindow(
    "Plain loop", csdl_window_position_centered(), csdl_window_position_centered(), 640, 480, 0),
  let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
else {
  Terminal.note("plain-loop: SDL failed: \(String(cString: SDL_GetError()))")
  exit(1)
}

var statistics = FrameStatistics()
statistics.videoDriver = String(cString: SDL_GetCurrentVideoDriver())
var info = SDL_RendererInfo()
if SDL_GetRendererInfo(renderer, &info) == 0 { statistics.renderer = String(cString: info.name) }
let clock = SystemClock()
let start = clock.now()
var (lastPresented, lastTicks): (Int64?, UInt32) = (nil, 0)
var isRunning = true

while isRunning, statistics.frames < frameLimit {
  var event = SDL_Event()
  while SDL_PollEvent(&event) != 0 {
    if event.type == SDL_QUIT.rawValue { isRunning = false }
  }
  let polled = clock.now()

  // One flash per second: half a second up, half a second down.
  let ticks = SDL_GetTicks()
  let phase = Double(ticks % 1000) / 1000
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
  if let lastPresented {
    statistics.intervals.record(nanoseconds: presented - lastPresented)
    // Compares the animation's step in this loop with the step on the display.
    let step = Int64(ticks &- lastTicks) * 1_000_000
    statistics.steps.record(nanoseconds: abs(step - (presented - lastPresented)))
  }
  (lastPresented, lastTicks) = (presented, ticks)
  statistics.builds.record(nanoseconds: drawn - polled)
  statistics.presents.record(nanoseconds: presented - drawn)
  statistics.inputAges.record(nanoseconds: presented - polled)
  statistics.processorShare = Double(SystemClock.processTime()) / Double(presented - start)
}
let seconds = Double((clock.now() - start) / 1_000_000) / 1000
if options.contains("--stats") {
  let text = "statistics   at \(seconds) s: the end of the run\n\(statistics.report)"
  do { try Terminal.show(text, terminator: "") } catch { Terminal.fail(error) }
}
