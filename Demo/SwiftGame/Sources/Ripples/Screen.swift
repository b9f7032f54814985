// SPDX-License-Identifier: Apache-2.0

import CGameSDL
import RepeatTiming

/// A window with tiles, straight from SDL.
final class Screen {
  private let window: OpaquePointer
  private let renderer: OpaquePointer
  private let begin = SDL_GetPerformanceCounter()

  static let columns = 32
  static let rows = 18
  private static let tile: Float = 30

  init?(title: String) {
    SDL_SetMainReady()
    let middle = game_window_centered()
    let (width, height) = (Int32(Self.columns) * 30, Int32(Self.rows) * 30)
    guard SDL_Init(SDL_INIT_VIDEO) == 0,
      let window = SDL_CreateWindow(title, middle, middle, width, height, 0),
      let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
    else { return nil }
    self.window = window
    self.renderer = renderer
  }

  deinit {
    SDL_DestroyRenderer(renderer)
    SDL_DestroyWindow(window)
    SDL_Quit()
  }

  /// What SDL says that went wrong.
  static var problem: String { String(cString: SDL_GetError()) }

  /// Seconds since the window opened.
  var time: Double {
    Double(SDL_GetPerformanceCounter() - begin) / Double(SDL_GetPerformanceFrequency())
  }

  /// How often a key or the mouse was pressed since the last frame; nil where the player leaves.
  func presses() -> Int? {
    var event = SDL_Event()
    var count = 0
    while SDL_PollEvent(&event) != 0 {
      switch SDL_EventType(event.type) {
      case SDL_QUIT: return nil
      case SDL_KEYDOWN where event.key.keysym.sym == Int32(SDLK_ESCAPE.rawValue): return nil
      case SDL_KEYDOWN where event.key.repeat == 0: count += 1
      case SDL_MOUSEBUTTONDOWN: count += 1
      default: break
      }
    }
    return count
  }

  /// Shows a colour for each tile.
  func show(_ color: (_ column: Int, _ row: Int) -> Color) {
    SDL_SetRenderDrawColor(renderer, 4, 9, 16, 255)
    SDL_RenderClear(renderer)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let bytes = color(column, row).sRGB8
        SDL_SetRenderDrawColor(renderer, bytes.red, bytes.green, bytes.blue, 255)
        var box = SDL_FRect(
          x: Float(column) * Self.tile + 1, y: Float(row) * Self.tile + 1, w: Self.tile - 2,
          h: Self.tile - 2)
        SDL_RenderFillRectF(renderer, &box)
      }
    }
    SDL_RenderPresent(renderer)
  }
}
