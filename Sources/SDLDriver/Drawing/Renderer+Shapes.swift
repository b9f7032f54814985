// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

extension Renderer {
  /// Fills one rectangle.
  /// - Throws: `DriverError.invalidValue` for a number that is not finite; `.callFailed`.
  /// C function: SDL_RenderFillRectsF.
  public mutating func fill(_ rect: PixelRect, _ color: RGBA8) throws(DriverError) {
    guard let rect = bounds.takes(rect) ? rect : try bounds.cut(rect) else { return }
    try use(color)
    let status = withUnsafePointer(to: rect) {
      handle.fillRects(UnsafeBufferPointer(start: $0, count: 1))
    }
    try check(status, "SDL_RenderFillRectsF", remedy: drawingRemedy)
  }

  /// Fills many rectangles with one colour, in one call of SDL.
  /// - Throws: `DriverError.invalidValue` for a number that is not finite; `.callFailed`. Nothing
  ///   is drawn then.
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
  /// - Throws: `DriverError.invalidValue` for a number of vertices or indices that three does not
  ///   divide, and for a position that is not finite; this or `.callFailed` for an index that has no
  ///   vertex. Nothing is drawn then.
  /// C function: SDL_RenderGeometry.
  public mutating func triangles(_ vertices: [Vertex], indices: [Int32] = [])
    throws(DriverError)
  {
    try draw(vertices, indices, texture: nil)
  }

  /// Draws triangles filled with a texture, each vertex tinting it with its colour.
  /// - Throws: As without a texture; `DriverError.invalidValue` also for a texture position that is
  ///   not in 0...1, `.callFailed` also for a texture of another renderer.
  /// C function: SDL_RenderGeometry.
  public mutating func triangles(
    _ vertices: [Vertex], indices: [Int32] = [], texture: borrowing Texture
  ) throws(DriverError) {
    for vertex in vertices {
      let (x, y) = (vertex.texturePosition.x, vertex.texturePosition.y)
      for (name, value) in [("x", x), ("y", y)] where !(0...1).contains(value) {
        throw .invalidValue(
          name: "\(name) of a texture position", value: "\(value)", allowed: "in 0...1")
      }
    }
    try draw(vertices, indices, texture: texture.texture)
  }

  /// Draws a line with butt ends.
  /// - Parameters:
  ///   - start: One end, in pixels.
  ///   - end: The other end.
  ///   - thickness: Pixels; positive.
  ///   - color: Blended by its alpha.
  /// - Throws: As `polyline`.
  public mutating func line(
    from start: PixelPoint, to end: PixelPoint, thickness: Float, _ color: RGBA8
  ) throws(DriverError) {
    try polyline([start, end], thickness: thickness, color)
  }

  /// Draws a line through points, with butt ends and mitred corners; sharp corners are cut off.
  ///
  /// Fewer than two different points draw nothing. A translucent line is blended once also at its
  /// corners, unless one is so sharp that its inner side is longer than the line next to it.
  /// - Parameters:
  ///   - points: The ends and corners, in order, in pixels.
  ///   - thickness: Pixels; positive.
  ///   - color: Blended by its alpha.
  /// - Throws: `DriverError.invalidValue` for a point that is not finite, and for a thickness that
  ///   is not above 0 and finite; `.callFailed`.
  public mutating func polyline(_ points: [PixelPoint], thickness: Float, _ color: RGBA8)
    throws(DriverError)
  {
    guard thickness > 0, thickness.isFinite else {
      throw .invalidValue(
        name: "thickness of a line", value: "\(thickness)", allowed: "above 0 and finite")
    }
    for point in points {
      try checkFinite(point.x, "x of a point")
      try checkFinite(point.y, "y of a point")
    }
    // Building in a mesh that is kept saves two allocations a line.
    mesh.build(points, thickness: thickness, color: color)
    guard !mesh.indices.isEmpty else { return }
    try draw(mesh.vertices, mesh.indices, texture: nil)
  }

  private func draw(_ vertices: [Vertex], _ indices: [Int32], texture: OpaquePointer?)
    throws(DriverError)
  {
    try checkCorners(vertices.count, indices)
    let bounds = bounds
    if !vertices.allSatisfy({ bounds.takes($0.position) }),
      indices.allSatisfy({ vertices.indices.contains(Int($0)) })
    {
      let corners = indices.isEmpty ? vertices : indices.map { vertices[Int($0)] }
      try hand(bounds.cut(corners), [], texture)
    } else {
      try hand(vertices, indices, texture)
    }
  }

  private func hand(_ vertices: [Vertex], _ indices: [Int32], _ texture: OpaquePointer?)
    throws(DriverError)
  {
    guard !vertices.isEmpty || !indices.isEmpty else { return }
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

  /// - Throws: `DriverError.invalidValue` for numbers that make no whole triangles, or that SDL
  ///   cannot count, and for an index without a corner where SDL does not look.
  func checkCorners(_ corners: Int, _ indices: [Int32]) throws(DriverError) {
    guard corners <= Int(Int32.max), indices.count <= Int(Int32.max) else {
      throw .invalidValue(
        name: "number of corners or indices", value: "\(max(corners, indices.count))",
        allowed: "at most \(Int32.max)")
    }
    let used = indices.isEmpty ? corners : indices.count
    guard used.isMultiple(of: 3) else {
      throw .invalidValue(
        name: indices.isEmpty ? "number of corners" : "number of indices", value: "\(used)",
        allowed: "divisible by three")
    }
    // SDL answers 0 for fewer than three corners, whatever the indices are.
    guard corners < 3, let wrong = indices.first(where: { $0 < 0 || $0 >= corners }) else { return }
    throw .invalidValue(
      name: "index", value: "\(wrong)", allowed: "below the number of corners, \(corners)")
  }
}

extension RendererHandle {
  fileprivate func fillRects(_ rects: UnsafeBufferPointer<PixelRect>) -> CInt {
    rects.withMemoryRebound(to: SDL_FRect.self) {
      SDL_RenderFillRectsF(renderer, $0.baseAddress, CInt($0.count))
    }
  }
}
