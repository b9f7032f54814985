// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Draws lists with a renderer; makes each texture when it is first needed.
final class Painter {
  private let atlas: GlyphAtlas
  private var faces: [Int: TextureBox] = [:]
  private var shapes: [MaskShape: TextureBox] = [:]

  /// Shapes kept: more than any picture has; a window that is being resized makes new ones.
  private static let shapesKept = 64

  init(atlas: GlyphAtlas) {
    self.atlas = atlas
  }

  /// Forgets all textures: the renderer has lost their contents.
  func reset() {
    faces = [:]
    shapes = [:]
  }

  func draw(_ list: borrowing DrawList, with renderer: inout Renderer) throws {
    try renderer.clear(Palette.ground)
    for command in list.commands {
      switch command {
      case .rectangles(let color, let pool):
        try renderer.fill(list.rectangles(pool), color)
      case .shapes(let shape, let pool):
        try renderer.draw(texture(of: shape, &renderer).texture, list.sprites(pool))
      case .glyphs(let face, let pool):
        try renderer.draw(texture(ofFace: face, &renderer).texture, list.sprites(pool))
      case .squares(let batch): try batch.draw(with: &renderer)
      }
    }
  }

  private func texture(of shape: MaskShape, _ renderer: inout Renderer) throws -> TextureBox {
    if let known = shapes[shape] { return known }
    if shapes.count >= Self.shapesKept { shapes = [:] }
    let size = PixelSize(width: shape.side, height: shape.side)
    let made = TextureBox(try renderer.makeMask(coverage: shape.coverage(), size: size))
    shapes[shape] = made
    return made
  }

  private func texture(ofFace index: Int, _ renderer: inout Renderer) throws -> TextureBox {
    if let known = faces[index] { return known }
    let face = atlas.faces[index]
    let size = PixelSize(width: face.atlasWidth, height: face.atlasHeight)
    let made = TextureBox(try renderer.makeMask(coverage: atlas.coverage(of: face), size: size))
    faces[index] = made
    return made
  }
}

/// A texture in a dictionary.
private final class TextureBox {
  let texture: Texture
  init(_ texture: consuming Texture) {
    self.texture = texture
  }
}
