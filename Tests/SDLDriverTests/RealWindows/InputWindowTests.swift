// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import Testing
import WindowRigs

@testable import SDLDriver

/// Real keys in windows on an X server, each test in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(5))) struct InputWindowTests {
  /// Starts a server with three layouts.
  ///
  /// The server belongs to this process, so that it ends even if a test's child process crashes.
  private func start() throws -> XServer {
    let server = try XServer()
    let layouts = try Child.run(
      "setxkbmap", ["us,ru,fr"], environment: ["DISPLAY": server.name])
    #expect(layouts.status == 0, "\(layouts.text)")
    return server
  }

  /// Connects SDL to a server.
  private static func use(_ server: String) {
    setenv("DISPLAY", server, 1)
    setenv("SDL_VIDEODRIVER", "x11", 1)
    // Without a focused window SDL would drop a controller's events.
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1")
  }

  @Test func `held keys and buttons equal SDL's after each of 10,000 random sequences`()
    async throws
  {
    let server = try start()
    await #expect(processExitsWith: .success) { [name = server.name as String] in
      Self.use(name)
      let seed =
        ProcessInfo.processInfo.environment["INPUT_SEED"].flatMap { UInt64($0) }
        ?? .random(in: 0...999_999)
      let session = try Session(.display, controllers: true)
      var sequences = try InputSequences(session, name, seed: seed)
      if let wrong = sequences.run(10_000) { Issue.record("INPUT_SEED=\(seed): \(wrong)") }
    }
  }

  @Test func `a key held when the window gets the focus is reported as a repeat`() async throws {
    let server = try start()
    await #expect(processExitsWith: .success) { [name = server.name as String] in
      Self.use(name)
      let test = try XTest(name)
      let session = try Session(.display)
      var window = try Window(session, WindowOptions(title: "test"))
      var input = Input()
      func drain(_ seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
          window.pump.drain(into: &input, &window.renderer)
          usleep(5000)
        }
      }
      let escape = 9
      test.focus(nil)
      test.settle()
      drain(0.5)
      test.key(escape, isDown: true)
      test.focus(dr_sdl_handles_of(window.handle.window).x_window)
      test.settle()
      // The server repeats after 0.66 s.
      drain(2)
      #expect(input.state.isHeld(.escape) && !input.wasPressed(.escape), "\(input.events)")
      test.key(escape, isDown: false)
      test.settle()
      drain(0.2)
      #expect(!input.state.isHeld(.escape), "\(input.events)")
      test.key(escape, isDown: true)
      test.settle()
      drain(0.2)
      #expect(input.wasPressed(.escape), "the next press counts")
    }
  }

  /// A missing OpenGL driver also raises an X error, which must not end the process.
  @Test func `a missing OpenGL driver is an SDL error, or gives software rendering`() throws {
    let server = try XServer()
    // Mesa 25 links its drivers into one library, which LIBGL_DRIVERS_PATH does not hide.
    let missing = server.environment.merging(["GALLIUM_DRIVER": "none"]) { $1 }
    for (option, status) in [("--accelerated", 1), ("--frames=1", 0)] as [(String, Int32)] {
      let probe = try Child.run(
        Child.beside("loop-probe"), [option, "--frames", "1"], environment: missing, within: 60)
      #expect(probe.status == status, "\(option): \(probe.text)")
      if status != 0 { #expect(probe.text.contains(" failed: "), "\(probe.text)") }
    }
  }
}
