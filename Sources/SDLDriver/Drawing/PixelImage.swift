// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// A picture in memory: rows from the top, pixels of four bytes (red, green, blue, alpha).
public struct PixelImage: Hashable, Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// The pixels, four bytes each.
  public private(set) var bytes: [UInt8]

  /// A picture of one colour.
  /// - Precondition: Width and height are positive.
  public init(size: PixelSize, filledWith color: RGBA8 = .black) {
    precondition(
      size.width > 0 && size.height > 0,
      "a picture is \(size.width) x \(size.height) pixels; both must be positive")
    self.size = size
    bytes = []
    bytes.reserveCapacity(size.width * size.height * 4)
    for _ in 0..<size.width * size.height {
      bytes += [color.red, color.green, color.blue, color.alpha]
    }
  }

  fileprivate init(size: PixelSize, bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// The colour of a pixel, counted from the upper left corner.
  /// - Precondition: The pixel is in the picture.
  public subscript(x: Int, y: Int) -> RGBA8 {
    get { self[index: pixelIndex(x, y)] }
    set {
      let start = pixelIndex(x, y) * 4
      bytes[start] = newValue.red
      bytes[start + 1] = newValue.green
      bytes[start + 2] = newValue.blue
      bytes[start + 3] = newValue.alpha
    }
  }

  subscript(index index: Int) -> RGBA8 {
    RGBA8(
      red: bytes[index * 4], green: bytes[index * 4 + 1], blue: bytes[index * 4 + 2],
      alpha: bytes[index * 4 + 3])
  }

  private func pixelIndex(_ x: Int, _ y: Int) -> Int {
    precondition(
      x >= 0 && x < size.width && y >= 0 && y < size.height,
      "pixel \(x), \(y) of a picture of \(size.width) x \(size.height)")
    return y * size.width + x
  }
}

extension Renderer {
  /// Reads the pixels drawn so far in this frame: call this before `present`, in the loop's body.
  /// - Parameter region: Nil for the whole output.
  /// - Throws: `DriverError.invalidValue` for a region that is not inside the output, and
  ///   `.callFailed` if SDL fails.
  /// C function: SDL_RenderReadPixels.
  public mutating func readPixels(_ region: PixelRegion? = nil) throws(DriverError)
    -> PixelImage
  {
    let all = PixelRegion(x: 0, y: 0, width: outputSize.width, height: outputSize.height)
    let region = region ?? all
    guard region.x >= 0, region.y >= 0, region.width > 0, region.height > 0,
      region.width <= all.width - region.x, region.height <= all.height - region.y
    else {
      throw .invalidValue(
        name: "region to read", value: "\(region)",
        allowed: "inside the output of \(all.width) x \(all.height) pixels")
    }
    let rect = SDL_Rect(region, in: outputSize) ?? SDL_Rect()
    var bytes = [UInt8](repeating: 0, count: region.width * region.height * 4)
    try check(
      csdl_read_pixels(handle.renderer, rect, &bytes), "SDL_RenderReadPixels")
    return PixelImage(
      size: PixelSize(width: region.width, height: region.height), bytes: bytes)
  }
}
