// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import Testing

struct InputStateTests {
  @Test func `a right modifier key counts like the left one`() {
    var state = InputState()
    #expect(!state.isShiftHeld && !state.isAltHeld)
    for key in [Key.rightShift, .rightAlt] {
      state.apply(.keyDown(key, isRepeat: false))
    }
    #expect(state.isShiftHeld && state.isAltHeld)
  }

  @Test func `the current controller is the one used last`() {
    var state = InputState()
    #expect(state.controller == nil)
    state.apply(.controllerAdded(7))
    state.apply(.controllerAdded(9))
    #expect(state.controller?.identifier == 7)
    state.apply(.controllerButtonDown(.dpadLeft, controller: 9))
    #expect(state.controller?.identifier == 9)
    #expect(state.controller?.isHeld(.dpadLeft) == true)
    state.apply(.controllerAxis(.leftX, value: -0.5, controller: 7))
    #expect(state.controller?.value(.leftX) == -0.5)
    state.apply(.controllerRemoved(7))
    #expect(state.controllers.map(\.identifier) == [9])
    #expect(state.controller?.isHeld(.dpadLeft) == true)
    state.apply(.controllerButtonUp(.dpadLeft, controller: 9))
    #expect(state.controller?.isHeld(.dpadLeft) == false)
  }

  static let sticks: [(x: Float, y: Float, length: Float)] = [
    (0, 0, 0), (0.24, 0, 0), (-0.1, 0.2, 0), (0.62, 0, 0.5), (0, -0.62, 0.5), (1, 0, 1),
    (-1, 0, 1), (1, 1, 1), (-0.8, 0.9, 1), (7, 0, 1), (1e9, 0, 1),
  ]

  @Test(arguments: sticks)
  func `a stick is 0 in its dead zone and has a length of at most 1`(
    x: Float, y: Float, length: Float
  ) {
    let stick = ControllerState.stick(x: x, y: y)
    let tolerance: Float = 1e-6
    #expect(abs((stick.x * stick.x + stick.y * stick.y).squareRoot() - length) <= tolerance)
    #expect(abs(stick.x * y - stick.y * x) <= tolerance, "the direction is kept")
    #expect(stick.x * x >= 0 && stick.y * y >= 0)
  }

  @Test(arguments: [(.nan, 1), (-0.9, .nan), (.nan, .nan)] as [(Float, Float)])
  func `a stick at NaN is in its dead zone`(_ x: Float, _ y: Float) {
    #expect(ControllerState.stick(x: x, y: y) == PixelPoint(x: 0, y: 0))
  }
}
