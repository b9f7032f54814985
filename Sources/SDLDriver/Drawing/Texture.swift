// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// The scaling of a texture that is drawn larger or smaller.
public enum TextureFilter: Hashable, Sendable {
  /// Each pixel is a crisp block.
  case nearest
  /// Each pixel is mixed with its neighbours.
  case linear

  var mode: SDL_ScaleMode {
    switch self {
    case .nearest: csdl_nearest
    case .linear: csdl_linear
    }
  }
}

/// A picture that a renderer can draw.
///
/// It is freed when the value ends.
///
/// A texture keeps its renderer alive, so a program may release the two in either order.
public struct Texture: ~Copyable {
  /// The size in pixels.
  public let size: PixelSize
  let texture: csdl_texture
  private let renderer: RendererHandle

  fileprivate init(
    _ renderer: RendererHandle, _ size: PixelSize, _ filter: TextureFilter, blends: Bool = true,
    pixels: [UInt32]
  ) throws(DriverError) {
    let limit = renderer.maximumTextureSize
    for (name, value) in [("width", size.width), ("height", size.height)]
    where !(1...limit).contains(value) {
      throw .invalidValue(name: "texture \(name)", value: "\(value)", allowed: "in 1...\(limit)")
    }
    guard
      let texture = csdl_create_texture(renderer.renderer, CInt(size.width), CInt(size.height))
    else {
      throw .call("SDL_CreateTexture", remedy: "Use a smaller texture, or free others")
    }
    do throws(DriverError) {
      try Self.update(texture, size, pixels)
      try check(
        SDL_SetTextureBlendMode(texture, blends ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE),
        "SDL_SetTextureBlendMode")
      try check(SDL_SetTextureScaleMode(texture, filter.mode), "SDL_SetTextureScaleMode")
    } catch {
      SDL_DestroyTexture(texture)
      throw error
    }
    self.texture = texture
    self.size = size
    self.renderer = renderer
  }

  /// Replaces all pixels of a texture.
  fileprivate static func update(
    _ texture: csdl_texture, _ size: PixelSize, _ pixels: [UInt32]
  ) throws(DriverError) {
    guard pixels.count == size.width * size.height else {
      throw .invalidValue(
        name: "number of texture pixels", value: "\(pixels.count)",
        allowed: "\(size.width) x \(size.height) = \(size.width * size.height)")
    }
    try check(
      SDL_UpdateTexture(texture, nil, pixels, CInt(size.width * 4)), "SDL_UpdateTexture",
      remedy: "Use a smaller texture, or free others")
  }

  deinit {
    if !WatchedDisplay.connectionIsLost { SDL_DestroyTexture(texture) }
  }
}

extension Renderer {
  /// Makes a white texture whose alpha is `coverage`, for glyphs and icons that get their colour
  /// from a sprite's tint.
  /// - Parameters:
  ///   - coverage: One byte per pixel, row by row from the top: 0 transparent, 255 opaque.
  ///   - size: The size in pixels.
  ///   - filter: The scaling; default nearest.
  /// - Throws: `DriverError.invalidValue` for a size out of range or a wrong number of bytes, and
  ///   `.callFailed` if SDL fails.
  /// C functions: SDL_CreateTexture, SDL_UpdateTexture.
  public mutating func makeMask(
    coverage: [UInt8], size: PixelSize, filter: TextureFilter = .nearest
  ) throws(DriverError) -> Texture {
    let pixels = coverage.map { UInt32($0) << 24 | 0xFF_FFFF }
    return try Texture(handle, size, filter, pixels: pixels)
  }

  /// Makes a texture from a picture.
  /// - Parameters:
  ///   - image: The picture.
  ///   - filter: The scaling; default nearest.
  ///   - blends: Whether translucent pixels are mixed with the output, the default. Without
  ///     blending, alpha is ignored, and software rendering is several times as fast.
  /// - Throws: `DriverError.invalidValue` for a size out of range, and `.callFailed` if SDL fails.
  /// C functions: SDL_CreateTexture, SDL_UpdateTexture.
  public mutating func makeTexture(
    _ image: PixelImage, filter: TextureFilter = .nearest, blends: Bool = true
  ) throws(DriverError) -> Texture {
    let colors = (0..<image.size.width * image.size.height).map { image[index: $0] }
    return try Texture(
      handle, image.size, filter, blends: blends, pixels: colors.map(Self.pixel))
  }

  /// Replaces all pixels of a texture, for a picture that changes in each frame.
  /// - Parameters:
  ///   - texture: A texture of this renderer.
  ///   - colors: A colour for each pixel, row by row from the top.
  /// - Throws: `DriverError.invalidValue` for a wrong number of colours, and `.callFailed` if SDL
  ///   fails.
  /// C function: SDL_UpdateTexture.
  public mutating func replace(_ texture: borrowing Texture, with colors: [RGBA8])
    throws(DriverError)
  {
    try Texture.update(texture.texture, texture.size, colors.map(Self.pixel))
  }

  /// A colour as a pixel of a texture.
  private static func pixel(_ color: RGBA8) -> UInt32 {
    UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
      | UInt32(color.blue)
  }
}
