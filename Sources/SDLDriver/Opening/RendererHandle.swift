// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The renderer of a window.
public enum RendererChoice: Hashable, Sendable {
  /// The graphics processor if presenting really waits for the display, otherwise the software
  /// renderer if that costs less.
  ///
  /// The environment variable `SDL_RENDER_DRIVER` overrides the choice.
  case automatic
  /// The graphics processor, or the software renderer if there is none.
  case accelerated
  /// The software renderer.
  case software
}

/// SDL's renderer; textures keep it alive.
final class RendererHandle {
  let renderer: OpaquePointer
  let window: WindowHandle
  /// "software", "opengl", "opengles2".
  let name: String
  /// Whether presenting waits for the display through the driver's swap interval.
  ///
  /// SDL's simulated vsync does not count: it sleeps for whole milliseconds, which gives 62.5 Hz
  /// instead of 60.
  let hasSwapControl: Bool
  let maximumTextureSize: Int

  init(_ choice: RendererChoice, in window: WindowHandle) throws(DriverError) {
    let wanted =
      switch choice {
      case .automatic: DR_SDL_BEST_RENDERER
      case .accelerated: DR_SDL_ACCELERATED_RENDERER
      case .software: DR_SDL_SOFTWARE_RENDERER
      }
    guard let renderer = dr_sdl_choose_renderer(window.window, wanted) else {
      throw Self.failure(in: window)
    }
    self.renderer = renderer
    self.window = window
    name = String(cString: dr_sdl_renderer_name(renderer))
    hasSwapControl = dr_sdl_has_swap_control(renderer) != 0
    // 0 means that no limit is known; SDL's own surfaces are limited to 2^31 bytes each.
    let limit = Int(csdl_maximum_texture_size(renderer))
    maximumTextureSize = limit > 0 ? limit : 16_384
    // With vsync on, SDL's simulated vsync would sleep in addition to the loop's own pacing.
    if !hasSwapControl, name != "software" { dr_sdl_set_vsync(renderer, 0) }
  }

  deinit {
    if !WatchedDisplay.connectionIsLost { SDL_DestroyRenderer(renderer) }
  }

  /// The error for a missing renderer.
  ///
  /// A different renderer helps only if SDL knows the window's pixel format.
  private static func failure(in window: WindowHandle) -> DriverError {
    let remedy = "Ask for another renderer, or unset SDL_RENDER_DRIVER"
    let error = DriverError.call("SDL_CreateRenderer", remedy: remedy)
    guard !csdl_knows_pixels(window.window) else { return error }
    return .unsuitableDisplay(
      detail: "SDL knows no format for its pixels, for example if they have 8 bits and a palette")
  }
}
