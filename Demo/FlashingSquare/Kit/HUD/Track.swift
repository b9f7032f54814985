// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// A slider: a groove with a knob.
///
/// The mouse drags the knob. A press on the groove moves the knob to the pressed point.
struct Track: Hashable, Sendable {
  /// The groove, as last drawn.
  private(set) var groove = PixelBox.zero
  private var grip = PixelBox.zero

  /// The knob's dragged position, 0 at the left to 1 at the right; `nil` without a drag.
  func drag(_ controls: Controls) -> Double? { controls.drag(along: groove, grip: grip) }

  /// Draws the slider, vertically centred in a box.
  /// - Parameters:
  ///   - share: The knob's position, 0...1.
  ///   - knob: The knob's diameter in pixels, at most the room's height.
  mutating func draw(
    _ share: Double, knob wanted: Int, _ color: RGBA8, in room: PixelBox, on canvas: inout Canvas
  ) {
    let knob = max(2, min(room.height, wanted) / 2 * 2)
    let line = max(2, knob / 4)
    groove = PixelBox(
      x: room.x + knob / 2, y: room.midY - line / 2, width: max(0, room.width - knob), height: line)
    grip = room
    canvas.fill(groove, radius: line / 2, Palette.track)
    var filled = groove
    filled.width = Int((share * Double(groove.width)).rounded())
    canvas.fill(filled, radius: line / 2, color)
    let middle = Point(x: Double(filled.right), y: Double(groove.y) + Double(line) / 2)
    canvas.draw([.disc(middle, radius: Double(knob) / 2)], color)
  }

  /// Draws labels below the slider, at equal distances along the groove; the outer ones are aligned
  /// with the room's edges.
  /// - Parameter marked: The label that is bold.
  func label(_ texts: [String?], marked: Int? = nil, in room: PixelBox, on canvas: inout Canvas) {
    let last = texts.count - 1
    for case (let index, let text?) in texts.enumerated() {
      let isMarked = index == marked
      let x = groove.x + groove.width * index / last
      canvas.text(
        text, canvas.face(.small, isMarked ? .bold : .regular),
        isMarked ? Palette.text : Palette.dim,
        x: index == 0 ? room.x : index == last ? room.right : x, y: room.y,
        align: index == 0 ? .left : index == last ? .right : .centre)
    }
  }
}

/// The steps of an arrow key along a slider: one at a tap, and continuous ones while it is held.
struct HeldKey: Hashable, Sendable {
  /// The seconds after which a held key moves on.
  static let patience = 0.3

  /// The step at a tap, and the speed per second, in fractions of the slider.
  let tap: Double
  let speed: Double
  private var held = 0.0

  init(tap: Double, speed: Double) { (self.tap, self.speed) = (tap, speed) }

  /// The step in this frame; `nil` if there is none.
  /// - Parameters:
  ///   - way: The direction of the key, -1...1; 0 while no key is held.
  ///   - delta: Seconds since the last frame.
  mutating func step(_ way: Double, delta: Double) -> Double? {
    let isNew = held == 0
    held = way == 0 ? 0 : held + max(delta, 1e-9)
    guard way != 0, isNew || held > Self.patience else { return nil }
    return way * (isNew ? tap : speed * delta)
  }
}
