// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

extension Renderer {
  /// Fills one rectangle.
  /// - Throws: `DriverError.callFailed`.
  /// C function: SDL_RenderFillRectsF.
  public mutating func fill(_ rect: PixelRect, _ color: RGBA8) throws(DriverError) {
    guard !rect.isEmpty else { return }
    try use(color)
    let status = withUnsafePointer(to: rect) {
      handle.fillRects(UnsafeBufferPointer(start: $0, count: 1))
    }
    try check(status, "SDL_RenderFillRectsF", remedy: drawingRemedy)
  }

  /// Fills many rectangles with one colour, in one call of SDL.
  /// - Throws: `DriverError.callFailed`.
  /// C function: SDL_RenderFillRectsF.
  public mutating func fill(_ rects: [PixelRect], _ color: RGBA8) throws(DriverError) {
    // SDL's software renderer draws a pixel of an empty rectangle too.
    let rects = rects.contains(where: \.isEmpty) ? rects.filter { !$0.isEmpty } : rects
    guard !rects.isEmpty else { return }
    try use(color)
    try check(
      rects.withUnsafeBufferPointer(handle.fillRects), "SDL_RenderFillRectsF",
      remedy: drawingRemedy)
  }

  /// Draws triangles: three vertices each, or three indices into `vertices` each.
  ///
  /// Software rendering cuts each vertex off to a whole pixel.
  /// - Parameters:
  ///   - vertices: Points in pixels, with colours.
  ///   - indices: Empty, the default, for the vertices in their own order.
  /// - Throws: `DriverError.callFailed`, also for an index that has no vertex.
  /// - Precondition: The number of indices, or else of vertices, is divisible by three.
  /// C function: SDL_RenderGeometry.
  public mutating func triangles(_ vertices: [Vertex], indices: [Int32] = [])
    throws(DriverError)
  {
    try draw(vertices, indices, texture: nil)
  }

  /// Draws triangles filled with a texture, each vertex tinting it with its colour.
  /// - Throws: `DriverError.callFailed`, also for an index that has no vertex and for a texture of
  ///   another renderer.
  /// - Precondition: The number of indices, or else of vertices, is divisible by three.
  /// C function: SDL_RenderGeometry.
  public mutating func triangles(
    _ vertices: [Vertex], indices: [Int32] = [], texture: borrowing Texture
  ) throws(DriverError) {
    try draw(vertices, indices, texture: texture.texture)
  }

  /// Draws a line with butt ends.
  /// - Parameters:
  ///   - start: One end, in pixels.
  ///   - end: The other end.
  ///   - thickness: Pixels; positive.
  ///   - color: Blended by its alpha.
  /// - Throws: `DriverError.callFailed`.
  public mutating func line(
    from start: PixelPoint, to end: PixelPoint, thickness: Float, _ color: RGBA8
  ) throws(DriverError) {
    try polyline([start, end], thickness: thickness, color)
  }

  /// Draws a line through points, with butt ends and mitred corners; sharp corners are cut off.
  ///
  /// Fewer than two different points draw nothing.
  /// - Parameters:
  ///   - points: The ends and corners, in order, in pixels.
  ///   - thickness: Pixels; positive.
  ///   - color: Blended by its alpha.
  /// - Throws: `DriverError.callFailed`.
  /// - Precondition: `thickness` is positive and finite.
  public mutating func polyline(_ points: [PixelPoint], thickness: Float, _ color: RGBA8)
    throws(DriverError)
  {
    // Building in a mesh that is kept saves two allocations a line.
    mesh.build(points, thickness: thickness, color: color)
    guard !mesh.indices.isEmpty else { return }
    try draw(mesh.vertices, mesh.indices, texture: nil)
  }

  private func draw(_ vertices: [Vertex], _ indices: [Int32], texture: OpaquePointer?)
    throws(DriverError)
  {
    let corners = indices.isEmpty ? vertices.count : indices.count
    precondition(corners % 3 == 0, "\(corners) corners do not make whole triangles")
    guard corners > 0 else { return }
    let isOpaque = vertices.allSatisfy { $0.color.alpha == 255 }
    SDL_SetRenderDrawBlendMode(
      handle.renderer, isOpaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    let status = vertices.withUnsafeBufferPointer { vertices in
      vertices.withMemoryRebound(to: SDL_Vertex.self) { vertices in
        indices.withUnsafeBufferPointer { indices in
          SDL_RenderGeometry(
            handle.renderer, texture, vertices.baseAddress, CInt(vertices.count),
            indices.isEmpty ? nil : indices.baseAddress, CInt(indices.count))
        }
      }
    }
    try check(
      status, "SDL_RenderGeometry",
      remedy: "Indices must be below the number of vertices, textures of the same renderer")
  }
}

extension RendererHandle {
  fileprivate func fillRects(_ rects: UnsafeBufferPointer<PixelRect>) -> CInt {
    rects.withMemoryRebound(to: SDL_FRect.self) {
      SDL_RenderFillRectsF(renderer, $0.baseAddress, CInt($0.count))
    }
  }
}
