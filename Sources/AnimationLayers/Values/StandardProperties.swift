// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension AnimatableProperty where Value == Point {
  /// The position in the superlayer; default (0, 0).
  @inlinable public static var position: Self { Self(number: 1, defaultValue: Point(x: 0, y: 0)) }
}

extension AnimatableProperty where Value == Rect {
  /// The layer's rectangle in its own coordinates; default empty, at (0, 0).
  @inlinable public static var bounds: Self {
    Self(
      number: 2, defaultValue: Rect(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0)))
  }
  /// The visible part of the picture, as fractions of the picture; default: all.
  @inlinable public static var contentsRect: Self {
    Self(
      number: 9, defaultValue: Rect(origin: Point(x: 0, y: 0), size: Size(width: 1, height: 1)))
  }
}

extension AnimatableProperty where Value == SIMD2<Double> {
  /// The factors of width and height; default (1, 1).
  @inlinable public static var scale: Self { Self(number: 3, defaultValue: [1, 1]) }
}

extension AnimatableProperty where Value == Double {
  /// The angle in radians; default 0.
  @inlinable public static var rotation: Self { Self(number: 4, defaultValue: 0) }
  /// Opacity, 0...1; default 1.
  @inlinable public static var opacity: Self { Self(number: 5, defaultValue: 1) }
  /// The fraction of the path that is drawn, 0...1; default 1.
  @inlinable public static var strokeEnd: Self { Self(number: 7, defaultValue: 1) }
}

extension AnimatableProperty where Value == Color {
  /// The background colour; default clear.
  @inlinable public static var backgroundColor: Self {
    Self(
      number: 6, defaultValue: Color(red: 0, green: 0, blue: 0, alpha: 0))
  }
}

extension AnimatableProperty where Value == SpriteFrame {
  /// The picture of the sprite sheet; default 0.
  @inlinable public static var spriteFrame: Self { Self(number: 8, defaultValue: 0) }
}
