// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Draws lists with a renderer; makes each texture when it is first needed.
final class Painter {
  private var textures: [Key: TextureBox] = [:]
  /// Frames in which a large mask was drawn in a colour that has no texture of its own yet.
  private var uses: [Key: Int] = [:]
  /// Sprites of one tint, kept so that their memory is reused.
  private var run: [Sprite] = []

  /// Textures kept: more than any picture has; a window that is being resized makes new ones.
  private static let texturesKept = 96
  /// Uses after which a colour lasts, and colours that are counted.
  private static let usesUntilColored = 30
  private static let colorsCounted = 256
  /// Pixels of a shape's side from which on a texture in its colour is worth its memory.
  private static let coloredSide = 24

  /// What sprites are copied from.
  private enum Mask: Hashable {
    case face(Int)
    case shape(MaskShape)
  }

  /// A texture: white, to be tinted, or in one colour.
  private struct Key: Hashable {
    let mask: Mask
    var color: RGBA8?
  }

  /// Forgets all textures: the renderer has lost their contents.
  func reset() { textures = [:] }

  func draw(_ list: borrowing DrawList, with renderer: inout Renderer) throws {
    try renderer.clear(Palette.ground)
    for command in list.drawings {
      switch command {
      case .rectangles(let color, let pool):
        try renderer.fill(list.rectangles(pool), color)
      case .shapes(let shape, let pool):
        try draw(list.sprites(pool), of: .shape(shape), &renderer)
      case .glyphs(let face, let pool):
        try draw(list.sprites(pool), of: .face(face), &renderer)
      case .squares(let batch): try batch.draw(with: &renderer)
      }
    }
  }

  /// Draws sprites in runs of one tint, each from a texture in that colour where it lasts.
  ///
  /// SDL's software renderer takes about six times as long for a pixel that it tints.
  private func draw(_ sprites: [Sprite], of mask: Mask, _ renderer: inout Renderer) throws {
    var first = 0
    while first < sprites.count {
      let tint = sprites[first].tint
      run.removeAll(keepingCapacity: true)
      while first < sprites.count, sprites[first].tint == tint {
        run.append(sprites[first])
        first += 1
      }
      let colored = Key(mask: mask, color: tint)
      guard isLasting(colored) else {
        try renderer.draw(texture(Key(mask: mask), &renderer).texture, run)
        continue
      }
      for index in run.indices { run[index].tint = .white }
      try renderer.draw(texture(colored, &renderer).texture, run)
    }
  }

  private func isLasting(_ key: Key) -> Bool {
    if textures[key] != nil { return true }
    if case .shape(let shape) = key.mask, shape.side < Self.coloredSide { return false }
    if uses.count >= Self.colorsCounted { uses = [:] }
    uses[key, default: 0] += 1
    return uses[key, default: 0] >= Self.usesUntilColored
  }

  private func texture(_ key: Key, _ renderer: inout Renderer) throws -> TextureBox {
    if let known = textures[key] { return known }
    if textures.count >= Self.texturesKept { reset() }
    uses[key] = nil
    let made = TextureBox(try makeTexture(key, &renderer))
    textures[key] = made
    return made
  }

  private func makeTexture(_ key: Key, _ renderer: inout Renderer) throws -> Texture {
    let size: PixelSize
    let coverage: [UInt8]
    switch key.mask {
    case .face(let index):
      let face = GlyphAtlas.embedded.faces[index]
      size = PixelSize(width: face.atlasWidth, height: face.atlasHeight)
      coverage = GlyphAtlas.embedded.coverage(of: face)
    case .shape(let shape):
      size = PixelSize(width: shape.side, height: shape.side)
      coverage = shape.coverage()
    }
    guard let color = key.color else {
      return try renderer.makeMask(coverage: coverage, size: size)
    }
    var image = PixelImage(size: size)
    for index in coverage.indices {
      let alpha = (Int(coverage[index]) * Int(color.alpha) + 127) / 255
      image[index % size.width, index / size.width] = color.withAlpha(UInt8(alpha))
    }
    return try renderer.makeTexture(image)
  }
}

/// A texture in a dictionary.
private final class TextureBox {
  let texture: Texture
  init(_ texture: consuming Texture) {
    self.texture = texture
  }
}
