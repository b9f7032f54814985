// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
public import FramePacing

/// How a window is to be opened.
public struct WindowOptions: Hashable, Sendable {
  /// The title, UTF-8.
  public var title: String
  /// Width in the desktop's units, 1 to 16384; default 960.
  public var width = 960
  /// Height in the desktop's units, 1 to 16384; default 540: with 960 a quarter of full HD.
  public var height = 540
  /// Whether the user may resize it; default yes.
  public var isResizable = true
  /// Whether it starts as a full screen; default no.
  public var isFullscreen = false
  /// What draws; default: what fits the display best.
  public var renderer = RendererChoice.automatic

  /// Options with the defaults above.
  public init(title: String) {
    self.title = title
  }
}

/// A window and the renderer that draws in it; closed when the value ends.
///
/// It belongs to the thread that made it. Its loop is `run`.
public struct Window: ~Copyable {
  let handle: WindowHandle
  var pump: EventPump

  /// Draws in this window.
  public var renderer: Renderer

  /// Intervals between the pictures of the running loop, or of the last one.
  public internal(set) var statistics = FrameStatistics()

  /// What holds the running loop, or the last one, to its rate; nil before the first.
  public internal(set) var pacingMode: PacingMode?

  /// Opens a window in the middle of the display.
  /// - Throws: `DriverError.invalidValue` for a size out of range, `.callFailed`.
  /// C functions: SDL_CreateWindow, SDL_CreateRenderer.
  public init(_ session: borrowing Session, _ options: WindowOptions) throws(DriverError) {
    let handle = try WindowHandle(session.handle, options)
    renderer = try Renderer(opening: options.renderer, in: handle)
    pump = EventPump(session: session.handle)
    self.handle = handle
  }

  /// The size in the desktop's units; `renderer.outputSize` has it in pixels.
  public var size: PixelSize { handle.size }

  /// The rate that the display reports, nil where it reports none.
  ///
  /// A hint: displays round it, and some compositors keep another one.
  /// C functions: SDL_GetWindowDisplayMode, SDL_GetCurrentDisplayMode.
  public var displayRate: FrameRate? {
    var mode = SDL_DisplayMode()
    let display = SDL_GetWindowDisplayIndex(handle.window)
    guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0 else { return nil }
    return FrameRate(nearest: Double(mode.refresh_rate))
  }

  /// Whether the window fills the screen.
  public var isFullscreen: Bool {
    handle.flags & SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue != 0
  }

  /// Fills the screen, at the desktop's resolution, or goes back to a window.
  /// - Throws: `DriverError.callFailed`.
  /// C function: SDL_SetWindowFullscreen.
  public mutating func setFullscreen(_ on: Bool) throws(DriverError) {
    try check(
      SDL_SetWindowFullscreen(handle.window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0),
      "SDL_SetWindowFullscreen", remedy: "Stay in the window")
    renderer.updateOutputSize()
  }

  /// Changes the title.
  public mutating func setTitle(_ title: String) {
    SDL_SetWindowTitle(handle.window, title)
  }
}

/// SDL's window; renderers and textures keep it alive.
final class WindowHandle {
  let window: OpaquePointer
  let session: SessionHandle

  init(_ session: SessionHandle, _ options: WindowOptions) throws(DriverError) {
    for (name, value) in [("width", options.width), ("height", options.height)]
    where !(1...16_384).contains(value) {
      throw .invalidValue(name: "window \(name)", value: "\(value)", allowed: "in 1...16384")
    }
    var flags = SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
    if options.isFullscreen { flags |= SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue }
    let middle = csdl_window_position_centered()
    guard
      let window = SDL_CreateWindow(
        options.title, middle, middle, CInt(options.width), CInt(options.height), flags)
    else {
      throw .call("SDL_CreateWindow", remedy: "Try a smaller window, or run headless")
    }
    self.window = window
    self.session = session
  }

  deinit {
    guard !connectionIsLost else { return }
    SDL_DestroyWindow(window)
    session.settle()
  }

  var flags: UInt32 { SDL_GetWindowFlags(window) }

  var size: PixelSize {
    var width: CInt = 0
    var height: CInt = 0
    SDL_GetWindowSize(window, &width, &height)
    return PixelSize(width: Int(width), height: Int(height))
  }

  var hasFocus: Bool { flags & SDL_WINDOW_INPUT_FOCUS.rawValue != 0 }

  var isHidden: Bool {
    flags & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) != 0
  }
}
