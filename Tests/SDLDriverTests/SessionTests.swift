// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import Testing

@testable import SDLDriver

extension WithSDL {
  struct SessionTests {
    @Test func `a headless session uses the software renderer without a display`() throws {
      try WithSDL.window { window in
        let (driver, renderer) = (window.handle.session.videoDriver, window.renderer.name)
        let (size, density) = (window.renderer.outputSize, window.renderer.pixelDensity)
        let hasSwapControl = window.renderer.hasSwapControl
        #expect(driver == "dummy" && renderer == "software" && !hasSwapControl)
        #expect(size == PixelSize(width: 64, height: 48) && density == 1)
      }
    }

    @Test(arguments: [
      ("offscreen", "", true), ("dummy", "", true), ("dummy", "x11,offscreen", true),
      ("dummy", "dummy", false), ("offscreen", "x11,offscreen", false), ("x11", "", false),
      ("wayland", "", false),
    ])
    func `SDL's invisible drivers are an error unless the environment names them`(
      driver: String, environment: String, isError: Bool
    ) {
      var thrown: DriverError?
      do throws(DriverError) {
        try SessionHandle.checkIsVisible(driver, environment: environment)
      } catch { thrown = error }
      let detail = "SDL found only its invisible driver \"\(driver)\""
      #expect(thrown == (isError ? .noDisplay(detail: detail) : nil))
    }

    @Test func `a missing display has its own error, and a headless session still starts`() async {
      await #expect(processExitsWith: .success) {
        unsetenv("DISPLAY")
        setenv("SDL_VIDEODRIVER", "x11", 1)
        let error = #expect(throws: DriverError.self) { _ = try Session(.display) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("no display: SDL says \"x11 not available\""), "\(text)")
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
      (options.width, options.height) = (width, height)
      let isWide = height == 48
      #expect(
        throws: DriverError.invalidValue(
          name: isWide ? "window width" : "window height", value: "\(isWide ? width : height)",
          allowed: "in 1...16384")
      ) { _ = try Window(session, options) }
    }

    @Test func `a second session is an error until the last texture of the first one ends`() throws
    {
      func keepMask() throws {
        var window: Window? = try Window(Session(.headless), WindowOptions(title: "test"))
        let size = PixelSize(width: 1, height: 1)
        let mask = try window?.renderer.makeMask(coverage: [255], size: size)
        window = nil
        #expect(throws: DriverError.sessionAlreadyOpen) { _ = try Session(.headless) }
        _ = consume mask
      }
      try keepMask()
      #expect(throws: Never.self) { _ = try Session(.headless) }
    }

    @Test(arguments: [
      (960, 540, 960, 540), (1280, 800, 1280, 800), (1281, 800, 1280, 799),
      (1920, 1080, 1280, 720), (500, 1000, 400, 800), (16_384, 1, 1280, 1), (1, 16_384, 1, 800),
      (16_384, 16_384, 800, 800),
    ]) func `a window that does not fit is made smaller with the same proportions`(
      _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
    ) {
      let room = SDL_Rect(x: 0, y: 0, w: 1280, h: 800)
      let unit = PixelSize(width: 1, height: 1)
      let fitting = room.fitting(PixelSize(width: width, height: height), unit)
      #expect(fitting == PixelSize(width: newWidth, height: newHeight))
      #expect(room.fitting(fitting, unit) == fitting)
      let one = SDL_Rect(x: 0, y: 0, w: 1, h: 1).fitting(
        PixelSize(width: width, height: height), PixelSize(width: 9, height: 9))
      #expect(one == unit)
    }

    @Test(arguments: [
      (7680, 180, 1280, 180), (320, 4320, 320, 800), (7680, 4320, 1280, 720),
      (1600, 100, 1280, 100),
    ]) func `a side of a window is not made shorter than the smallest size`(
      _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
    ) {
      let room = SDL_Rect(x: 0, y: 0, w: 1280, h: 800)
      let fitting = room.fitting(
        PixelSize(width: width, height: height), PixelSize(width: 320, height: 180))
      #expect(fitting == PixelSize(width: newWidth, height: newHeight))
    }

    @Test func `a window is centred in the space without panels`() {
      let room = SDL_Rect(x: 40, y: 30, w: 1240, h: 770)
      let frame = room.centred(PixelSize(width: 960, height: 540))
      #expect((frame.x, frame.y, frame.w, frame.h) == (180, 145, 960, 540))
    }
  }
}
