// SPDX-License-Identifier: Apache-2.0

import CSDL2
import FramePacing

/// A loop straight on SDL, to compare ours with.
enum ControlLoop {
  /// That of `plain-loop`: SDL_RENDERER_PRESENTVSYNC is trusted to hold the rate.
  case plain
  /// The least that meets deadlines: sleeps to 0.1 ms before each sixtieth of a second, watches the
  /// clock up to it, draws by the cheapest way to an X server. What it misses, the machine
  /// does.
  case bare

  /// Draws a square that the space key changes, until its window is closed.
  /// - Parameter frameLimit: So many frames at most; the interval's figures are printed then.
  func run(frameLimit: Int) -> Int32 {
    SDL_SetMainReady()
    if self == .bare { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
    guard SDL_Init(SDL_INIT_VIDEO) == 0,
      let window = SDL_CreateWindow(
        "Loop probe", csdl_window_position_centered(), csdl_window_position_centered(), 640, 480,
        0),
      let renderer = SDL_CreateRenderer(window, -1, flags.rawValue)
    else {
      report("SDL failed: \(String(cString: SDL_GetError()))")
      return 1
    }
    let clock = SystemClock()
    SystemClock.sharpenThisThread()
    var statistics = FrameStatistics()
    var level: UInt8 = 0
    var lastPresented: Int64?
    let start = clock.now()
    for number in 0..<frameLimit {
      if self == .bare {
        let deadline = start + FrameRate.sixty.nanoseconds(toFrame: Int64(number))
        clock.sleep(until: deadline - 100_000)
        clock.spin(until: deadline)
      }
      var event = SDL_Event()
      while SDL_PollEvent(&event) != 0 {
        if event.type == SDL_QUIT.rawValue { return 0 }
        let isPress = event.type == SDL_KEYDOWN.rawValue && event.key.repeat == 0
        let isSpace = event.key.keysym.sym == SDL_Keycode(SDLK_SPACE.rawValue)
        if isPress, isSpace { level = 255 - level }
      }
      draw(level, renderer)
      SDL_RenderPresent(renderer)
      let presented = clock.now()
      if let lastPresented { statistics.record(nanoseconds: presented - lastPresented) }
      lastPresented = presented
      if number == 0 { report("frame 0: \(self)") }
    }
    report(statistics.report)
    return 0
  }

  private var flags: SDL_RendererFlags {
    self == .bare ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_PRESENTVSYNC
  }

  private func draw(_ level: UInt8, _ renderer: OpaquePointer) {
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
    SDL_RenderClear(renderer)
    SDL_SetRenderDrawColor(renderer, level, level, level, 255)
    var square = SDL_Rect(x: 220, y: 140, w: 200, h: 200)
    SDL_RenderFillRect(renderer, &square)
  }
}
