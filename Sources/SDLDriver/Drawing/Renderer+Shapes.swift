// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

extension Renderer {
  /// Fills one rectangle.
  /// - Throws: `DriverError.invalidValue` for a number that is not finite, and `.callFailed` if SDL
  ///   fails.
  /// C function: SDL_RenderFillRectsF.
  public mutating func fill(_ rect: PixelRect, _ color: RGBA8) throws(DriverError) {
    guard let rect = bounds.takes(rect) ? rect : try bounds.cut(rect) else { return }
    try withUnsafePointer(to: rect) { rect throws(DriverError) in
      try fill(UnsafeBufferPointer(start: rect, count: 1), color)
    }
  }

  /// Fills many rectangles with one colour, in one call of SDL.
  /// - Throws: `DriverError.invalidValue` for a number that is not finite, and `.callFailed` if SDL
  ///   fails. After an error, nothing was drawn.
  /// C function: SDL_RenderFillRectsF.
  public mutating func fill(_ rects: [PixelRect], _ color: RGBA8) throws(DriverError) {
    let bounds = bounds
    var rects = rects
    if !rects.allSatisfy({ bounds.takes($0) }) {
      var cut: [PixelRect] = []
      for rect in rects {
        if let part = bounds.takes(rect) ? rect : try bounds.cut(rect) { cut.append(part) }
      }
      rects = cut
    }
    guard !rects.isEmpty else { return }
    try rects.withUnsafeBufferPointer { rects throws(DriverError) in try fill(rects, color) }
  }

  private func fill(_ rects: UnsafeBufferPointer<PixelRect>, _ color: RGBA8) throws(DriverError) {
    try use(color)
    let isFilled = rects.withMemoryRebound(to: SDL_FRect.self) {
      csdl_fill(handle.renderer, $0.baseAddress, CInt($0.count))
    }
    try check(isFilled, "SDL_RenderFillRectsF")
  }
}
