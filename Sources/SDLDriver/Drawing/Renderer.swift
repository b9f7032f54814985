// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// Draws in a window.
///
/// All coordinates are pixels of the output, also on high-density displays.
/// Colours with an alpha below 255 are blended with the picture. Drawing outside the output is
/// clipped. After `present`, the picture's contents are undefined, so begin each frame with
/// `clear`.
public struct Renderer: ~Copyable {
  let handle: RendererHandle

  /// The output's size in pixels; the loop updates it before each frame.
  public private(set) var outputSize = PixelSize(width: 1, height: 1)

  /// Pixels per unit of the desktop: 1, or 2 on a high-density display.
  public private(set) var pixelDensity: Float = 1

  var bounds: OutputBounds { OutputBounds(outputSize) }

  init(opening choice: RendererChoice, in window: WindowHandle) throws(DriverError) {
    handle = try RendererHandle(choice, in: window)
    updateOutputSize()
  }

  /// SDL's name of the renderer: "software", "opengl", "opengles2".
  public var name: String { handle.name }

  /// Whether presenting waits for the display through the driver's swap interval.
  package var hasSwapControl: Bool { handle.hasSwapControl }

  mutating func updateOutputSize() {
    var width: CInt = 0
    var height: CInt = 0
    let window = handle.window.size
    if csdl_output_size(handle.renderer, &width, &height) {
      outputSize = PixelSize(width: Int(width), height: Int(height))
    } else {
      // SDL briefly reports no surface while a window changes; the window's size is known even
      // then.
      outputSize = window
    }
    pixelDensity = window.width > 0 ? Float(outputSize.width) / Float(window.width) : 1
  }

  /// Fills the whole output.
  /// - Throws: `DriverError.callFailed`.
  /// C function: SDL_RenderClear.
  public mutating func clear(_ color: RGBA8) throws(DriverError) {
    try use(color)
    try check(SDL_RenderClear(handle.renderer), "SDL_RenderClear")
  }

  /// Shows the drawn picture; with real vsync, this call waits for the display.
  ///
  /// The loop presents after each frame, so only programs without the loop call this method.
  /// - Throws: `DriverError.callFailed`, also if an earlier drawing call of this picture failed.
  /// C functions: SDL_RenderFlush, SDL_RenderPresent.
  public mutating func present() throws(DriverError) {
    // SDL_RenderPresent returns no status; the flush before it reports failed drawing.
    try flush()
    SDL_RenderPresent(handle.renderer)
  }

  /// Submits the queued drawing to the driver.
  ///
  /// The software renderer fills the pixels in this call.
  mutating func flush() throws(DriverError) {
    try check(csdl_flush(handle.renderer), "SDL_RenderFlush")
  }

  /// Switches waiting for the display on or off; has no effect without real vsync.
  mutating func setWaitsForDisplay(_ on: Bool) {
    // If the driver cannot switch, the loop's timer still keeps the rate.
    if handle.hasSwapControl { dr_sdl_set_vsync(handle.renderer, on ? 1 : 0) }
  }

  /// Sets SDL's colour, and turns on blending only if needed, because opaque fills are much faster.
  func use(_ color: RGBA8) throws(DriverError) {
    SDL_SetRenderDrawBlendMode(
      handle.renderer, color.alpha == 255 ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    try check(
      SDL_SetRenderDrawColor(handle.renderer, color.red, color.green, color.blue, color.alpha),
      "SDL_SetRenderDrawColor")
  }
}
