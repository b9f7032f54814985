// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct ControlsTests {
  private func controls(_ events: InputEvent...) -> Controls {
    var reader = EventReader()
    return reader.read(events)
  }

  static let keys: [(Key, Controls.Press)] = [
    (.up, .up), (.down, .down), (.pageUp, .previousScene), (.pageDown, .nextScene),
    (.minus, .healthDown), (.plus, .healthUp), (.equals, .healthUp), (.m, .nextMode), (.r, .ramp),
    (.space, .pause), (.x, .run), (.d, .details), (.tab, .nextScene), (.digit1, .scene(0)),
    (.digit2, .scene(1)), (.digit9, .scene(8)), (.digit0, .scene(9)),
    (.h, .help), (.l, .slowMotion), (.t, .tick), (.f, .fullscreen),
    (.f3, .frameClock),
  ]

  @Test(arguments: keys.indices) func `each key has its listed effect`(_ index: Int) {
    let (key, press) = Self.keys[index]
    #expect(controls(.keyDown(key, isRepeat: false)).presses == [press])
    let repeats: Set<Controls.Press> = [.up, .down, .healthUp, .healthDown]
    let held = controls(.keyDown(key, isRepeat: true)).presses
    #expect(held == (repeats.contains(press) ? [press] : []))
  }

  private static func down(_ keys: Key...) -> [InputEvent] {
    keys.map { .keyDown($0, isRepeat: false) }
  }

  /// The events of a frame, and its presses.
  static let sequences: [(events: [InputEvent], presses: [Controls.Press])] = [
    (down(.return), []), (down(.leftAlt, .return), [.fullscreen]),
    (down(.leftAlt) + [.keyDown(.return, isRepeat: true)], []),
    (down(.s), []), (down(.rightControl, .s), [.save]),
    (down(.leftShift, .tab), [.previousScene]),
    (down(.leftShift) + [.keyUp(.leftShift)] + down(.tab), [.nextScene]),
    ([.controllerAdded(7), .controllerButtonDown(.x, controller: 7)], [.nextMode]),
  ]

  @Test(arguments: sequences.indices)
  func `Alt and Enter, Control and S, Shift and Tab, and buttons have effects of their own`(
    _ index: Int
  ) {
    var reader = EventReader()
    #expect(reader.read(Self.sequences[index].events).presses == Self.sequences[index].presses)
  }

  /// The events of a frame, and its steering.
  static let moves: [(events: [InputEvent], move: Point)] = [
    (down(.up), Point(x: 0, y: -1)),
    // A tap can begin and end within a frame.
    (down(.left) + [.keyUp(.left)], Point(x: -1, y: 0)),
    // Diagonals are not faster.
    (down(.right, .down), Point(x: 0.5.squareRoot(), y: 0.5.squareRoot())),
    (
      [.controllerAdded(7), .controllerAxis(.leftX, value: -1, controller: 7)],
      Point(x: -1, y: 0)
    ),
    ([.controllerAdded(7), .controllerButtonDown(.dpadDown, controller: 7)], Point(x: 0, y: 1)),
  ]

  @Test(arguments: moves.indices)
  func `arrow keys, a stick and a directional pad steer`(_ index: Int) {
    var reader = EventReader()
    #expect(distance(reader.read(Self.moves[index].events).move, Self.moves[index].move) < 1e-12)
  }

  @Test func `the mouse is a pointer with one button`() {
    let down = controls(.mouseDown(.left, PixelPoint(x: 3, y: 4)))
    #expect(down.pointer == Point(x: 3, y: 4))
    #expect(down.pressedAt == Point(x: 3, y: 4) && down.wasPointerPressed)
    let other = controls(.mouseDown(.right, PixelPoint(x: 3, y: 4)))
    #expect(other.pressedAt == nil && !other.wasPointerPressed)
  }
  @Test func `a click within one frame is a press without a drag`() {
    var reader = EventReader()
    let point = PixelPoint(x: 3, y: 4)
    let click = reader.read([.mouseDown(.left, point), .mouseUp(.left, point)])
    #expect(click.pressedAt == Point(x: 3, y: 4) && click.wasPointerPressed)
    #expect(reader.read([]).pressedAt == nil)
  }

  @Test func `a drag begins in a box and lasts while the button is held`() {
    let box = PixelBox(x: 0, y: 0, width: 10, height: 10)
    var reader = EventReader()
    let down = reader.read([.mouseDown(.left, PixelPoint(x: 3, y: 4))])
    #expect(down.drag(from: box) == Point(x: 3, y: 4))
    let moved = reader.read([.mouseMoved(PixelPoint(x: 90, y: 4))])
    #expect(moved.drag(from: box) == Point(x: 90, y: 4) && !moved.wasPointerPressed)
    #expect(moved.drag(from: PixelBox(x: 80, y: 0, width: 20, height: 10)) == nil)
    #expect(reader.read([.mouseUp(.left, PixelPoint(x: 90, y: 4))]).drag(from: box) == nil)
  }
}

/// A control reader with the input state that the driver derives from the same events.
struct EventReader {
  private var reader = ControlReader()
  private var state = InputState()

  mutating func read(_ events: [InputEvent]) -> Controls {
    for event in events { state.apply(event) }
    return reader.read(events, state)
  }
}
