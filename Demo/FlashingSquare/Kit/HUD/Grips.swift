// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The things in a scene that the mouse drags, each with a box, and the one that it holds.
struct Grips<ID: Hashable & Sendable>: Sendable {
  /// A drag in this frame, in pixels from its beginning.
  enum Drag: Hashable, Sendable {
    case began(ID)
    case moved(ID, x: Double, y: Double)
    case ended(ID)
  }

  private var boxes: [(box: PixelBox, id: ID)] = []
  private(set) var held: ID?

  /// Forgets the boxes, before a scene is drawn.
  mutating func removeAll() { boxes.removeAll(keepingCapacity: true) }

  /// Adds a thing; the area that can be gripped is at least 32 units wide and high.
  mutating func add(_ id: ID, _ box: PixelBox, on canvas: borrowing Canvas) {
    let least = canvas.px(32)
    boxes.append(
      (box.inset(min(0, (box.width - least) / 2), min(0, (box.height - least) / 2)), id))
  }

  /// The box of a thing, as last added.
  func box(of id: ID) -> PixelBox? { boxes.last { $0.id == id }?.box }

  /// Lets go of the held thing until the next press.
  mutating func release() { held = nil }

  /// The drag of this frame, if any; the thing whose middle is nearest to the press is held.
  mutating func update(_ controls: Controls) -> Drag? {
    guard let start = controls.pressedAt, let pointer = controls.pointer else {
      defer { held = nil }
      return held.map { .ended($0) }
    }
    if let held { return .moved(held, x: pointer.x - start.x, y: pointer.y - start.y) }
    guard controls.wasPointerPressed else { return nil }
    held =
      boxes.filter { $0.box.contains(x: start.x, y: start.y) }
      .min { Self.distance($0.box, start) < Self.distance($1.box, start) }?.id
    return held.map { .began($0) }
  }

  private static func distance(_ box: PixelBox, _ point: Point) -> Double {
    (Double(box.midX) - point.x).magnitude + (Double(box.midY) - point.y).magnitude
  }
}
