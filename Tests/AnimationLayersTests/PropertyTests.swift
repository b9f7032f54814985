// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

@Suite struct PropertyTests {
  let stage = Stage()

  @Test func `every standard property has its default, and can be set by name and by key`() {
    let layer = stage.layer
    func check<Value: Equatable>(
      _ key: AnimatableProperty<Value>, _ name: ReferenceWritableKeyPath<Layer, Value>,
      _ shown: KeyPath<Layer.Presentation, Value>, default expected: Value, other: Value
    ) {
      #expect(layer[key] == expected)
      #expect(layer[keyPath: name] == expected)
      layer[keyPath: name] = other
      #expect(layer[key] == other)
      stage.tree.update(at: stage.tree.now ?? 0)
      #expect(layer.presentation[key] == other)
      #expect(layer.presentation[keyPath: shown] == other)
      layer[key] = expected
      #expect(layer[keyPath: name] == expected)
    }
    let zero = Point(x: 0, y: 0)
    let unit = Rect(origin: zero, size: Size(width: 1, height: 1))
    let empty = Rect(origin: zero, size: Size(width: 0, height: 0))
    let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
    check(.position, \.position, \.position, default: zero, other: Point(x: 1, y: 2))
    check(.bounds, \.bounds, \.bounds, default: empty, other: unit)
    check(.scale, \.scale, \.scale, default: [1, 1], other: [2, 3])
    check(.rotation, \.rotation, \.rotation, default: 0, other: 4)
    check(.opacity, \.opacity, \.opacity, default: 1, other: 0.5)
    check(
      .backgroundColor, \.backgroundColor, \.backgroundColor, default: clear,
      other: Color(rgb: 0xffffff))
    check(.strokeEnd, \.strokeEnd, \.strokeEnd, default: 1, other: 0.5)
    check(.spriteFrame, \.spriteFrame, \.spriteFrame, default: 0, other: 7)
    check(.contentsRect, \.contentsRect, \.contentsRect, default: unit, other: empty)
  }

  @Test(arguments: [(0.0, 0), (0.1249, 0), (0.125, 1), (0.5, 4), (0.999, 7), (1, 8)])
  func `a sprite sheet of eight frames shows each frame for an eighth of the time`(
    progress: Double, index: Int
  ) {
    #expect(
      SpriteFrame.interpolate(from: 0, to: 8, progress: progress) == SpriteFrame(index))
  }

  @Test func `sprite frames beyond the range of Int become its limits`() {
    #expect(SpriteFrame(.max).scaled(by: 2) == SpriteFrame(.max))
    #expect(SpriteFrame(.max).scaled(by: -2) == SpriteFrame(.min))
    #expect(SpriteFrame(3).scaled(by: .nan) == SpriteFrame(.max))
    #expect(SpriteFrame(3).adding(SpriteFrame(3).scaled(by: -1)) == 0)
    #expect(SpriteFrame.distance(from: 3, to: -4) == 7)
  }
}
