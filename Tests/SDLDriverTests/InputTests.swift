// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Testing

@testable import SDLDriver

extension WithSDL {
  struct InputTests {
    // MARK: - One window

    /// The input from SDL's events, without the events that SDL adds at the start.
    private func translate(_ events: [SDL_Event]) throws -> Input {
      var input = Input()
      try WithSDL.window { window in
        _ = WithSDL.takeInput(&window)
        events.forEach(WithSDL.push)
        input = WithSDL.takeInput(&window)
      }
      return input
    }

    static let codes: [(SDL_KeyCode, Key)] = [
      (SDLK_a, .a), (SDLK_z, .z), (SDLK_m, .m), (SDLK_0, .digit0), (SDLK_9, .digit9),
      (SDLK_KP_0, .digit0), (SDLK_KP_1, .digit1), (SDLK_KP_9, .digit9), (SDLK_F1, .f1),
      (SDLK_F12, .f12), (SDLK_LEFT, .left), (SDLK_RIGHT, .right), (SDLK_UP, .up),
      (SDLK_DOWN, .down), (SDLK_ESCAPE, .escape), (SDLK_SPACE, .space), (SDLK_TAB, .tab),
      (SDLK_RETURN, .return), (SDLK_KP_ENTER, .return), (SDLK_LSHIFT, .leftShift),
      (SDLK_RCTRL, .rightControl), (SDLK_RALT, .rightAlt), (SDLK_LGUI, .leftSuper),
    ]

    /// SDL's symbols and positions of keys.
    static let keys: [(UInt32, SDL_Scancode, Key)] =
      codes.map { ($0.rawValue, SDL_SCANCODE_UNKNOWN, $1) } + [
        // On a French keyboard, the keys of 1, 7 and 0 type an ampersand, è and à.
        (0x26, SDL_SCANCODE_1, .digit1), (0xE8, SDL_SCANCODE_7, .digit7),
        (0xE0, SDL_SCANCODE_0, .digit0),
        // The key of Й has no Latin letter, and is at the position of the American Q.
        (0x439, SDL_SCANCODE_Q, .q), (0x44C, SDL_SCANCODE_M, .m),
      ]

    @Test(arguments: keys)
    func `a key is recognized by its symbol, or by its position on an American keyboard`(
      code: UInt32, position: SDL_Scancode, key: Key
    ) throws {
      let events = try translate([
        WithSDL.key(code, at: position), WithSDL.key(code, at: position, repeats: 1),
        WithSDL.key(code, at: position, isDown: false),
      ]).events
      #expect(
        events == [.keyDown(key, isRepeat: false), .keyDown(key, isRepeat: true), .keyUp(key)])
    }

    @Test func `the mouse's motion, buttons and wheel are translated`() throws {
      let moved = WithSDL.event(SDL_MOUSEMOTION) { ($0.motion.x, $0.motion.y) = (3, 4) }
      let down = WithSDL.event(SDL_MOUSEBUTTONDOWN) {
        ($0.button.x, $0.button.y, $0.button.button) = (5, 6, 3)
      }
      var up = down
      up.type = SDL_MOUSEBUTTONUP.rawValue
      var unknown = down
      unknown.button.button = 17
      let wheel = WithSDL.event(SDL_MOUSEWHEEL) {
        ($0.wheel.preciseX, $0.wheel.preciseY) = (0.25, -1)
      }
      let input = try translate([moved, down, unknown, up, wheel])
      let point = PixelPoint(x: 5, y: 6)
      #expect(
        input.events == [
          .mouseMoved(PixelPoint(x: 3, y: 4)), .mouseDown(.right, point), .mouseUp(.right, point),
          .wheel(x: 0.25, y: -1),
        ])
      #expect(input.state.mouse == point)
    }

    @Test func `the events of the window and of its renderer are translated`() throws {
      let window = [
        SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_FOCUS_LOST,
        SDL_WINDOWEVENT_MOVED,
      ]
      let others = [SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET, SDL_QUIT]
      let events = try translate(
        window.map { WithSDL.event($0) } + others.map { WithSDL.event($0) }
      ).events
      #expect(
        events == [
          .resized(PixelSize(width: 64, height: 48)), .focusGained, .focusLost,
          .renderTargetsReset, .deviceReset, .quit(.windowClosed),
        ])
    }

    // MARK: - Several windows and runs

    /// Opens two windows, discards SDL's first events, and passes both windows to `body`.
    private func windows(_ body: (inout Window, inout Window) throws -> Void) throws {
      let session = try Session(.headless, controllers: true)
      var first = try Window(session, WindowOptions(title: "first"))
      var second = try Window(session, WindowOptions(title: "second"))
      _ = WithSDL.takeInput(&first)
      _ = WithSDL.takeInput(&second)
      try body(&first, &second)
    }

    @Test func `keys, sizes and focus belong to one window`() throws {
      try windows { first, second in
        let (one, two) = (first.pump.windowID, second.pump.windowID)
        WithSDL.push(WithSDL.key(SDLK_a.rawValue, at: SDL_SCANCODE_A, for: two))
        WithSDL.push(WithSDL.event(SDL_WINDOWEVENT_SIZE_CHANGED, for: two))
        WithSDL.push(WithSDL.event(SDL_WINDOWEVENT_FOCUS_LOST, for: one))
        #expect(WithSDL.takeInput(&first).events == [.focusLost])
        let other = WithSDL.takeInput(&second)
        #expect(other.state.isHeld(.a), "held keys stay known")
        #expect(other.events.isEmpty, "a run ignores the events before it")
      }
    }

    @Test
    func `a window closed during another window's run ends its own next run at once`() throws {
      try windows { first, second in
        WithSDL.push(WithSDL.event(SDL_WINDOWEVENT_CLOSE, for: second.pump.windowID))
        #expect(WithSDL.takeInput(&first).events.isEmpty)
        #expect(second.isCloseRequested && !first.isCloseRequested)
        let end = try second.run(LoopTests.options) { _, _, _ in .continue }
        #expect(end == .quit(.windowClosed))
      }
    }

    @Test func `each window and each run gets the controllers with their held buttons`() throws {
      // Without a display no window has the focus, and SDL would drop the events.
      SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1")
      try windows { first, second in
        let device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
        try #require(device >= 0)
        defer { SDL_JoystickDetachVirtual(device) }
        let identifier = try #require(WithSDL.takeInput(&first).state.controllers.first?.identifier)
        let joystick = try #require(SDL_JoystickFromInstanceID(Int32(identifier)))
        SDL_JoystickSetVirtualButton(joystick, 0, 1)
        SDL_JoystickSetVirtualAxis(joystick, 0, 32_767)
        func expectHeld(_ window: inout Window, _ name: Comment) throws {
          var begun: Input?
          try window.run(LoopTests.options) { _, input, _ in
            begun = begun ?? input
            return .continue
          }
          let input = try #require(begun)
          #expect(input.events.contains(.controllerAdded(identifier)), name)
          #expect(input.state.controllers.count == 1, name)
          #expect(input.state.controller?.isHeld(.a) == true, name)
          #expect(input.state.controller?.value(.leftX) == 1, name)
        }
        try expectHeld(&first, "a run")
        try expectHeld(&second, "the second window")
        try expectHeld(&first, "a second run")
      }
    }

    @Test func `a second run knows the keys and buttons that are still held`() throws {
      try windows { first, _ in
        WithSDL.push(WithSDL.key(SDLK_LSHIFT.rawValue, at: SDL_SCANCODE_LSHIFT))
        WithSDL.push(
          WithSDL.event(SDL_MOUSEBUTTONDOWN) {
            ($0.button.x, $0.button.y, $0.button.button) = (5, 6, 1)
          })
        for _ in 0..<2 {
          var last = Input()
          try first.run(LoopTests.options) { _, input, _ in
            last = input
            return .continue
          }
          #expect(last.state.isShiftHeld && last.state.isHeld(mouse: .left))
        }
      }
    }

    // MARK: - Held keys and controllers

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
}
