// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

extension Renderer {
  /// Draws triangles in one call of SDL, with positions and colours in separate arrays.
  ///
  /// This method suits many shapes with fixed positions and changing colours: the positions are
  /// made once, and each frame writes four bytes per corner. SDL gets the arrays without a copy,
  /// and SDL's queue reuses its memory.
  ///
  /// The software renderer truncates each corner to a whole pixel. If two consecutive triangles
  /// form an upright rectangle of one colour, and their indices are 0 1 2, 0 2 3 around the
  /// rectangle's corners, the software renderer draws them as one rectangle, at half the cost.
  /// - Parameters:
  ///   - positions: A point for each corner.
  ///   - colors: A colour for each corner; as many as `positions`.
  ///   - indices: Three corners per triangle; empty to use the corners in order.
  /// - Throws: `DriverError.invalidValue` if the counts of colours, corners or indices do not match
  ///   or exceed SDL's range, or a position is not finite; `.invalidValue` or `.callFailed` if an
  ///   index has no corner. After an error, nothing was drawn.
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
      return try submit(positions, colors, indices)
    }
    let order = indices.isEmpty ? Array(positions.indices) : indices.map { Int($0) }
    // SDL itself reports an index without a corner.
    guard order.allSatisfy(positions.indices.contains) else {
      return try submit(positions, colors, indices)
    }
    let corners = try bounds.cut(
      order.map { Corner(position: positions[$0], color: colors[$0]) })
    if !corners.isEmpty { try submit(corners.map(\.position), corners.map(\.color), []) }
  }

  private func submit(
    _ positions: [PixelPoint], _ colors: [RGBA8], _ indices: [Int32]
  ) throws(DriverError) {
    SDL_SetRenderDrawBlendMode(
      handle.renderer, Self.areOpaque(colors) ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    let status = positions.withUnsafeBytes { points in
      colors.withUnsafeBytes { colors in
        indices.withUnsafeBufferPointer { indices in
          // SDL's layout: two Floats, and four bytes of red, green, blue and alpha.
          csdl_triangles(
            handle.renderer, points.assumingMemoryBound(to: Float.self).baseAddress,
            colors.assumingMemoryBound(to: SDL_Color.self).baseAddress, CInt(positions.count),
            indices.isEmpty ? nil : indices.baseAddress, CInt(indices.count))
        }
      }
    }
    try SDLDriver.check(
      status, "SDL_RenderGeometryRaw", remedy: "Indices must be below the number of corners")
  }

  /// - Throws: `DriverError.invalidValue` for a count that is not divisible by three or exceeds
  ///   SDL's range, and for an invalid index that SDL does not check.
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
    // For fewer than three corners, SDL reports success without checking the indices.
    guard corners < 3, let wrong = indices.first(where: { $0 < 0 || $0 >= corners }) else { return }
    throw .invalidValue(
      name: "index", value: "\(wrong)", allowed: "below the number of corners, \(corners)")
  }

  /// Whether all colours are opaque.
  private static func areOpaque(_ colors: [RGBA8]) -> Bool {
    // There is no early exit, because it would make the loop a few times slower if all are opaque.
    colors.withUnsafeBufferPointer { colors in
      var least: UInt8 = 255
      for color in colors { least &= color.alpha }
      return least == 255
    }
  }
}
