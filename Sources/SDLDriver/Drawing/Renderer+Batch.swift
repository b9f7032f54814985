// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

extension Renderer {
  /// Draws triangles in one call of SDL, with positions and colours in separate arrays.
  ///
  /// For many things that keep their positions and change their colours: positions are made once,
  /// and four bytes a corner are written each frame. Nothing is copied on the way to SDL, whose
  /// queue keeps its memory.
  ///
  /// Software rendering cuts each corner off to a whole pixel. It fills a rectangle at once where
  /// two triangles in a row make an upright one of one colour, with the indices 0 1 2, 0 2 3 around
  /// its corners: at half the cost of any other order.
  /// - Parameters:
  ///   - positions: A point for each corner.
  ///   - colors: A colour for each corner: as many as `positions`.
  ///   - indices: Three corners a triangle; empty for the corners in their own order.
  /// - Throws: `DriverError.invalidValue` for numbers of colours, corners or indices that do not
  ///   fit each other or SDL, and for a position that is not finite; this or `.callFailed` for an
  ///   index that has no corner. Nothing is drawn then.
  /// C function: SDL_RenderGeometryRaw.
  public mutating func triangles(
    positions: [PixelPoint], colors: [RGBA8], indices: [Int32] = []
  ) throws(DriverError) {
    guard colors.count == positions.count else {
      throw .invalidValue(
        name: "number of colours", value: "\(colors.count)",
        allowed: "that of the corners, \(positions.count)")
    }
    try checkCorners(positions.count, indices)
    guard !positions.isEmpty || !indices.isEmpty else { return }
    let bounds = bounds
    guard positions.allSatisfy({ bounds.takes($0) }) else {
      let vertices = zip(positions, colors).map { Vertex(position: $0, color: $1) }
      return try triangles(vertices, indices: indices)
    }
    SDL_SetRenderDrawBlendMode(
      handle.renderer, Self.areOpaque(colors) ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    let status = positions.withUnsafeBytes { points in
      colors.withUnsafeBytes { colors in
        indices.withUnsafeBufferPointer { indices in
          // Two Floats, and four bytes of red, green, blue and alpha: as SDL has them.
          SDL_RenderGeometryRaw(
            handle.renderer, nil, points.assumingMemoryBound(to: Float.self).baseAddress,
            CInt(MemoryLayout<PixelPoint>.stride),
            colors.assumingMemoryBound(to: SDL_Color.self).baseAddress,
            CInt(MemoryLayout<RGBA8>.stride), nil, 0, CInt(positions.count),
            indices.isEmpty ? nil : UnsafeRawPointer(indices.baseAddress), CInt(indices.count),
            CInt(MemoryLayout<Int32>.stride))
        }
      }
    }
    try SDLDriver.check(
      status, "SDL_RenderGeometryRaw", remedy: "Indices must be below the number of corners")
  }

  /// Hands over to the driver what was drawn so far, as presenting does in any case.
  ///
  /// Software rendering fills the pixels here: to measure what a part of a picture costs.
  /// - Throws: `DriverError.callFailed`, where something drawn since the last picture failed.
  /// C function: SDL_RenderFlush.
  public mutating func flush() throws(DriverError) {
    try SDLDriver.check(
      SDL_RenderFlush(handle.renderer), "SDL_RenderFlush", remedy: drawingRemedy)
  }

  /// Whether no colour lets anything shine through.
  private static func areOpaque(_ colors: [RGBA8]) -> Bool {
    // No early end: the loop without one is a few times as fast where all are opaque.
    colors.withUnsafeBufferPointer { colors in
      var least: UInt8 = 255
      for color in colors { least &= color.alpha }
      return least == 255
    }
  }
}
