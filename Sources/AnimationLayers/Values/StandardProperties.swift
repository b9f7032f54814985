// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The constants behind the names below: a generic type cannot store its own.
private enum Standard {
  static let position = AnimatableProperty(defaultValue: Point(x: 0, y: 0))
  static let bounds = AnimatableProperty(
    defaultValue: Rect(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0)))
  static let scale = AnimatableProperty(defaultValue: SIMD2(1.0, 1.0))
  static let rotation = AnimatableProperty(defaultValue: 0.0)
  static let opacity = AnimatableProperty(defaultValue: 1.0)
  static let backgroundColor = AnimatableProperty(
    defaultValue: Color(red: 0, green: 0, blue: 0, alpha: 0))
  static let strokeEnd = AnimatableProperty(defaultValue: 1.0)
  static let spriteFrame = AnimatableProperty(defaultValue: SpriteFrame(0))
  static let contentsRect = AnimatableProperty(
    defaultValue: Rect(origin: Point(x: 0, y: 0), size: Size(width: 1, height: 1)))
}

extension AnimatableProperty where Value == Point {
  /// Where the layer is in its superlayer; default (0, 0).
  public static var position: Self { Standard.position }
}

extension AnimatableProperty where Value == Rect {
  /// The layer's own rectangle; default empty, at (0, 0).
  public static var bounds: Self { Standard.bounds }
  /// The part of the picture that shows, as fractions of it; default all of it.
  public static var contentsRect: Self { Standard.contentsRect }
}

extension AnimatableProperty where Value == SIMD2<Double> {
  /// The factors of width and height; default (1, 1), natural size.
  public static var scale: Self { Standard.scale }
}

extension AnimatableProperty where Value == Double {
  /// The angle in radians; default 0.
  public static var rotation: Self { Standard.rotation }
  /// How much it covers, 0...1; default 1, all.
  public static var opacity: Self { Standard.opacity }
  /// The fraction of the path that is drawn, 0...1; default 1, all.
  public static var strokeEnd: Self { Standard.strokeEnd }
}

extension AnimatableProperty where Value == Color {
  /// The colour behind everything; default clear.
  public static var backgroundColor: Self { Standard.backgroundColor }
}

extension AnimatableProperty where Value == SpriteFrame {
  /// Which picture of the sprite sheet shows; default 0.
  public static var spriteFrame: Self { Standard.spriteFrame }
}
