// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
internal import Glibc

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

  static func open(
    _ choice: RendererChoice, in window: WindowHandle
  ) throws(DriverError) -> RendererHandle {
    let driver = window.session.videoDriver
    let named = SDL_GetHint(SDL_HINT_RENDER_DRIVER).map { String(cString: $0) } ?? ""
    let isNamed = !named.isEmpty && named != "software"
    let prefersSoftware =
      switch driver {
      case _ where named == "software": true
      case "x11": !hasGraphicsDevice()
      case "wayland", "KMSDRM": false
      default: true
      }
    switch choice {
    case .software: return try openSoftware(window, driver)
    case .automatic where prefersSoftware && !isNamed: return try openSoftware(window, driver)
    case .automatic where !isNamed:
      let accelerated = try? openAccelerated(window, named: false)
      if let accelerated, accelerated.hasSwapControl || driver != "x11" { return accelerated }
    case .automatic, .accelerated: return try openAccelerated(window, named: isNamed)
    }
    // The accelerated renderer has been released by now; a window can have only one renderer.
    return try openSoftware(window, driver)
  }

  private init(_ renderer: OpaquePointer, in window: WindowHandle) {
    self.renderer = renderer
    self.window = window
    name = String(cString: dr_sdl_renderer_name(renderer))
    hasSwapControl = dr_sdl_has_swap_control(renderer) != 0
    // 0 means that no limit is known; SDL's own surfaces are limited to 2^31 bytes each.
    let limit = Int(csdl_maximum_texture_size(renderer))
    maximumTextureSize = limit > 0 ? limit : 16_384
  }

  deinit {
    if !connectionIsLost { SDL_DestroyRenderer(renderer) }
  }

  private static func openAccelerated(
    _ window: WindowHandle, named: Bool
  ) throws(DriverError) -> RendererHandle {
    guard let renderer = dr_sdl_open_renderer(window.window, 0, named ? 1 : 0) else {
      throw failure(in: window, remedy: "Ask for the software renderer")
    }
    let opened = RendererHandle(renderer, in: window)
    // With vsync on, SDL's simulated vsync would sleep in addition to the loop's own pacing.
    if !opened.hasSwapControl { dr_sdl_set_vsync(renderer, 0) }
    return opened
  }

  private static func openSoftware(
    _ window: WindowHandle, _ driver: String
  ) throws(DriverError) -> RendererHandle {
    // By default, SDL shows a software picture on X11 through an OpenGL texture, which takes 10 %
    // of a core instead of 0.5 %. On Wayland, SDL has no other way.
    if driver == "x11" { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
    guard let renderer = dr_sdl_open_renderer(window.window, 1, 0) else {
      throw failure(in: window, remedy: "Ask for the accelerated renderer")
    }
    return RendererHandle(renderer, in: window)
  }

  /// The error for a missing renderer.
  ///
  /// A different renderer helps only if SDL knows the window's pixel format.
  private static func failure(in window: WindowHandle, remedy: String) -> DriverError {
    let error = DriverError.call("SDL_CreateRenderer", remedy: remedy)
    guard !csdl_knows_pixels(window.window) else { return error }
    return .unsuitableDisplay(
      detail: "SDL knows no format for its pixels, for example if they have 8 bits and a palette")
  }

  /// Whether Linux lists a graphics device.
  ///
  /// This is checked first, because opening an emulated OpenGL takes longer than the rest of the
  /// start.
  private static func hasGraphicsDevice() -> Bool {
    let paths: [String] = ["/dev/dri", "/dev/nvidiactl", "/dev/dxg"]
    return paths.contains { access($0, F_OK) == 0 }
  }
}
