// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SDLDriver

extension WithSDL {
  struct SessionTests {
    @Test func `a headless session uses the software renderer without a display`() throws {
      try WithSDL.window { window in
        let driver = window.handle.session.videoDriver
        #expect(driver == "dummy")
        let name = window.renderer.name
        let (size, density) = (window.renderer.outputSize, window.renderer.pixelDensity)
        let hasSwapControl = window.renderer.hasSwapControl
        #expect(name == "software")
        #expect(size == PixelSize(width: 64, height: 48))
        #expect(density == 1)
        #expect(!hasSwapControl)
      }
    }

    @Test func `a second session is an error while the first exists, and possible afterwards`()
      throws
    {
      do {
        let first = try Session(.headless)
        #expect(throws: DriverError.sessionAlreadyOpen) { _ = try Session(.headless) }
        #expect(first.videoDriver == "dummy")
      }
      let next = try Session(.headless)
      #expect(next.output == .headless)
    }

    @Test(arguments: [
      ("offscreen", "", true), ("dummy", "", true), ("dummy", "x11,offscreen", true),
      ("dummy", "dummy", false), ("offscreen", "x11,offscreen", false), ("x11", "", false),
      ("wayland", "", false),
    ])
    func `SDL's invisible drivers are an error unless the environment names them`(
      driver: String, environment: String, isError: Bool
    ) {
      let check = { try SessionHandle.checkIsVisible(driver, environment: environment) }
      let detail = "SDL found only its invisible driver \"\(driver)\""
      if isError {
        #expect(throws: DriverError.noDisplay(detail: detail)) { try check() }
      } else {
        #expect(throws: Never.self) { try check() }
      }
    }

    @Test func `a missing display has its own error, and a headless session still starts`() async {
      await #expect(processExitsWith: .success) {
        unsetenv("DISPLAY")
        setenv("SDL_VIDEODRIVER", "x11", 1)
        do {
          _ = try Session(.display)
          Issue.record("a session was opened without a display")
        } catch let error as DriverError {
          guard case .noDisplay = error else {
            Issue.record(error)
            return
          }
          #expect("\(error)".hasPrefix("no display: SDL says \"x11 not available\""))
        }
        let session = try Session(.headless)
        #expect(session.videoDriver == "dummy")
      }
    }

    @Test func `the error for an unknown driver names that driver and the known drivers`() async {
      await #expect(processExitsWith: .success) {
        setenv("SDL_VIDEODRIVER", "nosuch", 1)
        let error = #expect(throws: DriverError.self) { _ = try Session(.display) }
        let text = error?.description ?? ""
        #expect(text.contains("SDL_VIDEODRIVER is nosuch, and SDL has only x11"), "\(text)")
        #expect(text.hasSuffix("Unset SDL_VIDEODRIVER, or name one of these"), "\(text)")
      }
    }

    @Test(arguments: [(0, 48), (-1, 48), (16_385, 48), (64, 0), (64, .min), (64, .max)])
    func `an invalid window size is an error with name and value`(
      width: Int, height: Int
    ) throws {
      let session = try Session(.headless)
      var options = WindowOptions(title: "test")
      options.width = width
      options.height = height
      let isWide = height == 48
      #expect(
        throws: DriverError.invalidValue(
          name: isWide ? "window width" : "window height", value: "\(isWide ? width : height)",
          allowed: "in 1...16384")
      ) { _ = try Window(session, options) }
    }

    @Test func `a texture may outlive its window`() throws {
      func maskOfClosedWindow() throws -> Texture {
        let session = try Session(.headless)
        var window = try Window(session, WindowOptions(title: "test"))
        return try window.renderer.makeMask(coverage: [255], size: PixelSize(width: 1, height: 1))
      }
      func keepMask() throws {
        let mask = try maskOfClosedWindow()
        #expect(throws: DriverError.sessionAlreadyOpen) { _ = try Session(.headless) }
        _ = consume mask
      }
      try keepMask()
      #expect(throws: Never.self) { _ = try Session(.headless) }
    }
  }
}
