// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Testing

@testable import SDLDriver

extension WithSDL {
  /// Input to several windows of a session and in several runs of a window.
  struct WindowInputTests {
    /// Opens two windows, discards SDL's first events, and passes both windows to `body`.
    private func windows(_ body: (inout Window, inout Window) throws -> Void) throws {
      let session = try Session(.headless, controllers: true)
      var first = try Window(session, WindowOptions(title: "first"))
      var second = try Window(session, WindowOptions(title: "second"))
      _ = Self.drain(&first)
      _ = Self.drain(&second)
      try body(&first, &second)
    }

    private static func drain(_ window: inout Window) -> Input {
      var input = Input()
      window.pump.drain(into: &input, &window.renderer)
      return input
    }

    private func push(_ event: SDL_Event) {
      var event = event
      #expect(SDL_PushEvent(&event) == 1)
    }

    private func event(_ kind: SDL_WindowEventID, for window: borrowing Window) -> SDL_Event {
      var event = EventPumpTests.event(kind)
      event.window.windowID = window.pump.windowID
      return event
    }

    @Test func `keys, sizes and focus belong to one window`() throws {
      try windows { first, second in
        var key = EventPumpTests.key(Int32(SDLK_a.rawValue), at: SDL_SCANCODE_A)
        key.key.windowID = second.pump.windowID
        push(key)
        push(event(SDL_WINDOWEVENT_SIZE_CHANGED, for: second))
        push(event(SDL_WINDOWEVENT_FOCUS_LOST, for: first))
        #expect(Self.drain(&first).events == [.focusLost])
        let other = Self.drain(&second)
        #expect(other.state.isHeld(.a), "held keys stay known")
        #expect(other.events.isEmpty, "a run ignores the events before it")
      }
    }

    @Test
    func `a window closed during another window's run ends its own next run at once`() throws {
      try windows { first, second in
        push(event(SDL_WINDOWEVENT_CLOSE, for: second))
        #expect(Self.drain(&first).events.isEmpty)
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
        let identifier = try #require(Self.drain(&first).state.controllers.first?.identifier)
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
        push(EventPumpTests.key(Int32(SDLK_LSHIFT.rawValue), at: SDL_SCANCODE_LSHIFT))
        push(
          EventPumpTests.event(SDL_MOUSEBUTTONDOWN) {
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
  }
}
