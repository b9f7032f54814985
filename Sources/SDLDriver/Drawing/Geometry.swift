// SPDX-License-Identifier: Apache-2.0

/// A colour for the screen in sRGB, with 8 bits per channel; alpha is not premultiplied.
public struct RGBA8: Hashable, Sendable {
  /// 0...255, sRGB.
  public var red: UInt8
  /// 0...255, sRGB.
  public var green: UInt8
  /// 0...255, sRGB.
  public var blue: UInt8
  /// 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Opaque black.
  public static let black = RGBA8(red: 0, green: 0, blue: 0)
  /// Opaque white.
  ///
  /// As a tint, it changes nothing.
  public static let white = RGBA8(red: 255, green: 255, blue: 255)

  /// A colour; opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour of four numbers, such as `Color.sRGB8` of the module DynamicRepeat.
  public init(_ sRGB8: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) {
    self.init(red: sRGB8.red, green: sRGB8.green, blue: sRGB8.blue, alpha: sRGB8.alpha)
  }

  /// The same colour with another alpha.
  public func withAlpha(_ alpha: UInt8) -> RGBA8 {
    RGBA8(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// A size in whole pixels of the output.
public struct PixelSize: Hashable, Sendable {
  /// The width in pixels; at least 1 in a size that SDL reports.
  public var width: Int
  /// The height in pixels; at least 1 in a size that SDL reports.
  public var height: Int

  /// A size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A point on the output: pixels from its upper left corner, x to the right and y down.
public struct PixelPoint: Hashable, Sendable {
  /// Pixels to the right.
  public var x: Float
  /// Pixels down.
  public var y: Float

  /// A point.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A rectangle to draw, in pixels of the output.
///
/// The software renderer truncates the corner and the size to whole pixels; the size is then at
/// least one pixel. Use whole numbers for crisp edges.
public struct PixelRect: Hashable, Sendable {
  // These four fields have the order of SDL_FRect's, so that SDL gets arrays of rectangles without
  // a copy.

  /// Left edge.
  public var x: Float
  /// Upper edge.
  public var y: Float
  /// The width in pixels.
  ///
  /// Unless it is positive, the rectangle is not drawn.
  public var width: Float
  /// The height in pixels.
  ///
  /// Unless it is positive, the rectangle is not drawn.
  public var height: Float

  /// A rectangle with this upper left corner and size.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A rectangle of whole pixels, in a texture or on the output.
public struct PixelRegion: Hashable, Sendable {
  /// Left edge.
  public var x: Int
  /// Upper edge.
  public var y: Int
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// A region with this upper left corner and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
