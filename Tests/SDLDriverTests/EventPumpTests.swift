// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Testing

@testable import SDLDriver

extension WithSDL {
  struct EventPumpTests {
    /// The input from SDL's events, without the events that SDL adds at the start.
    static func translate(_ events: [SDL_Event]) throws -> Input {
      var input = Input()
      try WithSDL.window { window in
        window.pump.drain(into: &input, &window.renderer)
        input = Input()
        for var event in events { #expect(SDL_PushEvent(&event) == 1) }
        window.pump.drain(into: &input, &window.renderer)
      }
      return input
    }

    static func key(
      _ code: Int32, at position: SDL_Scancode = SDL_SCANCODE_UNKNOWN, isDown: Bool = true,
      repeats: UInt8 = 0
    ) -> SDL_Event {
      event(isDown ? SDL_KEYDOWN : SDL_KEYUP) {
        $0.key.keysym.sym = code
        $0.key.keysym.scancode = position
        $0.key.repeat = repeats
      }
    }

    static func event(
      _ kind: SDL_EventType, _ set: (inout SDL_Event) -> Void = { _ in }
    ) -> SDL_Event {
      var event = SDL_Event()
      event.type = kind.rawValue
      set(&event)
      return event
    }

    static func event(_ kind: SDL_WindowEventID) -> SDL_Event {
      event(SDL_WINDOWEVENT) { $0.window.event = UInt8(kind.rawValue) }
    }

    static let codes: [(SDL_KeyCode, Key)] = [
      (SDLK_a, .a), (SDLK_z, .z), (SDLK_m, .m), (SDLK_0, .digit0), (SDLK_9, .digit9),
      (SDLK_KP_0, .digit0), (SDLK_KP_1, .digit1), (SDLK_KP_9, .digit9), (SDLK_F1, .f1),
      (SDLK_F12, .f12), (SDLK_LEFT, .left), (SDLK_RIGHT, .right), (SDLK_UP, .up),
      (SDLK_DOWN, .down), (SDLK_ESCAPE, .escape), (SDLK_SPACE, .space), (SDLK_TAB, .tab),
      (SDLK_RETURN, .return), (SDLK_KP_ENTER, .return), (SDLK_LSHIFT, .leftShift),
      (SDLK_RCTRL, .rightControl), (SDLK_RALT, .rightAlt), (SDLK_LGUI, .leftSuper),
    ]

    @Test(arguments: codes)
    func `each SDL key is translated to the driver's key`(code: SDL_KeyCode, key: Key) throws {
      let code = Int32(bitPattern: code.rawValue)
      let events = try Self.translate([
        Self.key(code), Self.key(code, repeats: 1), Self.key(code, isDown: false),
      ]).events
      #expect(
        events == [.keyDown(key, isRepeat: false), .keyDown(key, isRepeat: true), .keyUp(key)])
    }

    @Test func `digits that need shift are recognized by their position`() throws {
      // On a French keyboard the key of 1 types an ampersand, and that of 0 types à.
      let events = try Self.translate([
        Self.key(0x26, at: SDL_SCANCODE_1), Self.key(0xe0, at: SDL_SCANCODE_0),
        Self.key(0xe8, at: SDL_SCANCODE_7),
      ]).events
      let keys: [Key] = [.digit1, .digit0, .digit7]
      #expect(events == keys.map { .keyDown($0, isRepeat: false) })
    }

    /// The key of Й has no Latin letter, and is at the position of the American Q.
    @Test(arguments: [
      (0x439 as Int32, SDL_SCANCODE_Q, Key.q), (0x44C, SDL_SCANCODE_M, .m),
    ])
    func `letters are recognized by their position if the layout has no letters`(
      code: Int32, position: SDL_Scancode, key: Key
    ) throws {
      let events = try Self.translate([Self.key(code, at: position)]).events
      #expect(events == [.keyDown(key, isRepeat: false)])
    }

    @Test func `the mouse's motion, buttons and wheel are translated`() throws {
      let moved = Self.event(SDL_MOUSEMOTION) { ($0.motion.x, $0.motion.y) = (3, 4) }
      let down = Self.event(SDL_MOUSEBUTTONDOWN) {
        ($0.button.x, $0.button.y, $0.button.button) = (5, 6, 3)
      }
      var up = down
      up.type = SDL_MOUSEBUTTONUP.rawValue
      var unknown = down
      unknown.button.button = 17
      let wheel = Self.event(SDL_MOUSEWHEEL) {
        ($0.wheel.preciseX, $0.wheel.preciseY) = (0.25, -1)
      }
      let input = try Self.translate([moved, down, unknown, up, wheel])
      let point = PixelPoint(x: 5, y: 6)
      #expect(
        input.events == [
          .mouseMoved(PixelPoint(x: 3, y: 4)), .mouseDown(.right, point), .mouseUp(.right, point),
          .wheel(x: 0.25, y: -1),
        ])
      #expect(input.state.mouse == point)
    }

    @Test func `the window's events are translated`() throws {
      let kinds = [
        SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_FOCUS_LOST,
        SDL_WINDOWEVENT_MOVED,
      ]
      #expect(
        try Self.translate(kinds.map { Self.event($0) }).events == [
          .resized(PixelSize(width: 64, height: 48)), .focusGained, .focusLost,
        ])
    }

    @Test func `lost texture contents and the end of the program are events`() throws {
      let kinds = [SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET, SDL_QUIT]
      #expect(
        try Self.translate(kinds.map { Self.event($0) }).events
          == [.renderTargetsReset, .deviceReset, .quit(.windowClosed)])
    }
  }
}
