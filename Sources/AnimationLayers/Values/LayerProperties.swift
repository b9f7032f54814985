// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Layer.Presentation {
  /// The position in the superlayer.
  @inlinable public var position: Point { self[.position] }
  /// The layer's rectangle in its own coordinates.
  @inlinable public var bounds: Rect { self[.bounds] }
  /// The factors of width and height.
  @inlinable public var scale: SIMD2<Double> { self[.scale] }
  /// The angle in radians.
  @inlinable public var rotation: Double { self[.rotation] }
  /// Opacity, 0...1.
  @inlinable public var opacity: Double { self[.opacity] }
  /// The background colour.
  @inlinable public var backgroundColor: Color { self[.backgroundColor] }
  /// The fraction of the path that is drawn, 0...1.
  @inlinable public var strokeEnd: Double { self[.strokeEnd] }
  /// Which picture of the sprite sheet is shown.
  @inlinable public var spriteFrame: SpriteFrame { self[.spriteFrame] }
  /// The visible part of the picture, as fractions of the picture.
  @inlinable public var contentsRect: Rect { self[.contentsRect] }
}

extension Layer {
  /// The position in the superlayer; default (0, 0).
  public var position: Point {
    get { self[.position] }
    set { self[.position] = newValue }
  }
  /// The layer's rectangle in its own coordinates; default empty, at (0, 0).
  public var bounds: Rect {
    get { self[.bounds] }
    set { self[.bounds] = newValue }
  }
  /// The factors of width and height; default (1, 1).
  public var scale: SIMD2<Double> {
    get { self[.scale] }
    set { self[.scale] = newValue }
  }
  /// The angle in radians; default 0.
  public var rotation: Double {
    get { self[.rotation] }
    set { self[.rotation] = newValue }
  }
  /// Opacity, 0...1; default 1.
  public var opacity: Double {
    get { self[.opacity] }
    set { self[.opacity] = newValue }
  }
  /// The background colour; default clear.
  public var backgroundColor: Color {
    get { self[.backgroundColor] }
    set { self[.backgroundColor] = newValue }
  }
  /// The fraction of the path that is drawn, 0...1; default 1.
  public var strokeEnd: Double {
    get { self[.strokeEnd] }
    set { self[.strokeEnd] = newValue }
  }
  /// The picture of the sprite sheet; default 0.
  public var spriteFrame: SpriteFrame {
    get { self[.spriteFrame] }
    set { self[.spriteFrame] = newValue }
  }
  /// The visible part of the picture, as fractions of the picture; default: all.
  public var contentsRect: Rect {
    get { self[.contentsRect] }
    set { self[.contentsRect] = newValue }
  }
}
