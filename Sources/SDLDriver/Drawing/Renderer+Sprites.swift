// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// One copy of a part of a texture onto the output.
public struct Sprite: Hashable, Sendable {
  /// The part of the texture to draw, clipped to the texture; nil for the whole texture.
  public var source: PixelRegion?
  /// The destination on the output.
  ///
  /// The part is stretched to fill it.
  public var destination: PixelRect
  /// The colour with which each pixel is multiplied, including alpha.
  ///
  /// White changes nothing.
  public var tint: RGBA8

  /// A sprite; by default the whole texture, in its own colours.
  public init(source: PixelRegion? = nil, destination: PixelRect, tint: RGBA8 = .white) {
    self.source = source
    self.destination = destination
    self.tint = tint
  }
}

extension Renderer {
  /// Draws parts of one texture in order, for example text from a glyph texture.
  ///
  /// OpenGL draws the sprites in one batch; consecutive sprites of equal tint are cheapest. A
  /// sprite is not drawn unless its destination's width and height are positive. If the destination
  /// has more than about four times the pixels of the output, the edges of its visible part are
  /// rounded to whole pixels, and a texture pixel that is wider or higher than half the output is
  /// drawn as a crisp block.
  /// - Throws: `DriverError.invalidValue` for a destination that is not finite, and `.callFailed`
  ///   if SDL fails or the texture is of another renderer. The sprites before the invalid one are
  ///   drawn.
  /// C function: SDL_RenderCopyF.
  public mutating func draw(_ texture: borrowing Texture, _ sprites: [Sprite])
    throws(DriverError)
  {
    var tint: RGBA8?
    let whole = PixelRegion(x: 0, y: 0, width: texture.size.width, height: texture.size.height)
    for sprite in sprites {
      if tint != sprite.tint { try use(tint: sprite.tint, texture.texture) }
      tint = sprite.tint
      let target = sprite.destination
      let isSimple = bounds.takes(target) && isSmall(target)
      if !isSimple, try bounds.cut(target) == nil { continue }
      guard let source = SDL_Rect(sprite.source ?? whole, in: texture.size) else { continue }
      if isSimple {
        try copy(texture.texture, source, target)
      } else {
        try copyParts(texture.texture, source, target)
      }
    }
  }

  /// Whether a destination is small enough for SDL to scale the whole texture to it.
  private func isSmall(_ target: PixelRect) -> Bool {
    target.width * target.height <= 4 * bounds.width * bounds.height + 65_536
  }

  private func use(tint: RGBA8, _ texture: csdl_texture) throws(DriverError) {
    try check(
      SDL_SetTextureColorMod(texture, tint.red, tint.green, tint.blue), "SDL_SetTextureColorMod")
    try check(
      SDL_SetTextureAlphaMod(texture, tint.alpha), "SDL_SetTextureAlphaMod")
  }

  private func copy(_ texture: csdl_texture, _ source: SDL_Rect, _ target: PixelRect)
    throws(DriverError)
  {
    let destination = SDL_FRect(x: target.x, y: target.y, w: target.width, h: target.height)
    try check(
      csdl_copy(handle.renderer, texture, source, destination), "SDL_RenderCopyF",
      remedy: "Draw textures with the renderer that made them")
  }

  /// Copies only the visible pixels of a texture.
  ///
  /// If texture pixels are small on the output, they are copied in one part. If a few texture
  /// pixels fill the output, each one is copied and clipped separately.
  private func copyParts(_ texture: csdl_texture, _ source: SDL_Rect, _ target: PixelRect)
    throws(DriverError)
  {
    let across = TexelSpan(source.x, source.w, target.x, target.width, output: bounds.width)
    let down = TexelSpan(source.y, source.h, target.y, target.height, output: bounds.height)
    for column in across.parts {
      for row in down.parts {
        let (x, y) = (across.edges(of: column), down.edges(of: row))
        guard x.end > x.start, y.end > y.start else { continue }
        try copy(
          texture,
          SDL_Rect(
            x: CInt(column.lowerBound), y: CInt(row.lowerBound), w: CInt(column.count),
            h: CInt(row.count)),
          PixelRect(x: x.start, y: y.start, width: x.end - x.start, height: y.end - y.start))
      }
    }
  }
}

/// The visible pixels of a texture along one axis of the output.
private struct TexelSpan {
  /// The ranges of visible pixels: a single range, or one per pixel if a single one would be far
  /// larger than the output.
  let parts: [Range<Int>]
  private let first: Int
  private let start: Double
  /// Output pixels per texture pixel.
  private let scale: Double
  private let output: Double

  init(_ first: CInt, _ count: CInt, _ start: Float, _ length: Float, output: Float) {
    self.first = Int(first)
    self.start = Double(start)
    self.output = Double(output)
    scale = Double(length) / Double(count)
    // `low` is below `count` and `high` is above 0, because the destination is partly on the
    // output.
    let low = (max(0, -self.start) / scale).rounded(.down)
    let high = ((self.output - self.start) / scale).rounded(.up)
    let shown = self.first + Int(low)..<self.first + Int(min(high, Double(count)))
    parts = scale > self.output / 2 ? shown.map { $0..<$0 + 1 } : [shown]
  }

  /// The rounded edges of a range of pixels on the output; a range of one pixel is clipped to the
  /// output.
  func edges(of part: Range<Int>) -> (start: Float, end: Float) {
    let low = (start + Double(part.lowerBound - first) * scale).rounded()
    let high = (start + Double(part.upperBound - first) * scale).rounded()
    guard part.count == 1 else { return (Float(low), Float(high)) }
    return (Float(max(low, 0)), Float(min(high, output)))
  }
}
