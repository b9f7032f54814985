// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Draws each `DrawList` with a renderer.
///
/// A face's texture is made on the face's first use.
final class Painter {
  /// The textures of the faces' white glyphs, by the face's index; each drawing tints them.
  private var textures: [Int: TextureBox] = [:]
  /// The last drawn picture, and its texture.
  private var picture: (PixelPicture, TextureBox)?

  /// Drops all textures after the renderer has lost their contents.
  func reset() { (textures, picture) = ([:], nil) }

  func draw(_ list: borrowing DrawList, with renderer: inout Renderer) throws {
    try renderer.clear(Palette.ground)
    for command in list.drawings {
      switch command {
      case .rectangles(let color, let pool):
        try renderer.fill(list.rectangles(pool), color)
      case .glyphs(let face, let pool):
        try renderer.draw(texture(face, &renderer).texture, list.sprites(pool))
      case .picture(let picture, let sprites):
        let box = try texture(of: picture, &renderer)
        try renderer.replace(box.texture, with: picture.colors)
        try renderer.draw(box.texture, sprites)
      }
    }
  }

  private func texture(of new: PixelPicture, _ renderer: inout Renderer) throws -> TextureBox {
    if let (known, box) = picture, known === new { return box }
    let box = TextureBox(
      try renderer.makeTexture(PixelImage(size: new.size), blends: false))
    picture = (new, box)
    return box
  }

  private func texture(_ index: Int, _ renderer: inout Renderer) throws -> TextureBox {
    if let known = textures[index] { return known }
    let face = GlyphAtlas.embedded.faces[index]
    let size = PixelSize(width: face.atlasWidth, height: face.atlasHeight)
    let coverage = GlyphAtlas.embedded.coverage(of: face)
    let made = TextureBox(try renderer.makeMask(coverage: coverage, size: size))
    textures[index] = made
    return made
  }
}

/// Holds a texture, which is noncopyable, in a dictionary.
private final class TextureBox {
  let texture: Texture
  init(_ texture: consuming Texture) {
    self.texture = texture
  }
}
