// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The number of a picture in a sprite sheet; from 0.
///
/// Between two frames it is a whole number, rounded down: animated linearly from 0 to 8, each of
/// the frames 0...7 shows for an eighth of the time, and frame 8 only at the very end, where the
/// animation is removed or starts again.
public struct SpriteFrame: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public var index: Int

  /// The frame of a number.
  public init(_ index: Int) { self.index = index }

  /// The frame of a number.
  public init(integerLiteral index: Int) { self.index = index }
}

extension SpriteFrame: Interpolatable {
  /// The frame at `progress`, rounded down.
  ///
  /// Exact for frames within 2^53 of each other; beyond what `Int` holds, its ends.
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
  /// The sum of the numbers, wrapping beyond what `Int` holds.
  public func adding(_ other: SpriteFrame) -> SpriteFrame { SpriteFrame(index &+ other.index) }

  /// The frame that many times as far from frame 0, rounded down.
  public func scaled(by factor: Double) -> SpriteFrame { Self.frame(Double(index) * factor) }

  /// How many frames apart they are.
  public static func distance(from: SpriteFrame, to: SpriteFrame) -> Double {
    (Double(to.index) - Double(from.index)).magnitude
  }

  private static func frame(_ number: Double) -> SpriteFrame {
    guard number.magnitude < 0x1p62 else { return SpriteFrame(number < 0 ? .min : .max) }
    return SpriteFrame(Int(number.rounded(.down)))
  }
}
