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
    if positions.allSatisfy({ bounds.takes($0) }) {
      return try hand(positions, colors, indices)
    }
    let order = indices.isEmpty ? Array(positions.indices) : indices.map { Int($0) }
    // SDL has its own error for an index without a corner.
    guard order.allSatisfy(positions.indices.contains) else {
      return try hand(positions, colors, indices)
    }
    let corners = try bounds.cut(
      order.map { Corner(position: positions[$0], color: colors[$0]) })
    if !corners.isEmpty { try hand(corners.map(\.position), corners.map(\.color), []) }
  }

  private func hand(
    _ positions: [PixelPoint], _ colors: [RGBA8], _ indices: [Int32]
  ) throws(DriverError) {
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

  /// - Throws: `DriverError.invalidValue` for numbers that make no whole triangles, or that SDL
  ///   cannot count, and for an index without a corner where SDL does not look.
  private func checkCorners(_ corners: Int, _ indices: [Int32]) throws(DriverError) {
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
