// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

private let black = Color(red: 0, green: 0, blue: 0)
private let white = Color(red: 1, green: 1, blue: 1)
private let lampProperty = AnimatableProperty(defaultValue: Lamp(brightness: 1, color: black))
private let glowProperty = AnimatableProperty(defaultValue: 0.25)

extension AnimatableProperty where Value == Lamp {
  fileprivate static var lamp: Self { lampProperty }
}
extension AnimatableProperty where Value == Double {
  fileprivate static var glow: Self { glowProperty }
}

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
    check(.backgroundColor, \.backgroundColor, \.backgroundColor, default: clear, other: white)
    check(.strokeEnd, \.strokeEnd, \.strokeEnd, default: 1, other: 0.5)
    check(.spriteFrame, \.spriteFrame, \.spriteFrame, default: 0, other: 7)
    check(.contentsRect, \.contentsRect, \.contentsRect, default: unit, other: empty)
  }

  @Test func `properties of the same type are independent`() {
    let all: [AnimatableProperty<Double>] = [.rotation, .opacity, .strokeEnd, .glow]
    #expect(Set(all).count == 4)
    #expect(AnimatableProperty(defaultValue: 0.0) != AnimatableProperty(defaultValue: 0.0))
    stage.layer[.glow] = 0.75
    #expect(stage.layer.rotation == 0 && stage.layer.opacity == 1)
  }

  @Test func `a program's own property of its own type animates`() {
    #expect(stage.layer[.lamp] == Lamp(brightness: 1, color: black))
    var brighten = BasicAnimation(.lamp, to: Lamp(brightness: 3, color: white))
    brighten.duration = 2
    stage.layer.add(brighten)
    stage.tree.update(at: 0)
    stage.tree.update(at: 1)
    let half = Color(red: 0.5, green: 0.5, blue: 0.5)
    #expect(stage.layer.presentation[.lamp] == Lamp(brightness: 2, color: half))
    #expect(stage.layer[.lamp] == Lamp(brightness: 1, color: black), "the model stays")
  }

  @Test func `a value set outside a transaction is shown from the next update on`() {
    stage.tree.update(at: 0)
    stage.layer.opacity = 0.5
    #expect(stage.opacity == 1)
    stage.tree.update(at: 0)
    #expect(stage.opacity == 0.5)
  }

  @Test(arguments: [(0.0, 0), (0.1249, 0), (0.125, 1), (0.5, 4), (0.999, 7), (1, 8)])
  func `a sprite sheet of eight frames shows each for an eighth`(progress: Double, index: Int) {
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

  @Test func `pausing a sprite sheet keeps its frame`() {
    var run = BasicAnimation(.spriteFrame, from: 0, to: 8)
    run.duration = 0.8
    run.repeatCount = .infinity
    stage.layer.add(run)
    stage.reported(0, 0.35)
    #expect(stage.layer.presentation.spriteFrame == 3)
    stage.layer.pause(at: 0.35)
    stage.reported(0.5, 100)
    #expect(stage.layer.presentation.spriteFrame == 3)
    stage.layer.resume(at: 100)
    stage.reported(100.1)
    #expect(stage.layer.presentation.spriteFrame == 4)
  }
}
