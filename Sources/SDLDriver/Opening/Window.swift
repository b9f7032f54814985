// SPDX-License-Identifier: Apache-2.0

internal import CSDL2
public import FramePacing

/// The options of a new window.
public struct WindowOptions: Hashable, Sendable {
  /// The title, UTF-8.
  public var title: String
  /// Width in the desktop's units, 1 to 16384; default 960.
  public var width = 960
  /// Height in the desktop's units, 1 to 16384; default 540, so that a window is a quarter of full
  /// HD.
  public var height = 540
  /// Whether the user may resize the window; default yes.
  public var isResizable = true
  /// Whether the window starts in full-screen mode; default no.
  public var isFullscreen = false
  /// Whether a window that does not fit on the display is opened smaller, with the same
  /// proportions; default yes, because the parts outside the display cannot be seen.
  ///
  /// `Window.size` is the resulting size. The option has no effect in a headless session.
  public var fitsDisplay = true
  /// The size below which `fitsDisplay` makes no window, even if its proportions change; default
  /// 1 x 1.
  public var smallestSize = PixelSize(width: 1, height: 1)
  /// The renderer; default: the best for the display.
  public var renderer = RendererChoice.automatic

  /// Options with the defaults above.
  public init(title: String) {
    self.title = title
  }
}

/// A window and the renderer that draws in it.
///
/// The window is closed when the value ends. It belongs to the thread that made it. Its loop is
/// `run`.
public struct Window: ~Copyable {
  let handle: WindowHandle
  let pump: EventPump

  /// Draws in this window.
  public var renderer: Renderer

  /// The statistics of the running loop, or of the last loop.
  public internal(set) var statistics = FrameStatistics()

  /// The source of the rate of the running loop, or of the last loop; nil before the first.
  package internal(set) var pacingMode: PacingMode?

  /// Opens a window in the middle of the usable part of the first display.
  /// - Throws: `DriverError.invalidValue` for a size out of range, `.unsuitableDisplay` for a
  ///   display of 8 or fewer bits per pixel, and `.callFailed` if SDL fails.
  /// C functions: SDL_GetDisplayUsableBounds, SDL_CreateWindow, SDL_CreateRenderer.
  public init(_ session: borrowing Session, _ options: WindowOptions) throws(DriverError) {
    let handle = try WindowHandle(session.handle, options)
    renderer = try Renderer(opening: options.renderer, in: handle)
    pump = EventPump(handle)
    self.handle = handle
  }

  /// The size in the desktop's units; `renderer.outputSize` has it in pixels.
  public var size: PixelSize { handle.size }

  /// The rate that the display reports, nil if it reports none.
  ///
  /// The rate is a hint: displays round it, and some compositors present at another rate.
  /// C functions: SDL_GetWindowDisplayMode, SDL_GetCurrentDisplayMode.
  public var displayRate: FrameRate? {
    FrameRate(nearest: dr_sdl_display_hz(handle.window))
  }

  /// Whether the user asked to close the window while another window's loop ran.
  ///
  /// The next `run` of this window then ends at once.
  public var isCloseRequested: Bool { pump.isCloseRequested }

  /// Whether the window fills the screen.
  public var isFullscreen: Bool { handle.isFullscreen }

  /// Switches between a window and full screen at the desktop's resolution.
  ///
  /// X11 without a window manager ignores SDL's request, so the window is moved and resized to
  /// cover the display.
  /// - Throws: `DriverError.callFailed`.
  /// C functions: SDL_SetWindowFullscreen; SDL_SetWindowPosition and SDL_SetWindowSize.
  public mutating func setFullscreen(_ on: Bool) throws(DriverError) {
    try handle.setFullscreen(on)
    renderer.updateOutputSize()
  }
}
