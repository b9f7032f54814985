// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The index of a picture in a sprite sheet, from 0.
///
/// Interpolation rounds down to a whole index. In a linear animation from 0 to 8, each of the
/// frames 0...7 shows for an eighth of the time; frame 8 shows only at the very end, where
/// the animation is removed or starts again.
public struct SpriteFrame: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The index of the picture.
  public var index: Int

  /// The frame at an index.
  public init(_ index: Int) { self.index = index }

  /// The frame at an index.
  public init(integerLiteral index: Int) { self.index = index }
}

extension SpriteFrame: Interpolatable {
  /// The frame at `progress`, rounded down.
  ///
  /// Indices beyond 2^53 lose bits; results from 2^62 on become the limits of `Int`.
  public static func interpolate(
    from: SpriteFrame, to: SpriteFrame, progress: Double
  ) -> SpriteFrame {
    if progress == 0 { return from }
    if progress == 1 { return to }
    return frame(
      .interpolate(from: Double(from.index), to: Double(to.index), progress: progress))
  }
}

extension SpriteFrame: AdditiveValue, MeasurableValue {
  /// The sum of the indices; wraps on overflow.
  public func adding(_ other: SpriteFrame) -> SpriteFrame { SpriteFrame(index &+ other.index) }

  /// The index times `factor`, rounded down.
  public func scaled(by factor: Double) -> SpriteFrame { Self.frame(Double(index) * factor) }

  /// The number of frames between the two.
  public static func distance(from: SpriteFrame, to: SpriteFrame) -> Double {
    (Double(to.index) - Double(from.index)).magnitude
  }

  private static func frame(_ number: Double) -> SpriteFrame {
    guard number.magnitude < 0x1p62 else { return SpriteFrame(number < 0 ? .min : .max) }
    return SpriteFrame(Int(number.rounded(.down)))
  }
}
