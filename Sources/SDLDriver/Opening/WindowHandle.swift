// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// SDL's window; renderers and textures keep it alive.
final class WindowHandle {
  let window: OpaquePointer
  let session: SessionHandle
  /// The bounds to return to, if this class made the window full screen itself because there is no
  /// window manager; else nil.
  private var frameBefore: SDL_Rect?

  init(_ session: SessionHandle, _ options: WindowOptions) throws(DriverError) {
    for (name, value) in [("width", options.width), ("height", options.height)]
    where !(1...16_384).contains(value) {
      throw .invalidValue(name: "window \(name)", value: "\(value)", allowed: "in 1...16384")
    }
    let room = session.room
    let wanted = PixelSize(width: options.width, height: options.height)
    let size = options.fitsDisplay ? room?.fitting(wanted, options.smallestSize) ?? wanted : wanted
    let middle = csdl_window_position_centered()
    let frame =
      room?.centred(size)
      ?? SDL_Rect(x: middle, y: middle, w: CInt(size.width), h: CInt(size.height))
    guard
      let window = csdl_create_window(
        options.title, frame, options.isResizable, options.isFullscreen)
    else {
      throw .call("SDL_CreateWindow", remedy: "Try a smaller window, or run headless")
    }
    self.window = window
    self.session = session
    // The watch starts before a renderer is made: a missing OpenGL driver also raises an X error.
    WatchedDisplay.watchIfFirst(window)
    if options.isFullscreen {
      if hasNoManager { coverDisplay(goingBackTo: frame) }
    } else if options.fitsDisplay, let room {
      makeRoomForBorders(in: room, options.smallestSize)
    }
  }

  deinit {
    guard !WatchedDisplay.connectionIsLost else { return }
    WatchedDisplay.settle(window)
    SDL_DestroyWindow(window)
  }

  private func has(_ flags: UInt64) -> Bool { UInt64(SDL_GetWindowFlags(window)) & flags != 0 }

  /// The window's bounds, in the desktop's units.
  private var frame: SDL_Rect {
    var frame = SDL_Rect()
    SDL_GetWindowPosition(window, &frame.x, &frame.y)
    SDL_GetWindowSize(window, &frame.w, &frame.h)
    return frame
  }

  var size: PixelSize { frame.size }

  var hasFocus: Bool { has(csdl_focused) }

  var isHidden: Bool { has(csdl_unseen) }

  // MARK: - Full screen

  var isFullscreen: Bool { frameBefore != nil || isFullscreenForSDL }

  func setFullscreen(_ on: Bool) throws(DriverError) {
    guard on != isFullscreen else { return }
    if let frame = frameBefore {
      frameBefore = nil
      setFrame(frame)
    } else if on, hasNoManager {
      coverDisplay(goingBackTo: frame)
    } else {
      try check(
        csdl_set_fullscreen(window, on), "SDL_SetWindowFullscreen", remedy: "Stay in the window")
    }
  }

  private var isFullscreenForSDL: Bool { has(csdl_fullscreen) }

  private var hasNoManager: Bool { csdl_x11_has_no_manager(window) }

  /// Makes the window cover its display, as a window manager would.
  private func coverDisplay(goingBackTo frame: SDL_Rect) {
    var display = SDL_Rect()
    guard csdl_display_bounds(window, &display) else { return }
    // Without this call, SDL would assume a full-screen size that the window does not have.
    if isFullscreenForSDL { _ = csdl_set_fullscreen(window, false) }
    frameBefore = frame
    setFrame(display)
  }

  private func setFrame(_ frame: SDL_Rect) {
    SDL_SetWindowSize(window, frame.w, frame.h)
    SDL_SetWindowPosition(window, frame.x, frame.y)
  }

  /// Makes the window smaller if the frame that the window manager draws around it does not fit.
  private func makeRoomForBorders(in room: SDL_Rect, _ smallest: PixelSize) {
    // The window manager reports the borders in one of the first events.
    SDL_PumpEvents()
    var (top, left, bottom, right): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    guard SDL_GetWindowBordersSize(window, &top, &left, &bottom, &right).isSuccess else { return }
    let inside = SDL_Rect(
      x: room.x + left, y: room.y + top, w: max(1, room.w - left - right),
      h: max(1, room.h - top - bottom))
    let fitting = inside.fitting(size, smallest)
    if fitting != size { setFrame(inside.centred(fitting)) }
  }
}
